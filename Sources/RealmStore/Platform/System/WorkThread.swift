import Glibc

/// A thread with a large stack that does one piece of work.
final class WorkThread<Result, Failure: Error> {
    private let body: () throws(Failure) -> Result
    private var thread = pthread_t()
    private var result: Swift.Result<Result, Failure>?

    /// Room for any of the limits of depth, in builds without optimisation, too. Memory is committed as it is used.
    private static var stackByteCount: Int { 16 << 20 }

    /// Starts to run `body`; nil if no thread can be started. `join` must be called.
    init?(_ body: @escaping () throws(Failure) -> Result) {
        self.body = body
        var attributes = pthread_attr_t()
        guard pthread_attr_init(&attributes) == 0 else { return nil }
        defer { pthread_attr_destroy(&attributes) }
        // The type of the work is lost on the way through C.
        let start = Unmanaged.passRetained(Start { [self] in result = Swift.Result(catching: self.body) })
        guard pthread_attr_setstacksize(&attributes, WorkThread.stackByteCount) == 0,
            pthread_create(
                &thread, &attributes,
                { start in
                    Unmanaged<Start>.fromOpaque(start!).takeRetainedValue().run()
                    return nil
                }, start.toOpaque()) == 0
        else {
            start.release()
            return nil
        }
    }

    /// Waits until the work is done.
    func join() -> Swift.Result<Result, Failure> {
        pthread_join(thread, nil)
        guard let result else { preconditionFailure("a joined thread has done its work") }
        return result
    }
}

private final class Start {
    let run: () -> Void

    init(_ run: @escaping () -> Void) { self.run = run }
}
