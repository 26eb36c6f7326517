import Foundation
import TestSupport
import Testing

@testable import RealmStore

/// The content of a test file: leaves of integers below a node of refs, which is below another; the names are their
/// sums.
struct StorageModel: Equatable {
    var leaves: [[Int64]] = []

    /// Content that differs for each number.
    static func numbered(_ number: Int) -> StorageModel {
        StorageModel(leaves: [[Int64(number)], (0..<20).map { Int64($0 * number) }])
    }

    private static func sums(_ leaves: [[Int64]]) -> [Int64] { leaves.map { $0.reduce(0, &+) } }

    /// The content of a snapshot. Throws if its nodes do not match its names.
    static func read(_ snapshot: Snapshot) throws -> StorageModel {
        guard let top = snapshot.top else { return StorageModel() }
        let space = snapshot.space
        let root = try space.refs(top.tables, "test tables")
        var leaves: [[Int64]] = []
        for index in 0..<root.count {
            let leaf = try space.integers(try #require(root.slot(index).ref), "test leaf")
            leaves.append((0..<leaf.count).map { leaf[$0] })
        }
        let names = try space.integers(top.names, "test names")
        try #require((0..<names.count).map { names[$0] } == sums(leaves))
        return StorageModel(leaves: leaves)
    }

    // MARK: Changes

    /// Replaces everything and commits.
    @discardableResult
    static func commit(_ model: StorageModel, to database: Database) throws -> Snapshot {
        let transaction = try database.beginWrite(timeout: .seconds(10))
        if let top = transaction.start.top {
            try transaction.arena.freeTree(top.names)
            try transaction.arena.freeTree(top.tables)
        }
        let arena = transaction.arena
        var root = try SlotEditor(.refs(), count: 0, in: arena)
        for leaf in model.leaves { try root.append(Slot(try make(leaf, arena))) }
        return try transaction.commit(names: make(sums(model.leaves), arena), tables: root.ref)
    }

    private static func make(_ values: [Int64], _ arena: Arena) throws -> Ref {
        var editor = try IntegerEditor(repeating: 0, count: 0, in: arena)
        for value in values { try editor.append(value) }
        return editor.ref
    }

    /// Changes a few leaves in place, here and in the transaction, and commits.
    @discardableResult
    mutating func changeAndCommit(
        _ database: Database, using random: inout SeededGenerator, largest: Int = 300
    ) throws -> Snapshot {
        let transaction = try database.beginWrite(timeout: .seconds(10))
        guard let top = transaction.start.top else {
            transaction.rollback()
            return try StorageModel.commit(self, to: database)
        }
        let (names, tables) = try change(top, in: transaction, &random, largest)
        return try transaction.commit(names: names, tables: tables)
    }

    /// The same without waiting for the disk, in a file that was committed to before.
    @discardableResult
    mutating func changeAndPlace(
        in turn: WriteTurn, using random: inout SeededGenerator, largest: Int = 300
    ) throws -> Snapshot {
        let transaction = try turn.begin()
        let top = try #require(transaction.start.top)
        let (names, tables) = try change(top, in: transaction, &random, largest)
        return try transaction.place(names: names, tables: tables)
    }

    private mutating func change(
        _ top: TopArray, in transaction: WriteTransaction, _ random: inout SeededGenerator, _ largest: Int
    ) throws -> (names: Ref, tables: Ref) {
        let arena = transaction.arena
        var root = try SlotEditor(top.tables, in: arena)
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            try change(&root, arena, &random, largest)
        }
        try arena.freeTree(top.names)
        return (try StorageModel.make(StorageModel.sums(leaves), arena), root.ref)
    }

    private mutating func change(
        _ root: inout SlotEditor, _ arena: Arena, _ random: inout SeededGenerator, _ largest: Int
    ) throws {
        let index = leaves.isEmpty ? 0 : Int.random(in: 0..<leaves.count, using: &random)
        switch Int.random(in: 0..<10, using: &random) {
        case 0..<3 where leaves.count < 400, _ where leaves.isEmpty:
            let count = Int.random(in: 0...largest, using: &random)
            let leaf = (0..<count).map { _ in Int64.random(in: -1000...100_000, using: &random) }
            leaves.insert(leaf, at: index)
            try root.insert(Slot(try StorageModel.make(leaf, arena)), at: index)
        case 3:
            try arena.freeTree(root.child(index))
            root.remove(at: index)
            leaves.remove(at: index)
        default:
            var leaf = try IntegerEditor(root.child(index), in: arena)
            let value = Int64.random(in: 0...(1 << Int64(Int.random(in: 1...40, using: &random))), using: &random)
            if leaf.count > 0, Bool.random(using: &random) {
                let position = Int.random(in: 0..<leaf.count, using: &random)
                try leaf.set(value, at: position)
                leaves[index][position] = value
            } else {
                try leaf.append(value)
                leaves[index].append(value)
            }
            root[index] = Slot(leaf.ref)
        }
    }
}

/// A directory of a test, removed with it.
final class StorageDirectory: Sendable {
    let path: String

    init() {
        path = FileManager.default.temporaryDirectory.appendingPathComponent("storage-\(UUID().uuidString)").path
        try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    var file: String { "\(path)/test.realm" }

    /// The content of the file.
    func bytes() throws -> [UInt8] { Array(try Data(contentsOf: URL(fileURLWithPath: file))) }

    func write(_ bytes: [UInt8]) throws { try Data(bytes).write(to: URL(fileURLWithPath: file)) }

    /// A separate database, as another process would have it.
    func open(_ key: EncryptionKey? = nil, disk: any Disk = RealDisk(), creates: Bool = true) throws -> Database {
        var options = Database.Options()
        options.key = key
        options.disk = disk
        options.creates = creates
        options.isShared = false
        options.lockTimeout = .seconds(10)
        return try Database.open(file, options)
    }

    static let key = EncryptionKey(0..<64)!
}

/// Whether nodes and free blocks of a version cover the file from its header to its logical size, each byte once.
func checkTiling(_ snapshot: Snapshot) throws {
    guard let top = snapshot.top else { return }
    var pieces: [(start: Int, count: Int)] = []
    var pending = [top.ref]
    while let ref = pending.popLast() {
        let node = try snapshot.space.node(ref)
        #expect(node.headerFiller == Node.filler)
        let section = FreeSpace.sectionByteCount
        #expect(ref.offset / section == (ref.offset + node.footprint - 1) / section)
        pieces.append((ref.offset, node.footprint))
        guard node.kind.hasRefs else { continue }
        pending += (0..<node.count).compactMap { node.slot($0).ref }
    }
    let list = try FreeList(top, in: snapshot.space)
    for index in 0..<list.count {
        #expect(list[index].version <= top.version)
        if index > 0 { #expect(list[index].position >= list[index - 1].end) }
        pieces.append((list[index].position, list[index].byteCount))
    }
    var end = FileLayout.headerByteCount
    for piece in pieces.sorted(by: { $0.start < $1.start }) {
        try #require(piece.start == end)
        #expect(piece.count > 0 && piece.count % 8 == 0)
        end = piece.start + piece.count
    }
    #expect(end == top.logicalByteCount)
    #expect(end % 4096 == 0)
}
