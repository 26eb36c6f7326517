import Foundation
import RealmTools

/// What to do next about a file, as command lines.
struct DiagnosisAdvice {
    /// One thing to do.
    struct Step: Sendable {
        /// Why, or what for.
        let reason: String
        /// A command line; nil if there is none for it.
        var command: String?
    }

    private let diagnosis: FileDiagnosis
    private let name: String
    private let keyOption: String?

    /// More would not be read.
    private static let limit = 2
    /// Less free space than this is not worth a step.
    private static let worthwhileByteCount = 1_000_000

    /// - Parameter keyOption: the option with which the key was given; nil if there was none.
    init(_ diagnosis: FileDiagnosis, name: String, keyOption: String?) {
        self.diagnosis = diagnosis
        self.name = name
        self.keyOption = diagnosis.key == .right ? keyOption : nil
    }

    var steps: [Step] { Array(all.prefix(DiagnosisAdvice.limit)) }

    private var all: [Step] {
        let isRealm = diagnosis.kind == .realm || diagnosis.kind == .encryptedRealm
        return isRealm ? realm : foreign
    }

    private var word: String { "\(ShellWord(name))" }
    private var key: String { keyOption.map { " \($0)" } ?? "" }

    /// `app.realm` becomes `app.PART.realm`.
    private func newName(_ part: String) -> String {
        let path = name as NSString
        let stem = path.pathExtension == "realm" ? path.deletingPathExtension : name
        return "\(ShellWord("\(stem).\(part).realm"))"
    }

    // MARK: Realm files

    private var realm: [Step] {
        if [.missing, .wrong].contains(diagnosis.key) {
            let check = Step(reason: "shows the fingerprint of a key", command: "realmctl keygen --check KEYFILE")
            let again = Step(
                reason: diagnosis.key == .wrong ? "with the right key" : "with its key",
                command: "realmctl diagnose --key-file KEYFILE \(word)")
            return diagnosis.key == .wrong ? [again, check] : [again]
        }
        if let error = diagnosis.openingError, let step = failing(error) { return step }
        if let report = diagnosis.verification, !report.isSound || !report.opens { return damaged }
        return opening
    }

    private func failing(_ error: Realm.Error) -> [Step]? {
        switch error.reason {
        case .fileInUse, .alreadyOpen:
            return [Step(reason: "waits for it", command: "realmctl info --lock-timeout 60s\(key) \(word)")]
        case .unsupportedFileFormatVersion, .fileFormatUpgradeRequired:
            let isNew = (diagnosis.fileFormat ?? 0) > RealmStoreInformation.readableFileFormats.max() ?? 0
            let old = "open it once with an app on Realm Core 6 to 13, which upgrades it"
            return [Step(reason: isNew ? "use a newer realmctl" : old)]
        case .changedWhileReading:
            return [Step(reason: "close the app that writes it", command: "realmctl diagnose\(key) \(word)")]
        default: return nil
        }
    }

    private var damaged: [Step] {
        let recover = Step(
            reason: "saves what can be saved into a new file",
            command: "realmctl recover\(key) \(word) -o \(newName("recovered"))")
        let restore = newestBackup.map {
            Step(
                reason: "restores the newest backup beside it",
                command: "realmctl restore\(key) \(ShellWord($0)) \(newName("restored"))")
        }
        return [restore, diagnosis.salvage == nil ? nil : recover].compactMap(\.self)
            + [Step(reason: "lists the damage", command: "realmctl verify\(key) \(word)")]
    }

    private var opening: [Step] {
        var steps: [Step] = []
        let access = diagnosis.access
        if access.isLockFileDenied, diagnosis.holders.isEmpty {
            steps.append(Step(reason: "apps cannot use the lock file; nobody holds it", command: "rm \(lockWord)"))
        }
        if !access.mayWrite { steps.append(Step(reason: "apps must write it", command: "chmod u+w \(word)")) }
        if let format = diagnosis.fileFormat, format > 0,
            format < RealmStoreInformation.readableFileFormats.max() ?? 0
        {
            steps.append(
                Step(
                    reason: "upgrades it; older programs cannot open it then",
                    command: "realmctl upgrade\(key) \(word)"))
        }
        if let info = diagnosis.info, info.freeRatio >= 0.5, info.freeBytes >= DiagnosisAdvice.worthwhileByteCount {
            steps.append(
                Step(reason: "gives \(ByteSize(info.freeBytes)) back", command: "realmctl compact\(key) \(word)"))
        }
        let schema = Step(
            reason: "if an app does not open it: compare with its classes", command: "realmctl schema\(key) \(word)")
        return steps + [schema]
    }

    private var lockWord: String { "\(ShellWord(name + ".lock"))" }

    /// An archive beside the file with its name in front: the last one by name, which holds the time.
    private var newestBackup: String? {
        let path = name as NSString
        let directory = path.deletingLastPathComponent
        let stem = ((path.lastPathComponent as NSString).deletingPathExtension)
        let names = (try? FileManager.default.contentsOfDirectory(atPath: directory.isEmpty ? "." : directory)) ?? []
        let found = names.filter { $0.hasPrefix(stem) && $0.hasSuffix(".realm.tar.zst") }.max()
        return found.map { (directory as NSString).appendingPathComponent($0) }
    }

    // MARK: Other files

    private var foreign: [Step] {
        if diagnosis.salvage != nil { return damaged }
        switch diagnosis.kind {
        case .missing, .danglingLink: return missing
        case .directory:
            return [Step(reason: "looks into the Realm files in it", command: "realmctl info -r \(word)")]
        case .unreadable: return [Step(reason: "shows whose it is", command: "ls -l \(word)")]
        case .empty, .zeros: return [restored]
        case .lockFile:
            return [
                Step(
                    reason: "the Realm",
                    command: "realmctl diagnose \(ShellWord(String(name.dropLast(".lock".count))))")
            ]
        case .backupArchive, .zstd:
            return [Step(reason: "unpacks it", command: "realmctl restore \(word) \(newName("restored"))")]
        case .gzip: return [Step(reason: "unpacks it", command: "gunzip -k \(word)")]
        case .zip: return [Step(reason: "unpacks it", command: "unzip \(word)")]
        case .tar: return [Step(reason: "unpacks it", command: "tar -xf \(word)")]
        case .sqlite:
            return [
                Step(reason: "makes a Realm of it", command: "realmctl import \(newName("imported")) --from \(word)")
            ]
        case .json:
            return [
                Step(
                    reason: "makes a Realm of it",
                    command: "realmctl import \(newName("imported")) --from \(word) --schema SCHEMA.yaml")
            ]
        case .gitPointer: return [Step(reason: "gets the file", command: "git lfs pull")]
        case .html, .text: return [restored]
        case .unknown:
            let key = Step(reason: "if it is encrypted", command: "realmctl diagnose --key-file KEYFILE \(word)")
            return [key, restored]
        case .special, .realm, .encryptedRealm: return []
        }
    }

    private var restored: Step {
        let archive = newestBackup.map { "\(ShellWord($0))" } ?? "BACKUP.realm.tar.zst"
        return Step(reason: "restores a backup", command: "realmctl restore \(archive) \(newName("restored"))")
    }

    /// A Realm in the same directory whose name is close, or all of them.
    private var missing: [Step] {
        let directory = (name as NSString).deletingLastPathComponent
        let names = (try? FileManager.default.contentsOfDirectory(atPath: directory.isEmpty ? "." : directory)) ?? []
        let wanted = (name as NSString).lastPathComponent
        guard let near = NearestName.of(wanted, among: names.filter { $0.hasSuffix(".realm") }) else {
            let place = directory.isEmpty ? "." : directory
            return [Step(reason: "shows what is there", command: "ls -l \(ShellWord(place))")]
        }
        let path = (directory as NSString).appendingPathComponent(near)
        return [Step(reason: "a file of a similar name", command: "realmctl diagnose \(ShellWord(path))")]
    }
}
