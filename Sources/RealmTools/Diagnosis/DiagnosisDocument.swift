import Foundation
import RealmStore

/// A diagnosis as `diagnosis.json` of a bundle.
struct DiagnosisDocument: Encodable {
    private let path: String?
    private let kind: FileDiagnosis.Kind
    private let bytes: Int?
    private let fileFormat: Int?
    private let opens: Bool
    private let error: Problem?
    private let key: FileDiagnosis.KeyState
    private let file: File?
    private let verification: Verification?
    private let salvage: [Salvage]?
    private let holders: [Holder]
    private let access: FileDiagnosis.Access
    private let availableBytes: Int?

    init(_ diagnosis: FileDiagnosis, _ names: Pseudonyms, _ keepsNames: Bool) {
        path = keepsNames ? diagnosis.path : nil
        kind = diagnosis.kind
        bytes = diagnosis.bytes
        fileFormat = diagnosis.fileFormat
        opens = diagnosis.opens
        error = diagnosis.openingError.map { error in
            Problem(
                code: "\(error.reason)", severity: nil, ref: nil, where: nil,
                message: keepsNames ? error.localizedDescription : nil)
        }
        key = diagnosis.key
        file = diagnosis.info.map { File($0, names, keepsNames) }
        verification = diagnosis.verification.map { Verification($0, names, keepsNames) }
        salvage = diagnosis.salvage?.classes.map {
            Salvage(name: names.name(ofClass: $0.name), expected: $0.expected, readable: $0.readable)
        }
        holders = diagnosis.holders.map {
            Holder(name: keepsNames ? $0.name : nil, engine: $0.engine, isExclusive: $0.isExclusive)
        }
        access = diagnosis.access
        availableBytes = diagnosis.availableBytes
    }

    /// A class in `schema.json`.
    struct ClassSchema: Encodable {
        let name: String
        let embedded: Bool
        let primaryKey: String?
        let properties: [PropertySchema]
    }

    /// A property in `schema.json`.
    struct PropertySchema: Encodable {
        let name: String
        let type: String
        let indexed: Bool
        let fullText: Bool
    }

    private struct Problem: Encodable {
        let code: String
        let severity: String?
        let ref: Int?
        let `where`: String?
        let message: String?
    }

    private struct Salvage: Encodable {
        let name: String
        let expected: Int?
        let readable: Int
    }

    private struct Holder: Encodable {
        let name: String?
        let engine: Realm.FileHolder.Engine
        let isExclusive: Bool
    }

    private struct Verification: Encodable {
        let level: Realm.VerifyLevel
        let opens: Bool
        let errors: Int
        let notes: Int
        let nodes: Int
        let leakedBytes: Int?
        let checked: VerificationReport.Counts
        let problems: [Problem]

        init(_ report: VerificationReport, _ names: Pseudonyms, _ keepsNames: Bool) {
            (level, opens, errors, notes) = (report.level, report.opens, report.errorCount, report.noteCount)
            (nodes, leakedBytes, checked) = (report.nodes, report.leakedBytes, report.checked)
            problems = report.problems.map {
                Problem(
                    code: $0.code.rawValue, severity: $0.severity.rawValue, ref: $0.ref, where: names.place($0.where),
                    message: keepsNames ? $0.message : nil)
            }
        }
    }

    private struct File: Encodable {
        let encrypted: Bool
        let keyFingerprint: String?
        let schemaVersion: UInt64?
        let history: Realm.FileInfo.History
        let streamingForm: Bool
        let commitVersion: UInt64
        let usedBytes: Int
        let freeBytes: Int
        let freeBlocks: Int
        let largestFreeBlock: Int
        let versionsInUse: Int
        let classes: [Class]

        struct Class: Encodable {
            let name: String
            let objects: Int
            let properties: Int
            let primaryKey: String?
            let embedded: Bool
        }

        init(_ info: Realm.FileInfo, _ names: Pseudonyms, _ keepsNames: Bool) {
            encrypted = info.encrypted
            keyFingerprint = keepsNames ? info.keyFingerprint : nil
            (schemaVersion, history, streamingForm) = (info.schemaVersion, info.history, info.streamingForm)
            (commitVersion, usedBytes, freeBytes) = (info.commitVersion, info.usedBytes, info.freeBytes)
            (freeBlocks, largestFreeBlock) = (info.freeBlocks, info.largestFreeBlock)
            versionsInUse = info.versionsInUse.count
            classes = info.classes.map { found in
                Class(
                    name: names.name(ofClass: found.name), objects: found.objects, properties: found.properties,
                    primaryKey: found.primaryKey.map { names.name(of: $0, in: found.name) }, embedded: found.embedded)
            }
        }
    }
}
