import Foundation
import Glibc
import Synchronization

/// Standard output or standard error, written without buffering.
///
/// Output to a terminal, or to standard error, cannot control the terminal.
struct OutputStream: Sendable {
    let descriptor: Int32

    static let standardOutput = OutputStream(descriptor: STDOUT_FILENO)
    static let standardError = OutputStream(descriptor: STDERR_FILENO)

    var isTerminal: Bool { isatty(descriptor) == 1 }

    private var isForPeople: Bool { descriptor == STDERR_FILENO || isTerminal }

    /// Writes all of `bytes`, to a terminal as text; throws `brokenPipe`, `diskFull` or `ioError`.
    func write(_ bytes: some ContiguousBytes) throws(Failure) {
        guard isForPeople else { return try writeAll(bytes) }
        let text = bytes.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
        try writeAll(Array(TerminalText.shown(text).utf8))
    }

    /// Writes a text with intended colours and the like.
    func write(_ text: String) throws(Failure) {
        try writeAll(Array((isForPeople ? TerminalText.shown(text) : TerminalText.exact(text)).utf8))
    }

    private func writeAll(_ bytes: some ContiguousBytes) throws(Failure) {
        var failed: Int32 = 0
        bytes.withUnsafeBytes { buffer in
            if descriptor == STDOUT_FILENO, let piped = PipedOutput.standard {
                failed = piped.write(buffer)
                return
            }
            var done = 0
            while done < buffer.count {
                let count = Glibc.write(descriptor, buffer.baseAddress! + done, buffer.count - done)
                if count >= 0 {
                    done += count
                } else if errno != EINTR {
                    failed = errno
                    return
                }
            }
        }
        if failed != 0 { throw Failure(errno: failed, "The output cannot be written") }
    }

    /// Writes all of a file.
    func write(contentsOf url: URL) throws {
        let file = try FileHandle(forReadingFrom: url)
        while let block = try file.read(upToCount: 1 << 20), !block.isEmpty { try write(block) }
    }

    /// Writes text that a signal must not interrupt: the process ends before or after it.
    func writeWhole(_ text: String) throws(Failure) {
        let failure = OutputStream.whole.withLock { isUsed -> Failure? in
            isUsed = true
            do throws(Failure) { try write(text) } catch { return error }
            return nil
        }
        if let failure { throw failure }
    }

    /// Held while uninterruptible text is written; true if there was any.
    private static let whole = Mutex(false)

    /// Runs `body` unless uninterruptible text is being written. Returns whether it ran.
    static func betweenWholeTexts(_ body: () -> Void) -> Bool {
        let ran = whole.withLockIfAvailable { isUsed in
            if isUsed, let piped = PipedOutput.standard { return piped.betweenTexts(body) }
            body()
            return true
        }
        return ran ?? false
    }

    /// Waits until the reader of standard output has taken everything; throws as `write(_:)`.
    static func finish() throws(Failure) {
        let failed = PipedOutput.standard?.finish() ?? 0
        if failed != 0 { throw Failure(errno: failed, "The output cannot be written") }
    }
}
