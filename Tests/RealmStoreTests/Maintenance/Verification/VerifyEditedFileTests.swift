import Foundation
import Testing

@testable import RealmStore
@testable import TestSupport

struct VerifyEditedFileTests {
    /// The file that a random history of tables, columns and objects leaves.
    private func editedFile(seed: UInt64, in directory: TemporaryDirectory) throws -> URL {
        var history = SchemaHistory(seed: seed)
        var file = try PlainFile.empty()
        let url = directory.url.appendingPathComponent("edited.realm")
        for _ in 0..<3 {
            let edited = try EditedGroup(file)
            for _ in 0..<60 { try history.step(edited.group) }
            try edited.group.setSchemaVersion(seed)
            let (names, tables) = try edited.group.seal()
            let bytes = try PlainFile.bytes(names: names, tables: tables, in: edited.memory.arena.space)
            try Data(bytes).write(to: url)
            file = try PlainFile.open(bytes)
        }
        return url
    }

    @Test(arguments: 0..<4)
    func `verification finds nothing wrong with an edited file`(round: Int) throws {
        let seed = UInt64.random(in: 0..<1_000_000)
        print("edited file \(round), seed \(seed)")
        let directory = try TemporaryDirectory()
        let url = try editedFile(seed: seed, in: directory)
        let report = try Realm.verify(at: url)
        #expect(report.isSound, "\(report.problems)")
    }
}
