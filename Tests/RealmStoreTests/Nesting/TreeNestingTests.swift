import Foundation
import TestSupport
import Testing

@testable import RealmStore
@testable import RealmTools

/// Trees of nodes that are deeper than in any real file, on threads with as little stack as apps give theirs.
@Suite struct TreeNestingTests {
    /// A file in which a part of a table is below 20,000 nodes that have one child each.
    struct DeepFile {
        private(set) var bytes: [UInt8]

        /// - Parameters:
        ///   - part: of the table's array: 2 for objects, 3 for search indexes.
        ///   - kind: of the nodes; the byte in their headers.
        init(part: Int, kind: UInt8) throws {
            let directory = StorageDirectory()
            bytes = Array(try Fixture.named("links").bytes())
            try directory.write(bytes)
            let snapshot = try directory.open(disk: HastyDisk()).newest()
            let (space, top) = (snapshot.space, try #require(snapshot.top))
            func slots(_ ref: Ref) throws -> [Int64] {
                let node = try space.node(ref)
                return (0..<node.count).map { node.slot($0).raw }
            }
            var (tables, tops) = (try slots(top.tables), try slots(top.ref))
            var table = try slots(Ref(Int(tables[tables.count - 1])))
            var root = table[part]
            for _ in 0..<20_000 { root = add(kind, [0, 2 * 8 + 1, 2 * 1 + 1, root]) }
            table[part] = root
            tables[tables.count - 1] = add(0x47, table)
            tops[1] = add(0x47, tables)
            tops[2] = Int64(2 * (bytes.count + 8 + 8 * tops.count) + 1)
            let ref = add(0x47, tops)
            let place = 8 * Int(bytes[23] & 1)
            withUnsafeBytes(of: ref.littleEndian) { bytes.replaceSubrange(place..<place + 8, with: $0) }
        }

        private mutating func add(_ kind: UInt8, _ slots: [Int64]) -> Int64 {
            defer {
                bytes += [0x41, 0x41, 0x41, 0x41, kind] + [16, 8, 0].map { UInt8((slots.count >> $0) & 0xFF) }
                for slot in slots { withUnsafeBytes(of: slot.littleEndian) { bytes += $0 } }
            }
            return Int64(bytes.count)
        }
    }

    @Test(arguments: [(2, 0xC7), (3, 0x47), (3, 0xE7)] as [(Int, UInt8)])
    func `an endless tree is reported as damage on a small stack`(_ part: Int, _ kind: UInt8) async throws {
        await #expect(processExitsWith: .success) { [part = part as Int, kind = kind as UInt8] in
            let directory = try TemporaryDirectory()
            let file = try directory.file("deep.realm", Data(DeepFile(part: part, kind: kind).bytes))
            let (copy, recovered) = (
                directory.url.appendingPathComponent("copy.realm"), directory.url.appendingPathComponent("r")
            )
            RLMLogger.shared.level = .off
            try onThread(stackSize: 512 << 10) {
                let report = try Realm.verify(at: file)
                #expect(!report.isSound)
                var configuration = Realm.Configuration(fileURL: file)
                configuration.schemaMode = .discovered
                #expect(throws: (any Error).self) { try Realm.compact(for: configuration) }
                _ = try? Realm.fileInfo(at: file, deep: true)
                _ = try? Realm.recover(from: file, to: recovered)
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
