/// The exit status of a command. The names appear in JSON for errors without their own code.
enum ExitStatus: Int32, CaseIterable, Sendable {
    case ok = 0
    /// The command worked, and the answer is no.
    case finding = 1
    /// Some files of a batch failed.
    case partial = 2
    case usage = 64
    case dataError = 65
    case noInput = 66
    /// An internal error.
    case `internal` = 70
    case cantCreate = 73
    case ioError = 74
    case busy = 75
    case denied = 77
    case key = 78
    case interrupted = 130
    case terminated = 143

    var name: String { "\(self)" }

    /// The condition for this exit status.
    var meaning: String {
        switch self {
        case .ok: "Done, or the question that was asked has the good answer."
        case .finding: "The command worked, and the answer is no: differs, damaged, pending, does not match."
        case .partial: "Some of several files failed; the others are done."
        case .usage: "Wrong options, or a confirmation or the source of a key is missing."
        case .dataError: "Not a Realm file, damaged, of an unsupported format, or another file cannot be understood."
        case .noInput: "An input file does not exist."
        case .internal: "A mistake in realmctl; please report it."
        case .cantCreate: "The output exists, or its directory may not be written."
        case .ioError: "Reading or writing failed, or the disk is full."
        case .busy: "The file is in use, or was changed while it was read; try again later."
        case .denied: "The input may not be read."
        case .key: "A key is missing, wrong or malformed."
        case .interrupted: "Interrupted (SIGINT); temporary files are removed, originals untouched."
        case .terminated: "Terminated (SIGTERM, SIGHUP); temporary files are removed, originals untouched."
        }
    }
}
