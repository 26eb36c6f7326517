import Foundation
import TestSupport
import Testing

@testable import RealmStore
@testable import RealmTools

/// Every damage ends in an error that names its place.
@Suite("Export of damaged files") struct ExportDamageTests {
    /// Exports the file with `bytes`; the error, or nil if it succeeds.
    private func error(exporting bytes: Data, _ format: RealmExporter.Format = .ndjson) throws -> Realm.Error? {
        let directory = try TemporaryDirectory()
        let file = try directory.file("damaged.realm", bytes)
        do {
            let realm = try Realm(configuration: .init(fileURL: file, readOnly: true))
            let exporter = try RealmExporter(realm, format: format)
            switch format {
            case .csv: _ = try exporter.exportFiles { _, _ in }
            case .sqlite: _ = try exporter.exportDatabase(toFile: directory.url.appendingPathComponent("x.sqlite"))
            case .ndjson, .json, .postgres: _ = try exporter.export { _ in }
            }
            return nil
        } catch let error as Realm.Error {
            return error
        }
    }

    /// Position of a node's header in the bytes of a fixture: the first leaf of that column.
    private func leaf(_ name: String, _ className: String, _ property: String) throws -> Int {
        try withRealm(name) { realm in
            let table = try #require(realm.session.group.table(ofClass: className))
            let column = try #require(table.column(named: property))
            return try table.objects().leaf(containing: 0).leaf.column(column.leafIndex).offset
        }
    }

    @Test func `a text that is not UTF-8 is an error that names object and property`() throws {
        var bytes = try Fixture.named("versioned_1").bytes()
        let name = try #require(try exportLines("versioned_1").lines[0]["name"]?.text)
        let position = try #require(bytes.range(of: Data(name.utf8), options: .backwards)).lowerBound
        bytes[position] = 0xFF
        let error = try #require(try error(exporting: bytes))
        #expect(error.reason == .damagedFile)
        #expect(error.localizedDescription.contains("Item.name, object 0"))
    }

    @Test func `damage of a whole leaf names class and property`() throws {
        var bytes = try Fixture.named("versioned_1").bytes()
        bytes[try leaf("versioned_1", "Item", "name") + 7] += 1
        let error = try #require(try error(exporting: bytes))
        #expect(error.localizedDescription.contains("Item.name: "))
    }

    @Test func `a leaf with a ref in two places is an error`() throws {
        var bytes = try Fixture.named("links").bytes()
        let cluster = try withRealm("links") { realm in
            let table = try #require(realm.session.group.table(ofClass: "Leaf"))
            return try table.objects().leaf(containing: 0).leaf.ref.offset
        }
        // The second column's ref becomes the first one's: the width of refs is known from the header.
        let width = (1 << Int(bytes[cluster + 4] & 7)) >> 4
        let slot = cluster + 8 + width
        bytes.replaceSubrange((slot + width)..<(slot + 2 * width), with: bytes[slot..<(slot + width)])
        let error = try #require(try error(exporting: bytes))
        #expect(error.localizedDescription.contains("reached twice"))
    }

    @Test func `a node with itself below it is an error and not a walk without end`() throws {
        var bytes = try Fixture.named("mixed_nested").bytes()
        let tables = try withRealm("mixed_nested") { try #require($0.session.file?.top).tables.offset }
        let width = (1 << Int(bytes[tables + 4] & 7)) >> 4
        for byte in 0..<width { bytes[tables + 8 + width + byte] = UInt8(truncatingIfNeeded: tables >> (8 * byte)) }
        #expect(try error(exporting: bytes)?.code == .invalidDatabase)
    }

    @Test(arguments: RealmExporter.Format.allCases)
    func `no damage to a single byte makes an export trap or hang`(_ format: RealmExporter.Format) throws {
        var generator = SeededGenerator(for: #function)
        for name in ["mixed_nested", "types_all", "embedded", "tombstones", "int_key_dictionary"] {
            let bytes = try Fixture.named(name).bytes()
            for _ in 0..<40 {
                var damaged = bytes
                for _ in 0..<Int.random(in: 1...4, using: &generator) {
                    damaged[Int.random(in: 24..<damaged.count, using: &generator)] = .random(
                        in: 0...255, using: &generator)
                }
                let error = try error(exporting: damaged, format)
                #expect(error == nil || error?.code == .invalidDatabase)
            }
        }
    }

    @Test func `bytes that are left out by links are found`() throws {
        let owners = try leaf("embedded", "Person", "home")
        var bytes = try Fixture.named("embedded").bytes()
        // All links of the first cluster become null: the node keeps its count and takes width 0.
        bytes[owners + 4] &= ~7
        let error = try #require(try error(exporting: bytes))
        #expect(error.localizedDescription.contains("neither used nor free"))
    }
}
