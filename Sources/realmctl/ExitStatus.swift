/// How a command ends, as the shell sees it. The names appear in JSON where an error has no code of its own.
enum ExitStatus: Int32, Sendable {
    case ok = 0
    /// The command worked, and the answer is no.
    case finding = 1
    /// Some files of a batch failed.
    case partial = 2
    case usage = 64
    case dataError = 65
    case noInput = 66
    /// A mistake of ours.
    case `internal` = 70
    case cantCreate = 73
    case ioError = 74
    case busy = 75
    case denied = 77
    case key = 78
    case interrupted = 130
    case terminated = 143

    var name: String { "\(self)" }
}
