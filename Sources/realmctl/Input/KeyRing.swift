import Foundation
import RealmTools
import Synchronization

/// The key of a command's files: read once, when a file first needs it, and prompted for if it is missing.
final class KeyRing: Sendable {
    let source: KeySource?
    let isStrict: Bool
    private let context: CommandContext
    private let given = Mutex<Result<Data, Failure>?>(nil)
    private let asked = Mutex<Result<Data, Failure>?>(nil)

    init(_ options: KeyOptions, in context: CommandContext) throws(Failure) {
        source = try options.source(environment: context.environment)
        isStrict = options.keyStrict
        self.context = context
    }

    /// The key of a file with separate options.
    init(_ source: KeySource, isStrict: Bool, in context: CommandContext) {
        self.source = source
        self.isStrict = isStrict
        self.context = context
    }

    /// No key, for a command whose files are plain.
    init(withoutKeyIn context: CommandContext) {
        source = nil
        isStrict = false
        self.context = context
    }

    /// The given key; nil if there is none.
    func givenKey() throws(Failure) -> Data? {
        guard let source else { return nil }
        return try KeyRing.once(given) { try source.read(in: context) }
    }

    /// The key for the encrypted file at `path`, from the user at the terminal; nil without a terminal.
    ///
    /// Prompted for once: all files of a batch have the same key.
    func askedKey(for path: String) throws(Failure) -> Data? {
        guard !context.settings.noInput, context.terminal.isPresent else { return nil }
        return try KeyRing.once(asked) { try KeySource.ask("Key of \(path): ", in: context) }
    }

    /// Asks for the key before several workers start, whose output would hide a prompt.
    ///
    /// - Parameter paths: files of which one or more may need a key.
    func askBeforehand(for paths: [String]) throws(Failure) {
        if source == .prompt { _ = try givenKey() }
        guard source == nil, !context.settings.noInput, context.terminal.isPresent else { return }
        let encrypted = paths.first {
            FileSearch.isRegularFile($0) && (try? Realm.probe(at: InputFile($0).url, encryptionKey: nil)) == .wrongKey
        }
        if let encrypted { _ = try askedKey(for: encrypted) }
    }

    private static func once(
        _ memory: borrowing Mutex<Result<Data, Failure>?>, _ read: () throws -> Data
    ) throws(Failure) -> Data {
        let result = memory.withLock { known in
            let result = known ?? Result { try read() }.mapError { Failure($0) }
            known = result
            return result
        }
        return try result.get()
    }
}
