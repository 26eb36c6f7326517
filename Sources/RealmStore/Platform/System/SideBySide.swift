/// Two pieces of work at once.
package enum SideBySide {
    /// Runs `first` on this thread and `second` on another one, and waits for both; one after the other if no thread
    /// can be started. They must not change what the other one uses.
    package static func run<First, Second, Failure: Error>(
        _ first: () throws(Failure) -> First, _ second: () throws(Failure) -> Second
    ) -> (Result<First, Failure>, Result<Second, Failure>) {
        run(meeting: { (_) throws(Failure) in try first() }, second)
    }

    /// The same for work that exchanges something with the other thread.
    ///
    /// - Parameter first: gets whether `second` runs at the same time.
    static func run<First, Second, Failure: Error>(
        meeting first: (_ isMet: Bool) throws(Failure) -> First, _ second: () throws(Failure) -> Second
    ) -> (Result<First, Failure>, Result<Second, Failure>) {
        withoutActuallyEscaping(second) { second in
            let thread = WorkThread { () throws(Failure) -> Second in try second() }
            let isMet = thread != nil
            let result = Result { () throws(Failure) in try first(isMet) }
            return (result, thread?.join() ?? Result(catching: second))
        }
    }
}
