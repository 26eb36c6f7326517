import Foundation
import RealmTools
import Synchronization

/// The key of the files that a command writes: read, or generated, once.
final class NewKey: Sendable {
    private let source: KeySource?
    /// The file for a generated key.
    private let generated: String?
    private let context: CommandContext
    private let known = Mutex<Result<Data, Failure>?>(nil)
    private let isUsed = Atomic(false)

    /// - Parameters:
    ///   - generated: file for a key to be generated, or nil.
    ///   - keys: source of the current key, which must differ.
    init(
        _ options: NewKeyOptions, generating generated: String? = nil, keys: KeyRing, in context: CommandContext
    ) throws(Failure) {
        // A key file in the environment does not conflict with generating a key.
        let environment = generated == nil ? context.environment : [:]
        source = try options.source(environment: environment)
        self.generated = generated
        self.context = context
        if source != nil, generated != nil {
            throw .usage("--generate-key and a source of the new key exclude each other.")
        }
        if source?.isStandardInput == true, keys.source?.isStandardInput == true {
            throw .usage("Standard input cannot give both the key and the new key.")
        }
        if let generated {
            try KeyFile.checkIsNew(generated)
            try context.files.note(generated, as: .key)
        }
    }

    /// False if neither a source nor a file for a new key was given.
    var isGiven: Bool { source != nil || generated != nil }

    /// The key. A generated one is in its file, and durable, when this returns; a dry run creates no file.
    func key() throws(Failure) -> Data {
        let result = known.withLock { known in
            let result = known ?? Result { try make() }.mapError { Failure($0) }
            known = result
            return result
        }
        return try result.get()
    }

    /// The key if it was given; nil if it is yet to be generated.
    @discardableResult
    func readGiven() throws(Failure) -> Data? { source == nil ? nil : try key() }

    /// Must be called when a file has the key, or may have it.
    func markUsed() { isUsed.store(true, ordering: .relaxed) }

    /// Removes the file of an unused generated key, so that the command can be repeated.
    func discardUnlessUsed() {
        guard !isUsed.load(ordering: .relaxed), let generated, !context.settings.isDryRun,
            case .success = known.withLock({ $0 })
        else { return }
        try? FileManager.default.removeItem(atPath: generated)
    }

    private func make() throws -> Data {
        if let source { return try source.read(in: context) }
        guard let generated else { throw Failure(.key, "keyRequired", "A new key is needed.") }
        SecretMemory.keepOutOfCoreFiles()
        let key = try Realm.generateEncryptionKey()
        if !context.settings.isDryRun { try KeyFile.create(generated, KeyText.OutputForm.hex.content(of: key)) }
        return key
    }
}
