import Foundation

/// The values of the options that all commands have.
struct Settings: Sendable {
    enum Verbosity: Int, Comparable, Sendable {
        case quiet, normal, verbose, engineLog

        static func < (lhs: Verbosity, rhs: Verbosity) -> Bool { lhs.rawValue < rhs.rawValue }
    }

    enum ProgressRule: String, CaseIterable, Sendable {
        case auto, never, plain
    }

    var json = false
    var verbosity = Verbosity.normal
    var isDryRun = false
    var force = false
    var yes = false
    var noInput = false
    var progress = ProgressRule.auto
    var color = Style.Rule.auto
    var temporaryDirectory: String?
    var lockTimeout = Duration.zero
    var immutable = false

    /// `--tmpdir` for the library.
    var scratchDirectory: URL? { temporaryDirectory.map { URL(fileURLWithPath: $0) } }
}
