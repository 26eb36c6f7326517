import Foundation
import Synchronization

/// The output of a command: results to standard output, everything else to standard error.
///
/// With `--json` results and warnings are kept for the envelope. May be used on any thread.
final class Console: Sendable {
    let settings: Settings
    let outputStyle: Style
    private let errorStyle: Style
    private let state = Mutex(State())

    private struct State {
        var warnings: [Warning] = []
        /// The progress line on the terminal.
        var hasProgressLine = false
        /// Questions waiting for an answer.
        var questions = 0
    }

    init(settings: Settings, environment: [String: String]) {
        self.settings = settings
        outputStyle = Style(settings.color, descriptor: 1, environment: environment)
        errorStyle = Style(settings.color, descriptor: 2, environment: environment)
    }

    var warnings: [Warning] { state.withLock { $0.warnings } }

    /// Text of the result. Does nothing with `--json`, where the result goes into the envelope.
    func result(_ text: String) throws(Failure) {
        if settings.json || text.isEmpty { return }
        eraseProgress()
        try OutputStream.standardOutput.write(text)
    }

    /// Text about work done; unless `--quiet`.
    func done(_ text: String) throws(Failure) {
        if settings.verbosity >= .normal { try result(text) }
    }

    /// Something worth knowing; unless `--quiet`.
    func note(_ message: String) {
        if settings.verbosity >= .normal { say(message) }
    }

    /// More detail; with `--verbose`.
    func detail(_ message: String) {
        if settings.verbosity >= .verbose { say(message) }
    }

    /// Something odd that does not stop the command.
    func warn(_ code: String, _ message: String, path: String? = nil) {
        state.withLock { $0.warnings.append(Warning(code: code, message: message, path: path)) }
        if settings.verbosity >= .normal { say(errorStyle.yellow("warning:") + " " + message) }
    }

    /// An error; also with `--quiet`.
    func report(_ failure: Failure) {
        if failure.isSilent { return }
        say(errorStyle.red("error:") + " " + failure.message)
        if let hint = failure.hint, settings.verbosity >= .normal { say("hint: " + hint) }
    }

    private func say(_ message: String) {
        state.withLock { state in
            let erase = state.hasProgressLine ? Console.eraseLine : ""
            state.hasProgressLine = false
            // There is no way to report that standard error cannot be written.
            try? OutputStream.standardError.write("\(erase)realmctl: \(message)\n")
        }
    }

    private static let eraseLine = "\(TerminalText.escape)G\(TerminalText.escape)K"

    /// Replaces the progress line by `line`.
    func showProgress(_ line: String) {
        state.withLock { state in
            guard state.questions == 0 else { return }
            state.hasProgressLine = true
            try? OutputStream.standardError.write(Console.eraseLine + line)
        }
    }

    /// Runs `body`, which asks the user something, without a progress line meanwhile.
    func asking<Answer>(_ body: () throws -> Answer) rethrows -> Answer {
        state.withLock { $0.questions += 1 }
        defer { state.withLock { $0.questions -= 1 } }
        eraseProgress()
        return try body()
    }

    /// Removes the progress line before something else is written.
    func eraseProgress() {
        state.withLock { state in
            guard state.hasProgressLine else { return }
            state.hasProgressLine = false
            try? OutputStream.standardError.write(Console.eraseLine)
        }
    }
}
