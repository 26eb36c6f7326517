import Foundation
import TestSupport
import Testing

@testable import RealmStore

/// Files with a wrong free list or tree: no commit to them writes a byte.
@Suite("Writing: damaged free space") struct DamagedSpaceTests {
    private let directory = StorageDirectory()

    /// The parts of a free list.
    enum Part { case position, length, version }

    /// Sets one number of the free list of the file, whose refs are those of its newest version.
    private func set(_ part: Part, _ index: Int, to value: (TopArray, FreeList) -> Int) throws {
        var bytes = try directory.bytes()
        let file = try RealmFile.open(directory.file, key: nil, sharing: .none)
        let top = try #require(file.top)
        let list = try FreeList(top, in: file.space)
        try #require(list.count > 2)
        let ref =
            switch part {
            case .position: top.freePositions
            case .length: top.freeLengths
            case .version: top.freeVersions
            }
        let width = try file.space.node(ref).kind.width
        let start = ref.offset + Node.headerByteCount
        let number = value(top, list)
        let bit = index * width
        for position in 0..<max(1, width / 8) {
            if width >= 8 {
                bytes[start + bit / 8 + position] = UInt8(truncatingIfNeeded: number >> (position * 8))
            } else {
                let mask = UInt8((1 << width) - 1) << UInt8(bit % 8)
                bytes[start + bit / 8] = (bytes[start + bit / 8] & ~mask) | ((UInt8(number) << UInt8(bit % 8)) & mask)
            }
        }
        try directory.write(bytes)
    }

    /// A file with several free blocks.
    private func makeFile() throws {
        var random = SeededGenerator(seed: 5)
        let database = try directory.open()
        var model = StorageModel()
        for _ in 0..<60 { try model.changeAndCommit(database, using: &random) }
    }

    private func expectDamage() throws {
        let before = try directory.bytes()
        let database = try directory.open(creates: false)
        #expect {
            try StorageModel.commit(.numbered(1), to: database)
        } throws: { ($0 as? StorageError)?.kind == .damaged }
        #expect(try directory.bytes() == before)
        #expect(!database.isWritingStopped)
    }

    @Test func `an unaligned free block is refused`() throws {
        try makeFile()
        try set(.position, 1) { _, list in list[1].position + 4 }
        try expectDamage()
    }

    @Test func `a free block over nodes is refused`() throws {
        try makeFile()
        try set(.length, 0) { top, list in list[1].position - list[0].position }
        try expectDamage()
    }

    @Test func `a free block over another is refused`() throws {
        try makeFile()
        try set(.length, 0) { _, list in list[1].position - list[0].position + 8 }
        try expectDamage()
    }

    @Test func `a free block beyond the end is refused`() throws {
        try makeFile()
        try set(.length, 1) { top, list in (top.logicalByteCount - list[1].position + 8) & 0x7FF8 }
        try expectDamage()
    }

    @Test func `an empty free block is refused`() throws {
        try makeFile()
        try set(.length, 1) { _, _ in 0 }
        try expectDamage()
    }

    @Test func `a free block over the header is refused`() throws {
        try makeFile()
        try set(.position, 0) { _, _ in 16 }
        try expectDamage()
    }

    @Test func `a free block of a future version is refused`() throws {
        try makeFile()
        try set(.version, 1) { top, _ in Int(top.version) + 1 }
        try expectDamage()
    }

    @Test func `a node with two parents is refused`() throws {
        let database = try directory.open()
        let transaction = try database.beginWrite()
        let leaf = try IntegerEditor(repeating: 5, count: 5, in: transaction.arena).ref
        let names = try IntegerEditor(repeating: 0, count: 2, in: transaction.arena).ref
        let root = try SlotEditor(.refs(), [Slot(leaf), .empty], in: transaction.arena).ref
        var top = try #require(try transaction.commit(names: names, tables: root).top)
        // A slot that refers to the same leaf as the other, in the file.
        let next = try database.beginWrite()
        let editor = try SlotEditor(top.tables, in: next.arena)
        editor[1] = editor[0]
        top = try #require(try next.commit(names: top.names, tables: editor.ref).top)
        let before = try directory.bytes()
        let last = try database.beginWrite()
        try last.arena.freeTree(top.tables)
        let made = try SlotEditor(.refs(), count: 0, in: last.arena).ref
        #expect {
            _ = try last.commit(names: top.names, tables: made)
        } throws: { ($0 as? StorageError)?.kind == .damaged }
        #expect(try directory.bytes() == before)
    }
}
