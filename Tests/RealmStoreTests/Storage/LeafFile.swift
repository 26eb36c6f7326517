import TestSupport
import Testing

@testable import RealmStore

/// A file of leaves of random sizes, which commits replace at random, on a disk that makes nothing durable.
struct LeafFile {
    let database: Database
    private(set) var random: SeededGenerator

    init(_ directory: StorageDirectory, seed: UInt64, key: EncryptionKey? = nil) throws {
        database = try directory.open(key, disk: HastyDisk())
        random = SeededGenerator(seed: seed)
    }

    /// The space that one version takes.
    struct Usage {
        let fileByteCount: Int
        let freeByteCount: Int
        let blockCount: Int

        var liveByteCount: Int { fileByteCount - freeByteCount }

        init(_ snapshot: Snapshot) throws {
            let top = try #require(snapshot.top)
            let list = try FreeList(top, in: snapshot.space)
            (fileByteCount, freeByteCount, blockCount) = (top.logicalByteCount, list.byteCount, list.count)
        }
    }

    /// A leaf of 10 to 50 integers of 64 bits.
    private mutating func makeLeaf(_ arena: Arena) throws -> Slot {
        var editor = try IntegerEditor(repeating: 0, count: 0, in: arena)
        for _ in 0..<Int.random(in: 10...50, using: &random) {
            try editor.append(Int64.random(in: .min ... .max, using: &random))
        }
        return Slot(editor.ref)
    }

    /// Commits `leafCount` leaves as the first version.
    mutating func begin(leafCount: Int) throws -> Snapshot {
        let transaction = try database.beginWrite()
        let arena = transaction.arena
        var slots: [Slot] = []
        for _ in 0..<leafCount { slots.append(try makeLeaf(arena)) }
        let names = try IntegerEditor(repeating: 0, count: 1, in: arena).ref
        return try transaction.commit(names: names, tables: SlotEditor(.refs(), slots, in: arena).ref)
    }

    /// Commits `count` leaves that are replaced at random.
    mutating func change(_ count: Int, movedByteCount: Int? = nil) throws -> Snapshot {
        let transaction = try database.beginWrite()
        transaction.movedByteCount = movedByteCount
        let top = try #require(transaction.start.top)
        let root = try SlotEditor(top.tables, in: transaction.arena)
        for _ in 0..<count {
            let index = Int.random(in: 0..<root.count, using: &random)
            try transaction.arena.freeTree(root.child(index))
            root[index] = try makeLeaf(transaction.arena)
        }
        return try transaction.commit(names: top.names, tables: root.ref)
    }

    /// Commits all but `count` leaves, those that are kept chosen at random.
    mutating func keep(_ count: Int) throws -> Snapshot {
        let transaction = try database.beginWrite()
        let top = try #require(transaction.start.top)
        var root = try SlotEditor(top.tables, in: transaction.arena)
        while root.count > count {
            let index = Int.random(in: 0..<root.count, using: &random)
            try transaction.arena.freeTree(root.child(index))
            root.remove(at: index)
        }
        return try transaction.commit(names: top.names, tables: root.ref)
    }

    /// The leaves of a version.
    static func leaves(_ snapshot: Snapshot) throws -> [[Int64]] {
        try leaves(#require(snapshot.top), in: snapshot.space)
    }

    static func leaves(_ top: TopArray, in space: NodeSpace) throws -> [[Int64]] {
        let root = try space.refs(top.tables, "test tables")
        return try (0..<root.count).map { index in
            let leaf = try space.integers(try #require(root.slot(index).ref), "test leaf")
            return (0..<leaf.count).map { leaf[$0] }
        }
    }
}

/// A disk that makes nothing durable.
final class HastyDisk: Disk {
    private let real = RealDisk()

    func write(
        _ bytes: UnsafeRawBufferPointer, to file: borrowing FileDescriptor, at offset: Int
    ) throws(SystemError) { try real.write(bytes, to: file, at: offset) }

    func allocate(_ file: borrowing FileDescriptor, from start: Int, to end: Int) throws(SystemError) {
        try real.allocate(file, from: start, to: end)
    }

    func resize(_ file: borrowing FileDescriptor, to byteCount: Int) throws(SystemError) {
        try real.resize(file, to: byteCount)
    }

    func sync(_ file: borrowing FileDescriptor) throws(SystemError) {}

    func create(_ name: String, in directory: Directory, mode: UInt32) throws(SystemError) -> FileDescriptor {
        try real.create(name, in: directory, mode: mode)
    }

    func move(_ name: String, toNew target: String, in directory: Directory) throws(SystemError) {
        try real.move(name, toNew: target, in: directory)
    }

    func replace(_ target: String, with name: String, in directory: Directory) throws(SystemError) {
        try real.replace(target, with: name, in: directory)
    }

    func remove(_ name: String, from directory: Directory) throws(SystemError) {
        try real.remove(name, from: directory)
    }

    func sync(_ directory: Directory) throws(SystemError) {}
}
