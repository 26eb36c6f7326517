import Foundation
import RealmTools

/// The failure of a command, or of its work on one file: everything reported to people and programs.
struct Failure: Error, Sendable {
    let status: ExitStatus
    /// The stable code in JSON: `wrongKey`, `notRealm` ...
    let code: String
    /// A readable sentence.
    let message: String
    /// The affected file, as named by the user.
    var path: String?
    /// A hint for a remedy.
    var hint: String?
    /// Figures for programs.
    var detail: JSONValue?
    /// True if nothing is to be printed: the reader of the output is gone, or it was already reported.
    var isSilent = false

    init(
        _ status: ExitStatus, _ code: String? = nil, _ message: String, path: String? = nil, hint: String? = nil,
        detail: JSONValue? = nil
    ) {
        self.status = status
        self.code = code ?? status.name
        self.message = message
        self.path = path
        self.hint = hint
        self.detail = detail
    }

    /// Invalid options, or conflicting options.
    static func usage(_ message: String, code: String? = nil, hint: String? = nil) -> Failure {
        Failure(.usage, code, message, hint: hint)
    }

    /// A class that a file does not have.
    static func unknownClass(_ name: String, of schema: Schema) -> Failure {
        let names = schema.objectSchema.map(\.className)
        let question = NearestName.of(name, among: names).map { "; did you mean '\($0)'?" } ?? "."
        return .usage(
            "The file has no class '\(name)'\(question)", hint: "Its classes are: \(names.joined(separator: ", ")).")
    }

    /// The reader of standard output is gone.
    static var brokenPipe: Failure {
        var failure = Failure(.ioError, "brokenPipe", "The reader of the output has gone.")
        failure.isSilent = true
        return failure
    }

    /// The same, with the file's name before the message.
    func naming(_ path: String) -> Failure {
        var failure = Failure(status, code, "\(path): \(message)", path: path, hint: hint, detail: detail)
        failure.isSilent = isSilent
        return failure
    }

    /// The same, after it was reported.
    var alreadyReported: Failure {
        var failure = self
        failure.isSilent = true
        return failure
    }

    /// The failure for `error`, about the file that the user named `path`.
    init(_ error: any Error, path: String? = nil) {
        switch error {
        case let failure as Failure: self = failure
        case let error as Realm.Error: self.init(realm: error)
        default: self.init(system: error as NSError, path: path)
        }
        if self.path == nil { self.path = path }
    }

    /// The error object of the envelope and of a failed file.
    var json: JSONValue {
        .object([
            ("code", .string(code)), ("message", .string(message)), ("path", JSONValue(path)),
            ("hint", JSONValue(hint)), ("detail", detail ?? .object([])),
        ])
    }
}

extension Failure {
    /// Runs `body`; an error becomes a failure about the file that the user named `path`.
    static func about<Result>(_ path: String, _ body: () throws -> Result) throws(Failure) -> Result {
        do { return try body() } catch { throw Failure(error, path: path) }
    }

    /// Runs `body`; input refused by the library came from the options.
    static func ofUsage<Result>(_ body: () throws -> Result) throws -> Result {
        do { return try body() } catch let error as Realm.Error where error.code == .invalidInput {
            throw Failure.usage(error.localizedDescription)
        }
    }
}
