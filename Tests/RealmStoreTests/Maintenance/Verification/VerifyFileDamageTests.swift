import Foundation
import Testing

@testable import RealmStore
@testable import TestSupport

/// Damage to the header, the top array, the free list, and the places of nodes.
@Suite struct VerifyFileDamageTests {
    @Test func `a file with a broken mark is not a Realm`() throws {
        let damaged = try DamagedFile("versioned_1")
        damaged.bytes[16] = 0
        #expect(throws: Realm.Error.self) { try damaged.verify() }
    }

    @Test func `the other slot's top ref is looked at`() throws {
        let damaged = try DamagedFile("embedded")
        damaged.write(12_345_678_901, byteCount: 8, at: 8 * (1 - damaged.file.header.raw.selectedSlot))
        try damaged.expect(.header, level: .quick, opens: true)
    }

    @Test func `the other slot may name a version whose commit was cut short`() throws {
        let damaged = try DamagedFile("embedded")
        damaged.write(1 << 30, byteCount: 8, at: 8 * (1 - damaged.file.header.raw.selectedSlot))
        #expect(try damaged.verify().isSound)
    }

    @Test func `unknown flags are found`() throws {
        let damaged = try DamagedFile("embedded")
        damaged.bytes[23] |= 4
        try damaged.expect(.header, level: .quick)
    }

    @Test(arguments: [Int64(12_345), 99_999_984])
    func `a misaligned or distant top ref keeps the file from opening`(_ ref: Int64) throws {
        let damaged = try DamagedFile("embedded")
        damaged.write(ref, byteCount: 8, at: 8 * damaged.file.header.raw.selectedSlot)
        try damaged.expect(.header, opens: false)
    }

    @Test func `a missing footer keeps a streamed file from opening`() throws {
        let damaged = try DamagedFile("streaming")
        damaged.bytes[damaged.bytes.count - 1] ^= 1
        try damaged.expect(.header, opens: false)
    }

    @Test func `a logical size beyond the file keeps it from opening`() throws {
        let damaged = try DamagedFile("embedded")
        try damaged.set(2, of: damaged.top, to: Int64(damaged.bytes.count + 8) * 2 + 1)
        try damaged.expect(.badTopArray, opens: false)
    }

    @Test func `a ref where the top array has a number is found`() throws {
        let damaged = try DamagedFile("embedded")
        try damaged.set(9, of: damaged.top, to: Int64(damaged.top.offset))
        try damaged.expect(.badTopArray, level: .quick)
    }

    private func freeList(_ damaged: DamagedFile, _ slot: Int) throws -> Ref { try damaged.child(damaged.top, slot) }

    @Test func `a free block over a node is found`() throws {
        let damaged = try DamagedFile("embedded")
        let positions = try freeList(damaged, 3)
        let ref = try damaged.leaf("Person", "name")
        try damaged.set(0, of: positions, to: Int64(ref.offset))
        try damaged.expect(.overlap)
    }

    @Test func `a leaked block is found`() throws {
        let damaged = try DamagedFile("embedded")
        let lengths = try freeList(damaged, 4)
        let length = IntegerArray(try damaged.space.node(lengths))[0]
        try damaged.set(0, of: lengths, to: length - 8)
        let report = try damaged.verify()
        #expect(report.leakedBytes == 8 && report.problems.map(\.code) == [.leak])
    }

    @Test func `an unsorted free list is found`() throws {
        let damaged = try DamagedFile("embedded")
        for slot in 3...5 {
            let list = try freeList(damaged, slot)
            let elements = IntegerArray(try damaged.space.node(list))
            try damaged.set(0, of: list, to: elements[1])
            try damaged.set(1, of: list, to: elements[0])
        }
        try damaged.expect(.freeList, level: .quick)
    }

    @Test func `a free block of a later version is found`() throws {
        let damaged = try DamagedFile("embedded")
        try damaged.set(0, of: freeList(damaged, 5), to: 7)
        try damaged.expect(.freeList, level: .quick)
    }

    @Test func `another filler of a node is found`() throws {
        let damaged = try DamagedFile("embedded")
        damaged.bytes[try damaged.leaf("Person", "name").offset] = 0x42
        try damaged.expect(.nodeHeader)
    }

    @Test func `a width too large for its node is found`() throws {
        let damaged = try DamagedFile("embedded")
        damaged.setKind(of: try damaged.leaf("Person", "id"), to: 0x07)
        try damaged.expect(.overlap)
    }

    @Test func `flags that no node has are found`() throws {
        let damaged = try DamagedFile("embedded")
        damaged.setKind(of: try damaged.leaf("Person", "id"), to: 0x86)
        try damaged.expect(.nodeHeader)
    }

    @Test func `a node that is used twice is found`() throws {
        let damaged = try DamagedFile("embedded")
        let index = try damaged.column("Address", "street").leafIndex
        let cluster = try damaged.space.node(damaged.table("Person").clusters)
        try damaged.set(
            damaged.column("Person", "name").leafIndex + 1, of: cluster.ref,
            to: Int64(damaged.cluster("Address").column(index).offset))
        try damaged.expect(.usedTwice)
    }

    @Test func `a ref outside of the file is found`() throws {
        let damaged = try DamagedFile("embedded")
        let cluster = try damaged.cluster("Person")
        try damaged.set(damaged.column("Person", "name").leafIndex + 1, of: cluster.ref, to: 0x7FFF_FFF0)
        try damaged.expect(.badRef, at: "Person.name")
    }

    @Test func `a cycle ends`() throws {
        let damaged = try DamagedFile("migrate_v1")
        let root = try damaged.table("Person").clusters
        try damaged.set(3, of: root, to: Int64(root.offset))
        try damaged.expect(.usedTwice)
    }

    @Test func `a history that is not a tree of blobs is found`() throws {
        let damaged = try DamagedFile("embedded")
        damaged.setKind(of: try damaged.child(damaged.top, 8), to: 0x20)
        try damaged.expect(.history)
    }

    @Test func `the checksum of one page is computed`() throws {
        let damaged = try DamagedFile("types_all.enc")
        damaged.bytes[4096 * 4 + 100] ^= 1
        try damaged.expect(.unreadablePage, level: .quick)
    }

    @Test(arguments: ["versioned_1", "streaming", "tombstones", "types_all.enc"])
    func `a truncated file gives a report or an error`(_ name: String) throws {
        let damaged = try DamagedFile(name)
        let whole = damaged.bytes
        let step = name == "types_all.enc" ? 4096 : 512
        for count in stride(from: 0, to: whole.count, by: step) {
            damaged.bytes = Array(whole.prefix(count))
            do {
                let report = try damaged.verify()
                #expect(!report.isSound, "\(count) bytes of \(name)")
            } catch {
                #expect(error is Realm.Error)
            }
        }
    }
}
