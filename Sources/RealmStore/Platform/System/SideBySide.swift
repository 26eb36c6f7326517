/// Two pieces of work at once.
package enum SideBySide {
    /// Runs `first` on this thread and `second` on another one, and waits for both; one after the other if no thread
    /// can be started. They must not change what the other one uses.
    package static func run<First, Second, Failure: Error>(
        _ first: () throws(Failure) -> First, _ second: () throws(Failure) -> Second
    ) -> (Result<First, Failure>, Result<Second, Failure>) {
        withoutActuallyEscaping(second) { second in
            let thread = WorkThread { () throws(Failure) -> Second in try second() }
            let result = Result(catching: first)
            return (result, thread?.join() ?? Result(catching: second))
        }
    }
}
