import Foundation

/// A value that a test hands to another thread on purpose.
struct Unchecked<Content>: @unchecked Sendable {
    let content: Content
}

private final class ThreadResult<Result>: @unchecked Sendable {
    var result: Swift.Result<Result, any Error>?
}

/// Runs `body` on a thread of its own and waits for it.
func onThread<Result: Sendable>(
    stackSize: Int = 8 << 20, _ body: @escaping @Sendable () throws -> Result
) throws -> Result {
    let (box, done) = (ThreadResult<Result>(), DispatchSemaphore(value: 0))
    let thread = Thread {
        box.result = Swift.Result { try body() }
        done.signal()
    }
    thread.stackSize = stackSize
    thread.start()
    done.wait()
    return try box.result!.get()
}
