import Glibc

/// Stack space for recursion whose depth depends on a file or a text.
///
/// Threads of apps may have as little as 512 KB of stack. Unusually deep nesting is read on a thread with a large
/// stack, while the caller waits: the limits of depth then hold on every thread.
package enum LargeStack {
    /// Room for any of the limits of depth, in builds without optimisation, too. Memory is committed as it is used.
    private static let byteCount = 16 << 20

    /// Runs `body` on a large stack and waits for it; on the current stack if no thread can be started.
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

    /// Runs `body`, a recursive call at `depth`: on a large stack from an unusual depth on.
    @inline(__always)
    package static func descend<Result, Failure: Error>(
        from depth: Int, _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        depth == usualDepth ? try run(body) : try body()
    }

    /// Runs `body`, a recursive call that does not pass on its depth: on a large stack from an unusual depth on, and on
    /// another one when that is used up.
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

    /// The depth of a thread's nested calls of `nested`.
    private final class Level {
        var depth = 0
        var limit = LargeStack.usualDepth
    }

    private static let level = ThreadLocal<Level>()
    /// Levels that a large stack has room for, whatever their size.
    private static let largeDepth = 1000

    /// Runs the work on a thread; false if none can be started.
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
