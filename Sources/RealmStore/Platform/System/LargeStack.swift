import Glibc

/// Room for recursion whose depth a file or a text decides.
///
/// Threads of apps may have as little as 512 KB of stack. What is nested deeper than usual is read on a thread with a
/// stack of its own, while the caller waits: the limits of depth then hold on every thread.
package enum LargeStack {
    /// Room for any of the limits of depth, in builds without optimisation, too. Memory is taken as it is used.
    private static let byteCount = 16 << 20

    /// Runs `body` on a large stack and waits for it; on the stack at hand if there can be no thread.
    package static func run<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        let result = withoutActuallyEscaping(body) { body -> Swift.Result<Result, Failure> in
            let work = Work { () throws(Failure) -> Result in try body() }
            guard start(work) else { return catching(body) }
            return work.result!
        }
        return try result.get()
    }

    /// Levels that any stack has room for.
    private static let usualDepth = 24

    /// Runs `body`, which is recursion that has come to `depth`: from the depth on that is unusual, on a large stack.
    @inline(__always)
    package static func descend<Result, Failure: Error>(
        from depth: Int, _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        depth == usualDepth ? try run(body) : try body()
    }

    /// Runs `body`, which is recursion that does not hand down its depth: from the depth on that is unusual, on a large
    /// stack, and on another one when that is used up.
    static func nested<Result>(_ body: () -> Result) -> Result {
        let level = level.value(Level.init)
        guard level.depth < level.limit else {
            return run {
                LargeStack.level.value(Level.init).limit = largeDepth
                return body()
            }
        }
        level.depth += 1
        defer { level.depth -= 1 }
        return body()
    }

    /// How deep a thread is in calls of `nested`.
    private final class Level {
        var depth = 0
        var limit = LargeStack.usualDepth
    }

    private static let level = ThreadLocal<Level>()
    /// Levels that a large stack has room for, whatever they are.
    private static let largeDepth = 1000

    /// Runs the work on a thread; false if there is none to be had.
    private static func start(_ work: AnyWork) -> Bool {
        var attributes = pthread_attr_t()
        guard pthread_attr_init(&attributes) == 0 else { return false }
        defer { pthread_attr_destroy(&attributes) }
        var thread = pthread_t()
        guard pthread_attr_setstacksize(&attributes, byteCount) == 0,
            pthread_create(
                &thread, &attributes,
                { work in
                    Unmanaged<AnyWork>.fromOpaque(work!).takeUnretainedValue().run()
                    return nil
                }, Unmanaged.passUnretained(work).toOpaque()) == 0
        else { return false }
        pthread_join(thread, nil)
        return true
    }

    private static func catching<Result, Failure: Error>(
        _ body: () throws(Failure) -> Result
    ) -> Swift.Result<Result, Failure> {
        do { return .success(try body()) } catch { return .failure(error) }
    }

    private class AnyWork {
        func run() {}
    }

    private final class Work<Result, Failure: Error>: AnyWork {
        private let body: () throws(Failure) -> Result
        private(set) var result: Swift.Result<Result, Failure>?

        init(_ body: @escaping () throws(Failure) -> Result) { self.body = body }

        override func run() { result = catching(body) }
    }
}
