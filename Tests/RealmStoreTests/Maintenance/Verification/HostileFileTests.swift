import Foundation
import Testing

@testable import RealmStore
@testable import TestSupport

/// Effects of damaged files on an app that only reads: each of these once ended a process.
@Suite struct HostileFileTests {
    private func open(_ damaged: DamagedFile, in directory: TemporaryDirectory) throws -> Realm {
        var configuration = Realm.Configuration(fileURL: try directory.file("hostile.realm", Data(damaged.bytes)))
        configuration.lockMode = .privateFile
        return try Realm(configuration: configuration)
    }

    @Test func `a link in a list to an object that does not exist reads as an invalid object`() throws {
        let damaged = try DamagedFile("tombstones")
        let list = try damaged.collection("Parent", "many") { !$0.kind.context && $0.kind.width >= 4 }
        try damaged.set(0, of: list.ref, to: 15)
        let directory = try TemporaryDirectory()
        let realm = try open(damaged, in: directory)
        let all = realm.dynamicObjects("Parent").flatMap { parent in
            (parent["many"] as? List<DynamicObject>).map(Array.init) ?? []
        }
        #expect(all.contains { $0.isInvalidated })
        #expect(realm.damage != nil)
    }

    @Test func `collections of objects that do not lie in the order of their keys are damaged, not deleted`() throws {
        // Only where keys are missing are they written down.
        let damaged = try DamagedFile("tombstones") { $0.delete($0.dynamicObjects("Parent")[1]) }
        let keys = try #require(damaged.space.node(damaged.cluster("Parent").ref).slot(0).ref)
        let stored = try damaged.space.integers(keys, "keys")
        let (first, second) = (stored[0], stored[1])
        try damaged.set(0, of: keys, to: second)
        try damaged.set(1, of: keys, to: first)
        let directory = try TemporaryDirectory()
        let realm = try open(damaged, in: directory)
        for parent in realm.dynamicObjects("Parent") {
            _ = (parent["many"] as? List<DynamicObject>)?.count
            _ = (parent["set"] as? MutableSet<DynamicObject>)?.count
            _ = (parent["map"] as? Map<String, DynamicObject?>)?.count
        }
        #expect(realm.damage?.localizedDescription.contains("is not found by its key") == true)
    }

    @Test func `the description of a list that contains itself ends`() throws {
        let damaged = try DamagedFile("mixed_nested")
        let leaf = try MixedLeaf(damaged.leaf("Doc", "any"), in: damaged.space)
        var patched = false
        for row in 0..<leaf.count {
            guard case .list(let root) = try leaf.value(row), !root.isNone, !patched else { continue }
            let node = try damaged.space.node(root)
            guard !node.kind.isInner, let nested = node.slot(4).ref else { continue }
            try damaged.set(0, of: nested, to: Int64(root.offset))
            patched = true
        }
        try #require(patched)
        let directory = try TemporaryDirectory()
        let text = try open(damaged, in: directory).dynamicObjects("Doc").map(\.description).joined()
        #expect(text.contains("<Maximum depth exceeded>"))
    }

    @Test func `a primary key of a type that none can have keeps the file from opening`() throws {
        let damaged = try DamagedFile("embedded")
        let name = try damaged.column("Person", "card").key.value
        try damaged.set(11, of: damaged.table("Person").ref, to: (name << 1) | 1)
        try damaged.expect(.badTable, opens: false)
    }

    @Test func `a node with refs of another scheme is not read past its end`() throws {
        let damaged = try DamagedFile("embedded")
        let cluster = try damaged.cluster("Person").ref
        damaged.setKind(of: cluster, to: 0x57)
        try damaged.expect(.badNode, at: "Person")
        let directory = try TemporaryDirectory()
        let url = try directory.file("hostile.realm", Data(damaged.bytes))
        #expect(throws: Realm.Error.self) { try Realm.fileInfo(at: url, deep: true, lockMode: .privateFile) }
    }

    @Test func `a tree of objects whose nodes all have one child many times over is not walked for ever`() throws {
        let damaged = try DamagedFile("embedded")
        let list = try FreeList(#require(damaged.file.top), in: damaged.space)
        let block = try #require((0..<list.count).map { list[$0] }.max { $0.byteCount < $1.byteCount })
        try #require(block.byteCount > 9 * 1100)
        // An empty leaf, and eight inner nodes above it of 256 equal children each.
        var place = block.position
        func append(_ kind: UInt8, _ elements: [Int64]) -> Int64 {
            damaged.bytes.replaceSubrange(place..<place + 4, with: [0x41, 0x41, 0x41, 0x41])
            damaged.bytes[place + 4] = kind
            for (index, shift) in [16, 8, 0].enumerated() {
                damaged.bytes[place + 5 + index] = UInt8((elements.count >> shift) & 0xFF)
            }
            for (index, element) in elements.enumerated() {
                damaged.write(element, byteCount: 4, at: place + 8 + 4 * index)
            }
            defer { place += (8 + 4 * elements.count + 7) / 8 * 8 }
            return Int64(place)
        }
        var child = append(0x46, [1])
        for depth in 1...8 {
            child = append(0xC6, [0, Int64(2 * depth + 1), 3] + Array(repeating: child, count: 256))
        }
        try damaged.set(2, of: damaged.table("Person").ref, to: child)
        try damaged.expect(.badCluster, at: "Person")
        let directory = try TemporaryDirectory()
        let realm = try open(damaged, in: directory)
        #expect(throws: FormatError.self) { () throws(FormatError) in
            try realm.session.group.table(ofClass: "Person")?.objects().forEachLeaf { _ in }
        }
    }
}
