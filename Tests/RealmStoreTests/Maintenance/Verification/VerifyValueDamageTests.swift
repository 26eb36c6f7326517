import Foundation
import Testing

@testable import RealmStore
@testable import TestSupport

/// Damage inside leaves and collections.
@Suite struct VerifyValueDamageTests {
    @Test func `a wrong number for null is found`() throws {
        let damaged = try DamagedFile("types_all")
        let table = try #require(
            damaged.group.tables.first { table in
                table.columns.contains { $0.type == .int && $0.isNullable && $0.collection == nil }
                    && (try? damaged.isNarrow(table)) == true
            })
        let column = try #require(table.columns.first { $0.type == .int && $0.isNullable && $0.collection == nil })
        try damaged.set(0, of: damaged.leaf(table.className ?? "", column.name), to: 5)
        try damaged.expect(.nullNumber, at: "\(table.className ?? "").\(column.name)")
    }

    @Test func `a boolean of 2 is found`() throws {
        let damaged = try DamagedFile("types_all")
        try damaged.set(0, of: damaged.leaf("AllBool", "opt"), to: 2)
        try damaged.expect(.badValue, at: "AllBool.opt")
    }

    @Test func `null in a required property is found`() throws {
        let damaged = try DamagedFile("types_all")
        let leaf = try damaged.leaf("AllFloat", "req")
        damaged.write(Int64(Float.nullBits), byteCount: 4, at: leaf.offset + 8)
        try damaged.expect(.nullInRequired, at: "AllFloat.req[0]")
    }

    @Test func `a short text with too many unused bytes is found`() throws {
        let damaged = try DamagedFile("migrate_v1")
        let leaf = try damaged.leaf("Person", "firstName")
        let width = try damaged.space.node(leaf).kind.width
        damaged.bytes[leaf.offset + 8 + width - 1] = UInt8(width + 1)
        try damaged.expect(.badValue, at: "Person.firstName")
    }

    @Test func `a short text that is not filled up is found`() throws {
        let damaged = try DamagedFile("migrate_v1")
        let leaf = try damaged.leaf("Person", "firstName")
        let node = try damaged.space.node(leaf)
        let width = node.kind.width
        let row = try #require((0..<node.count).first { node.bytes[$0 * width + width - 1] > 1 })
        damaged.bytes[leaf.offset + 8 + row * width + width - 2] = 0x41
        try damaged.expect(.badValue, at: "Person.firstName")
    }

    @Test func `text that is not UTF-8 is found`() throws {
        let damaged = try DamagedFile("migrate_v1")
        damaged.bytes[try damaged.leaf("Person", "firstName").offset + 8] = 0xFF
        try damaged.expect(.utf8, at: "Person.firstName[0]")
    }

    @Test func `ends of blobs that descend are found`() throws {
        let damaged = try DamagedFile("strings")
        let leaf = try damaged.leaf("UpTo31", "bin")
        let ends = try damaged.child(leaf, 0)
        let count = try damaged.space.node(ends).count
        try damaged.set(count - 1, of: ends, to: 0)
        try damaged.expect(.badLeaf, at: "UpTo31.bin")
    }

    @Test func `a text without its zero byte is found`() throws {
        let damaged = try DamagedFile("strings")
        let blob = try damaged.child(damaged.leaf("UpTo31", "req"), 1)
        let count = try damaged.space.node(blob).count
        damaged.bytes[blob.offset + 8 + count - 1] = 0x41
        try damaged.expect(.badLeaf, at: "UpTo31.req[")
    }

    @Test func `nanoseconds out of range are found`() throws {
        let damaged = try DamagedFile("types_all")
        let nanoseconds = try damaged.child(damaged.leaf("AllDate", "req"), 1)
        try damaged.set(0, of: nanoseconds, to: 2_000_000_000)
        try damaged.expect(.badValue, at: "AllDate.req[0]")
    }

    @Test func `an impossible mixed value is found`() throws {
        let damaged = try DamagedFile("mixed_nested")
        let codes = try damaged.child(damaged.leaf("Doc", "any"), 0)
        try damaged.set(0, of: codes, to: 0x1F)
        try damaged.expect(.badValue, at: "Doc.any[0]")
    }

    @Test func `payload of mixed values that is used twice is found`() throws {
        let damaged = try DamagedFile("mixed_nested")
        let codes = try damaged.child(damaged.leaf("Doc", "any"), 0)
        let stored = IntegerArray(try damaged.space.node(codes))
        let rows = (0..<stored.count).filter { (stored[$0] >> 5) & 7 != 0 }
        try damaged.set(rows[1], of: codes, to: stored[rows[0]])
        try damaged.expect(.mixedPayload, at: "Doc.any")
    }

    @Test func `a set that is out of order is found`() throws {
        let damaged = try DamagedFile("types_all")
        let set = try damaged.collection("AllInt", "set") { $0.count > 2 && !$0.kind.isInner && $0.kind.width >= 8 }
        let elements = IntegerArray(set)
        try damaged.set(0, of: set.ref, to: elements[1])
        try damaged.set(1, of: set.ref, to: elements[0])
        try damaged.expect(.setOrder, at: "AllInt.set[")
    }

    @Test func `dictionary keys out of order are found`() throws {
        let damaged = try DamagedFile("embedded")
        let dictionary = try damaged.collection("Person", "byKind") { node in
            try damaged.space.node(damaged.child(node.ref, 0)).count > 1
        }
        let keys = try damaged.space.node(damaged.child(dictionary.ref, 0))
        try #require(keys.kind.scheme == .bytes)
        let (start, width) = (keys.ref.offset + 8, keys.kind.width)
        let first = Array(damaged.bytes[start..<start + width])
        damaged.bytes.replaceSubrange(start..<start + width, with: damaged.bytes[start + width..<start + 2 * width])
        damaged.bytes.replaceSubrange(start + width..<start + 2 * width, with: first)
        try damaged.expect(.dictionaryOrder, at: "Person.byKind[")
    }

    @Test func `a clean report says what was checked`() throws {
        let report = try DamagedFile("embedded").verify()
        #expect(report.checked.objects == 969 && report.checked.tables == 6 && report.checked.links > 800)
        #expect(report.nodes == 799 && report.bytesChecked == 46_008 + 24 && report.checked.freeBlocks == 98)
    }

    @Test func `no more problems are listed than asked for`() throws {
        let damaged = try DamagedFile("migrate_v1")
        let leaf = try damaged.leaf("Dog", "owner")
        for row in 0..<50 { try damaged.set(row, of: leaf, to: 0) }
        let url = try TemporaryDirectory().url.deletingLastPathComponent().appendingPathComponent("few-\(UUID()).realm")
        try Data(damaged.bytes).write(to: url)
        defer { try? FileManager.default.removeItem(at: url) }
        let report = try Realm.verify(at: url, maxProblems: 7, lockMode: .privateFile)
        #expect(report.problems.count == 7 && report.errorCount > 20)
    }
}

extension DamagedFile {
    /// True if the first optional int of the first cluster is stored in less than 64 bits, and more than none.
    fileprivate func isNarrow(_ table: Table) throws -> Bool {
        guard let name = table.className,
            let column = table.columns.first(where: { $0.type == .int && $0.isNullable && $0.collection == nil })
        else { return false }
        return (8..<64).contains(try space.node(leaf(name, column.name)).kind.width)
    }
}
