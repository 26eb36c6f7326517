/// Stack space for recursion whose depth depends on a file or a text.
///
/// Threads of apps may have as little as 512 KB of stack. Unusually deep nesting is read on a thread with a large
/// stack, while the caller waits: the limits of depth then hold on every thread.
package enum LargeStack {
    /// Runs `body` on a large stack and waits for it; on the current stack if no thread can be started.
    package static func run<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        let result = withoutActuallyEscaping(body) { body -> Swift.Result<Result, Failure> in
            let thread = WorkThread { () throws(Failure) -> Result in try body() }
            return thread?.join() ?? Swift.Result(catching: body)
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
}
