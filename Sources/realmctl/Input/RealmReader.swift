import Foundation
import RealmTools

/// Opens the files of a command for reading, with the given options and key.
struct RealmReader: Sendable {
    let context: CommandContext
    let keys: KeyRing

    init(_ options: KeyOptions, in context: CommandContext) throws(Failure) {
        self.context = context
        keys = try KeyRing(options, in: context)
    }

    /// Opens files with the key of `keys`.
    init(_ keys: KeyRing, in context: CommandContext) {
        self.context = context
        self.keys = keys
    }

    /// Opens plain files only.
    init(withoutKeyIn context: CommandContext) {
        self.context = context
        keys = KeyRing(withoutKeyIn: context)
    }

    /// The file named `path`; standard input for `-`, which must not also be the source of the key.
    func input(_ path: String) throws -> InputFile {
        guard path == "-" else { return InputFile(path) }
        if keys.source?.isStandardInput == true {
            throw Failure.usage("Standard input cannot give both the key and the file.")
        }
        return try InputFile(spoolingStandardInputIn: context)
    }

    /// The configuration for `input`: schema of the file, lock mode, timeout and scratch directory according to the
    /// options.
    func configuration(for input: InputFile, key: Data?) -> Realm.Configuration {
        var configuration = Realm.Configuration(fileURL: input.url, encryptionKey: key)
        configuration.schemaMode = .discovered
        configuration.lockMode = input.lockMode(context.settings)
        configuration.lockTimeout = context.settings.lockTimeout
        configuration.scratchDirectory = context.settings.scratchDirectory
        return configuration
    }

    /// Runs `body` with the key for `input`, or nil if the file needs none.
    ///
    /// `body` opens the file through the library. It runs a second time if the file turns out to be plain (then a given
    /// key is ignored, with a warning) or encrypted (then the user is asked for the key).
    func withKey<Result>(for input: InputFile, _ body: (_ key: Data?) throws -> Result) throws -> Result {
        let key = try keys.givenKey()
        if key != nil { PipedOutput.standard?.staysOffDisk() }
        do {
            return try body(key)
        } catch let error as Realm.Error where error.reason == .notEncrypted && key != nil && !keys.isStrict {
            context.console.warn(
                "keyIgnored", "The file '\(input.name)' is not encrypted; the key is ignored.", path: input.name)
            return try body(nil)
        } catch let error as Realm.Error where error.reason == .encryptionKeyRequired && key == nil {
            guard let key = try keys.askedKey(for: input.name) else { throw error }
            PipedOutput.standard?.staysOffDisk()
            return try body(key)
        } catch let error as Realm.Error where error.reason == .damagedFile && key != nil {
            throw failure(damage: error, of: input, key: key)
        }
    }

    /// The failure for a damaged encrypted file: with the pages that do not match the key.
    private func failure(damage error: Realm.Error, of input: InputFile, key: Data?) -> Failure {
        var failure = Failure(error)
        if case .damaged(let pages) = try? Realm.probe(at: input.url, encryptionKey: key) {
            failure.detail = .object([("pages", .array(pages.map { JSONValue($0) }))])
        }
        return failure
    }

    /// The facts about a file that a command may rewrite.
    ///
    /// - Parameters:
    ///   - deep: whether every node is read, as in a dry run instead of writing.
    ///   - asksHolders: whether those who have the file open are asked what they use.
    func info(_ input: InputFile, key: Data?, deep: Bool, asksHolders: Bool = true) throws -> Realm.FileInfo {
        try context.console.step("look into '\(input.name)'") {
            try Realm.fileInfo(
                at: input.url, encryptionKey: key, deep: deep, asksHolders: asksHolders,
                lockMode: input.lockMode(context.settings),
                lockTimeout: context.settings.lockTimeout, scratchDirectory: context.settings.scratchDirectory)
        }
    }

    /// Opens `input`.
    func open(_ input: InputFile) throws -> OpenedRealm {
        try withKey(for: input) { key in
            let realm = try context.console.step("open '\(input.name)'") {
                try Realm(configuration: configuration(for: input, key: key))
            }
            return OpenedRealm(realm: realm, input: input)
        }
    }
}

extension Realm.FileInfo {
    /// Throws the error of rewriting the file if it belongs to a synchronised app.
    func checkHistory(_ options: Realm.FileWriteOptions) throws(Failure) {
        guard ![.none, .local].contains(history), !options.dropsSyncHistory else { return }
        throw Failure(
            .dataError, "syncHistory", "The file '\(path)' belongs to a synchronised app; its copy is a local Realm.",
            path: path, hint: Failure.localRealmHint)
    }
}

/// A Realm that a command reads.
struct OpenedRealm {
    let realm: Realm
    let input: InputFile

    /// Must be called after the last read: throws if the file changed meanwhile, or a part of it could not be read.
    func finish() throws {
        try realm.checkUnchanged()
        if let damage = realm.damage { throw damage }
    }
}
