import Foundation
import Glibc
import Synchronization

/// The terminal of the user, for input that must not come from a pipe.
final class Terminal: Sendable {
    /// The terminal's settings while its echo is off.
    private let saved = Mutex<(descriptor: Int32, settings: termios)?>(nil)

    /// True if there is an interactive user.
    var isPresent: Bool { OutputStream.standardError.isTerminal }

    /// The width of the terminal for results; nil if they go elsewhere.
    var columns: Int? {
        guard OutputStream.standardOutput.isTerminal else { return nil }
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return Int(size.ws_col)
    }

    /// Asks on the terminal itself, with echo off. Nil if there is no terminal, or it was closed.
    func readSecret(prompt: String) -> Data? {
        let descriptor = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        let stream = OutputStream(descriptor: descriptor)
        hideInput(descriptor)
        defer { restore() }
        guard (try? stream.write(prompt)) != nil else { return nil }
        let line = readLine(descriptor)
        try? stream.write("\n")
        return line
    }

    private func readLine(_ descriptor: Int32) -> Data? {
        var isClosed = false
        let line = SecretMemory.data(KeyText.maximumByteCount) { memory in
            var done = 0
            while done < memory.count {
                let count = read(descriptor, memory.baseAddress! + done, 1)
                if count < 0, errno == EINTR { continue }
                isClosed = count <= 0
                if isClosed || memory[done] == UInt8(ascii: "\n") { break }
                done += 1
            }
            return done
        }
        return isClosed && line.isEmpty ? nil : line
    }

    private func hideInput(_ descriptor: Int32) {
        saved.withLock { saved in
            var settings = termios()
            guard tcgetattr(descriptor, &settings) == 0 else { return }
            saved = (descriptor, settings)
            settings.c_lflag &= ~tcflag_t(ECHO)
            tcsetattr(descriptor, TCSAFLUSH, &settings)
        }
    }

    /// Restores the terminal's echo.
    func restore() {
        saved.withLock { saved in
            guard let (descriptor, settings) = saved else { return }
            withUnsafePointer(to: settings) { _ = tcsetattr(descriptor, TCSAFLUSH, $0) }
            saved = nil
        }
    }
}
