import Foundation
import RealmTools

/// The common part of `encrypt`, `decrypt` and `rekey`: a file gets another key, in place or as a new file.
struct KeyChange: Sendable {
    enum Purpose: String, Sendable {
        case encrypt, decrypt, rekey

        /// The past participle of the action on the file.
        var past: String {
            switch self {
            case .encrypt: "encrypted"
            case .decrypt: "decrypted"
            case .rekey: "rekeyed"
            }
        }
    }

    let purpose: Purpose
    let reader: RealmReader
    /// The new key; nil to decrypt.
    let newKey: NewKey?
    let options: KeyChangeOptions
    let rewrite: Realm.FileWriteOptions

    private var settings: Settings { reader.context.settings }

    /// Checks the options, asks if necessary, and changes the files.
    func run(_ files: BatchOptions) throws -> CommandResult {
        var batch = try Batch(files, reader: reader, command: purpose.rawValue)
        batch.tellsWork = !reader.context.settings.isDryRun
        if options.output != nil {
            if batch.count != 1 { throw Failure.usage("-o takes one input file.") }
            if options.keepOld != nil { throw Failure.usage("--keep-old and -o exclude each other.") }
        }
        if let newKey, !newKey.isGiven {
            let make = "or make one with --generate-key FILE."
            throw Failure.usage("The new key is missing.", hint: "Give it with --new-key-file FILE, \(make)")
        }
        if options.output == nil, purpose != .encrypt, let refused = consent(to: batch) { return refused }
        defer { newKey?.discardUnlessUsed() }
        return try batch.run { input, progress in try report(on: input, progress) }
    }

    /// Asks whether files are to be changed in place; returns the result of the command if not.
    private func consent(to batch: Batch) -> CommandResult? {
        batch.consent { input in
            try checkCanChange(input)
        } question: { accepted in
            let what = batch.count == 1 ? "The file" : "\(accepted) of \(batch.count) files"
            return "\(what) will be \(purpose.past) in place; go on?"
        }
    }

    /// Throws if the file cannot be changed in place, as far as that is known in advance.
    private func checkCanChange(_ input: InputFile) throws {
        try input.checkIsReplaceable(settings)
        // A leftover may be another name of the file.
        if !settings.isDryRun { Realm.removeLeftovers(besideFileAt: input.url) }
        try input.checkHasOneName(settings)
        let key = try currentKey(of: input)
        try reader.info(input, key: key, deep: false).checkHistory(rewrite)
        if let new = try newKey?.readGiven() { try checkIsOther(new, than: key, input) }
        try checkOldName(of: input)
        try input.checkIsClosed(settings)
    }

    private func checkIsOther(_ new: Data?, than key: Data?, _ input: InputFile) throws(Failure) {
        if purpose == .rekey, key == new { throw .usage("The new key of '\(input.name)' is the one it has.") }
    }

    /// The place for keeping the old file.
    private func oldFileURL(of input: InputFile) -> URL? {
        options.keepOld.map { URL(fileURLWithPath: input.url.resolvingSymlinksInPath().path + $0) }
    }

    /// Throws if the name for the old file is taken.
    private func checkOldName(of input: InputFile) throws {
        guard let old = oldFileURL(of: input) else { return }
        // It may be taken by what a killed run left.
        if !settings.isDryRun { Realm.removeLeftovers(besideFileAt: input.url) }
        try OutputFile.check(
            old.path, named: old.path, replacing: false, hint: "Name another suffix with --keep-old.")
    }

    private func report(on input: InputFile, _ progress: Progress) throws -> FileReport {
        let begin = Date()
        let output = try options.output.map { try RealmOutput($0, from: input, in: reader.context) }
        if output == nil {
            try input.checkIsReplaceable(settings)
            try checkOldName(of: input)
        }
        let key = try currentKey(of: input)
        let new = try newKey?.key()
        try checkIsOther(new, than: key, input)
        let before = input.byteCount
        let after: Int?
        do { after = try change(input, from: key, to: new, output, progress) } catch {
            // A late failure leaves a file that only the new key opens.
            let target = output?.url ?? input.url
            let mayHaveKey = (try? Realm.probe(at: target, encryptionKey: new) == .fits)
            if mayHaveKey ?? FileManager.default.fileExists(atPath: target.path) { newKey?.markUsed() }
            throw error
        }
        newKey?.markUsed()
        let fingerprint = new.map(Realm.keyFingerprint)
        let status = (settings.isDryRun ? "would be " : "") + purpose.past
        let detail = fingerprint.map { " (key \($0))" } ?? ""
        let target = output.map { "  -> \($0.path)" } ?? ""
        return FileReport(
            [
                ("path", .string(input.name)), ("status", .string(settings.isDryRun ? "unchanged" : purpose.past)),
                ("output", JSONValue(output?.path)), ("before", JSONValue(before)), ("after", JSONValue(after)),
                ("keyFingerprint", JSONValue(fingerprint)),
                ("seconds", .double((Date().timeIntervalSince(begin) * 1000).rounded() / 1000)),
            ], text: "\(input.name)  \(status)\(detail)\(target)\n")
    }

    /// The current key of the file, present or absent as the command requires.
    private func currentKey(of input: InputFile) throws -> Data? {
        let kind = try Realm.probe(at: input.url, encryptionKey: nil)
        if purpose == .encrypt {
            guard kind == .wrongKey else { return nil }
            throw Failure(
                .dataError, "alreadyEncrypted", "The file '\(input.name)' is encrypted.", path: input.name,
                hint: "Give it another key with 'realmctl rekey'.")
        }
        if kind == .notEncrypted {
            throw Failure(
                .dataError, "notEncrypted", "The file '\(input.name)' is not encrypted.", path: input.name,
                hint: purpose == .rekey ? "Encrypt it with 'realmctl encrypt'." : nil)
        }
        return try reader.keys.givenKey() ?? reader.keys.askedKey(for: input.name)
    }

    /// Returns the size of the new file; nil for a dry run, which reads every node.
    private func change(
        _ input: InputFile, from key: Data?, to new: Data?, _ output: RealmOutput?, _ progress: Progress
    ) throws -> Int? {
        if settings.isDryRun {
            try reader.info(input, key: key, deep: true).checkHistory(rewrite)
            return nil
        }
        if let output {
            let realm = try Realm(configuration: reader.configuration(for: input, key: key))
            return try realm.writeCopy(toFile: output.url, encryptionKey: new, options: rewrite, progress: progress)
        }
        var configuration = Realm.Configuration(fileURL: input.url, encryptionKey: key)
        configuration.lockTimeout = settings.lockTimeout
        var rewrite = rewrite
        rewrite.oldFileURL = oldFileURL(of: input)
        try Realm.changeEncryptionKey(for: configuration, to: new, options: rewrite, progress: progress)
        return input.byteCount
    }
}
