import Foundation
import TestSupport
import Testing

@testable import RealmStore

/// Two threads read the pages of an encrypted file at the same time, and find what is found in a plain one.
@Suite struct VerifyEncryptedDamageTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    /// A compact file of some thousand objects with indexes, links and lists.
    private func makeFile() throws -> [UInt8] {
        var configuration = Realm.Configuration(fileURL: directory.url.appendingPathComponent("made.realm"))
        configuration.schemaMode = .explicit(
            Schema([
                ObjectSchema(
                    className: "Item",
                    properties: [
                        Property(name: "id", type: .int, isIndexed: true),
                        Property(name: "name", type: .string, isOptional: true, isIndexed: true),
                        Property(name: "seen", type: .date),
                        Property(name: "next", type: .object, objectClassName: "Item", isOptional: true),
                        Property(name: "marks", type: .int, isArray: true),
                    ], primaryKey: "id"),
                ObjectSchema(className: "Note", properties: [Property(name: "text", type: .string)]),
            ]))
        let realm = try Realm(configuration: configuration)
        try realm.write {
            var last: DynamicObject?
            for number in 0..<4000 {
                let item = realm.dynamicCreate(
                    "Item",
                    value: [
                        "id": number * 3, "name": number % 5 == 0 ? NSNull() : "item \(number % 700)" as Any,
                        "seen": Date(timeIntervalSince1970: Double(number)), "marks": Array(0..<number % 4),
                        "next": number % 3 == 0 ? last ?? NSNull() : NSNull(),
                    ])
                last = item
                if number % 5 == 0 { realm.dynamicCreate("Note", value: ["text": "note \(number)"]) }
            }
        }
        let copy = directory.url.appendingPathComponent("copy.realm")
        try realm.writeCopy(toFile: copy)
        return try Array(Data(contentsOf: copy))
    }

    private func encrypt(_ bytes: [UInt8], to url: URL) throws {
        let file = try FileDescriptor.open(url.path, .readWrite, create: 0o600)
        var output = FileOutput(file, key: EncryptionKey(Fixture.key))
        let rest = [UInt8](repeating: 0, count: (4096 - bytes.count % 4096) % 4096)
        try (bytes + rest).withUnsafeBytes { try output.append($0) }
        try output.finish(beginning: Array(bytes[..<RawFileHeader.byteCount]))
    }

    private func verify(_ url: URL, key: Data?, pageByteLimit: Int = 1 << 30) throws -> VerificationReport {
        let file = try RealmFile.open(url.path, key: key.flatMap { EncryptionKey($0) }, sharing: .none)
        return try Verification(
            file, level: .full, maxProblems: 10_000, scratchDirectory: directory.url.path,
            pageByteLimit: pageByteLimit
        ).run()
    }

    /// What is found, without the order; which of two nodes at one place is the wrong one depends on it, and whether
    /// the refs of the wrong one are followed.
    private func text(_ report: VerificationReport, whereNodesOverlap: Bool = false) -> [String] {
        let problems = report.problems.filter { ![.overlap, .usedTwice, .leak, .fileSize].contains($0.code) }
        return problems.filter { !whereNodesOverlap || $0.where != nil }.map { "\($0)" }.sorted()
    }

    private func hasOverlaps(_ report: VerificationReport) -> Bool {
        report.problems.contains { [.overlap, .usedTwice].contains($0.code) }
    }

    @Test func `a sound encrypted file is found sound, and all of it is read`() throws {
        let bytes = try makeFile()
        let plain = try directory.file("plain.realm", Data(bytes))
        let encrypted = directory.url.appendingPathComponent("encrypted.realm")
        try encrypt(bytes, to: encrypted)
        let expected = try verify(plain, key: nil)
        #expect(expected.problems.isEmpty)
        for pages in [4, 40, 1 << 18] {
            let report = try verify(encrypted, key: Fixture.key, pageByteLimit: pages * PageCipher.pageSize)
            #expect(report.problems.isEmpty, "\(report.problems.prefix(3))")
            #expect(report.nodes == expected.nodes && report.leakedBytes == 0)
            #expect(report.checked.objects == expected.checked.objects)
            #expect(report.checked.values == expected.checked.values)
            #expect(report.checked.links == expected.checked.links)
            #expect(report.checked.indexes == expected.checked.indexes)
            #expect(report.checked.pages == (bytes.count + 4095) / 4096)
        }
    }

    /// Of the fixed seed a cluster grows over the node behind it.
    @Test(arguments: [UInt64.random(in: 0...UInt64.max), 14_598_464_025_905_598_456])
    func `damage is found as in a plain file, however much is kept decrypted`(seed: UInt64) throws {
        let bytes = try makeFile()
        var generator = SeededGenerator(for: "damage in an encrypted file", seed: seed)
        var foundCount = 0
        for number in 0..<24 {
            var damaged = bytes
            for _ in 0..<1 + generator.below(3) {
                damaged[24 + generator.below(damaged.count - 24)] ^= 1 << UInt8(generator.below(8))
            }
            let plain = try directory.file("plain\(number).realm", Data(damaged))
            let encrypted = directory.url.appendingPathComponent("encrypted\(number).realm")
            try encrypt(damaged, to: encrypted)
            guard let expected = try? verify(plain, key: nil) else { continue }
            foundCount += expected.errorCount > 0 ? 1 : 0
            for pages in [6, 100, 1 << 18] {
                let report = try verify(encrypted, key: Fixture.key, pageByteLimit: pages * PageCipher.pageSize)
                let areTwo = hasOverlaps(report) || hasOverlaps(expected)
                #expect(
                    text(report, whereNodesOverlap: areTwo) == text(expected, whereNodesOverlap: areTwo),
                    "file \(number), \(pages) pages")
                #expect((report.errorCount > 0) == (expected.errorCount > 0), "file \(number), \(pages) pages")
                #expect(report.checked.objects == expected.checked.objects, "file \(number), \(pages) pages")
            }
        }
        #expect(foundCount > 3)
    }

    @Test func `a cluster in two places is found while two threads read it`() throws {
        var bytes = try makeFile()
        let space = try #require(try clusterParent(in: bytes))
        // The second child is named twice, and the third never.
        for byte in 0..<space.slotByteCount {
            bytes[space.children + 2 * space.slotByteCount + byte] =
                bytes[space.children + space.slotByteCount + byte]
        }
        let encrypted = directory.url.appendingPathComponent("twice.realm")
        try encrypt(bytes, to: encrypted)
        for pages in [6, 1 << 18] {
            let report = try verify(encrypted, key: Fixture.key, pageByteLimit: pages * PageCipher.pageSize)
            let codes = Set(report.problems.map(\.code))
            #expect(codes.contains(.usedTwice) && codes.contains(.leak), "\(codes)")
        }
    }

    /// Where the root of the clusters of the first class has its children.
    private func clusterParent(in bytes: [UInt8]) throws -> (children: Int, slotByteCount: Int)? {
        let url = try directory.file("parent.realm", Data(bytes))
        let file = try RealmFile.open(url.path, key: nil, sharing: .none)
        let table = try Group(file).tables.first { $0.className == "Item" }
        guard let table else { return nil }
        let node = try file.space.node(table.clusters)
        guard node.kind.isInner, node.kind.width >= 8 else { return nil }
        let size = node.kind.width / 8
        return (table.clusters.offset + Node.headerByteCount + 3 * size, size)
    }
}
