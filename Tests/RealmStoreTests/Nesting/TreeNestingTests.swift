import Foundation
import Testing

@testable import RealmStore
@testable import TestSupport

/// Trees of nodes that are deeper than in any real file, on threads with as little stack as apps give theirs.
@Suite struct TreeNestingTests {
    @Test(arguments: [(2, 0xC7), (3, 0x47), (3, 0xE7)] as [(Int, UInt8)])
    func `an endless tree is reported as damage on a small stack`(_ part: Int, _ kind: UInt8) async throws {
        await #expect(processExitsWith: .success) { [part = part as Int, kind = kind as UInt8] in
            let directory = try TemporaryDirectory()
            let file = try directory.file("deep.realm", Data(DeepFile(part: part, kind: kind).bytes))
            let copy = directory.url.appendingPathComponent("copy.realm")
            RLMLogger.shared.level = .off
            try onThread(stackSize: 512 << 10) {
                let report = try Realm.verify(at: file)
                #expect(!report.isSound)
                var configuration = Realm.Configuration(fileURL: file)
                configuration.schemaMode = .discovered
                #expect(throws: (any Error).self) { try Realm.compact(for: configuration) }
                _ = try? Realm.fileInfo(at: file, deep: true)
                _ = try? Realm(configuration: configuration).writeCopy(toFile: copy)
                guard let realm = try? Realm(configuration: configuration) else { return }
                for schema in realm.schema.objectSchema {
                    let objects = realm.dynamicObjects(schema.className)
                    _ = objects.count
                    _ = objects.first.map { "\($0)" }
                    if let property = schema.properties.first(where: \.isIndexed)?.name {
                        _ = objects.filter("\(property) == nil").count
                    }
                }
            }
        }
    }
}
