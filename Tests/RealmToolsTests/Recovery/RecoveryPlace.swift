import Foundation
import TestSupport

@testable import RealmStore
@testable import RealmTools

/// A directory in which damaged files are recovered.
final class RecoveryPlace {
    let directory: TemporaryDirectory
    private var number = 0

    init() throws { directory = try TemporaryDirectory() }

    /// The result of a recovery.
    struct Outcome {
        let report: RecoveryReport
        let url: URL
        let key: Data?
        /// The lines of the lost and found.
        let lost: [[String: Any]]

        /// Number of objects of a class in the new file.
        func count(_ name: String) throws -> Int {
            let report = report.classes.first { $0.name == name }
            return report?.recovered ?? -1
        }

        func verify() throws -> VerificationReport {
            try Realm.verify(at: url, encryptionKey: key, lockMode: .privateFile)
        }

        /// The objects, a line for each.
        func lines() throws -> [String] { try RecoveryPlace.lines(url, key: key) }
    }

    func file(_ bytes: some Collection<UInt8>) throws -> URL {
        number += 1
        return try directory.file("damaged\(number).realm", Data(bytes))
    }

    func recover(
        _ url: URL, _ strategy: Realm.RecoveryStrategy = .auto, key: Data? = nil
    ) throws -> Outcome {
        number += 1
        let target = directory.url.appendingPathComponent("recovered\(number).realm")
        var lost: [[String: Any]] = []
        let report = try Realm.recover(from: url, to: target, encryptionKey: key, strategy: strategy) { line in
            lost.append((try? JSONSerialization.jsonObject(with: line)) as? [String: Any] ?? [:])
        }
        return Outcome(report: report, url: target, key: key, lost: lost)
    }

    func recover(
        _ bytes: some Collection<UInt8>, _ strategy: Realm.RecoveryStrategy = .auto, key: Data? = nil
    ) throws -> Outcome {
        try recover(file(bytes), strategy, key: key)
    }

    /// The objects of a file, a line for each.
    static func lines(_ url: URL, key: Data? = nil) throws -> [String] {
        var configuration = Realm.Configuration(fileURL: url, encryptionKey: key)
        configuration.schemaMode = .discovered
        configuration.lockMode = .immutable
        let realm = try Realm(configuration: configuration)
        var text = Data()
        _ = try RealmExporter(realm, format: .ndjson).export { text += $0 }
        return String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init)
    }
}
