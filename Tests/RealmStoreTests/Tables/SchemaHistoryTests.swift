import Testing

@testable import RealmStore
@testable import TestSupport

final class SchemaHistoryTests {
    private var files = OpenFiles()

    @Test(arguments: 0..<4)
    func `random schema histories are read back`(round: Int) throws {
        let seed = UInt64.random(in: 0..<1_000_000)
        print("schema history \(round), seed \(seed)")
        var history = SchemaHistory(seed: seed)
        var file = try PlainFile.empty()
        for _ in 0..<6 {
            let edited = try EditedGroup(files.keep(file))
            for _ in 0..<40 { try history.step(edited.group) }
            try history.check(edited.group.group())
            file = try edited.committed()
            try edited.checkNothingLeaks()
            try history.check(Group(files.keep(file)))
        }
    }

    @Test(arguments: [248_180, UInt64.random(in: 0..<1_000_000)])
    func `a deep tree over a committed version is edited without leaks`(seed: UInt64) throws {
        print("deep tree, seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        var keys = Set<Int64>()
        var file = try PlainFile.empty()
        for share in [0, 0, 3, 1, 4, 5] {
            let edited = try EditedGroup(files.keep(file))
            let table =
                if let found = try edited.group.table(named: "class_A") { found } else {
                    try edited.group.addTable("class_A")
                }
            if table.columns.isEmpty { _ = try table.addColumn("x", .int) }
            for key in keys.sorted() where Int.random(in: 0..<5, using: &generator) < share {
                guard try table.removeObject(ObjectKey(key)) else { throw ModelError("object \(key) is missing") }
                keys.remove(key)
            }
            for _ in 0..<(share == 5 ? 0 : 25_000) {
                let key = Int64.random(in: 0..<1 << 50, using: &generator)
                if keys.insert(key).inserted { _ = try table.createObject(ObjectKey(key)) }
            }
            file = try edited.committed()
            try edited.checkNothingLeaks()
            var shape = ClusterShape(space: edited.memory.arena.space)
            shape.leafIndexes = [0]
            try shape.check(table.clusters.root)
            #expect(shape.keys == keys.sorted().map { UInt64($0) })
        }
        #expect(keys.isEmpty)
    }

    @Test func `rounds of adding and removing take no more memory than the first`() throws {
        let edited = try EditedGroup(PlainFile.empty())
        let table = try edited.group.addTable("class_A")
        func round() throws {
            let columns = [
                try table.addColumn("i", .int), try table.addColumn("s", .string),
                try table.addColumn("l", .int, .list), try table.addColumn("n", .int, .nullable),
                try table.addColumn("d", .timestamp),
            ]
            for key in 0..<3_000 { _ = try table.createObject(ObjectKey(Int64(key * 7))) }
            for key in 0..<3_000 where key % 3 > 0 { _ = try table.removeObject(ObjectKey(Int64(key * 7))) }
            for column in columns.dropFirst() { try table.removeColumn(column) }
            for key in 0..<3_000 where key % 3 == 0 { _ = try table.removeObject(ObjectKey(Int64(key * 7))) }
            try table.removeColumn(columns[0])
        }
        for _ in 0..<2 { try round() }
        let byteCount = edited.memory.arena.byteCount
        for _ in 0..<4 { try round() }
        #expect(edited.memory.arena.byteCount == byteCount)
    }
}

extension EditedGroup {
    /// Every node of the version is either still in use or was dropped, once.
    func checkNothingLeaks() throws {
        let space = memory.arena.space
        var before = Set<Int>()
        if let top = file.top { for root in [top.names, top.tables] { try collect(root, in: space, into: &before) } }
        let (names, tables) = try group.seal()
        var after = Set<Int>()
        for root in [names, tables] { try collect(root, in: space, into: &after) }
        let dropped = memory.arena.dropped.map(\.position)
        guard Set(dropped).count == dropped.count else { throw ModelError("a node was dropped twice") }
        guard before.subtracting(after) == Set(dropped) else {
            throw ModelError(
                "leaked: \(before.subtracting(after).subtracting(dropped)), still used: \(after.intersection(dropped))")
        }
    }

    private func collect(_ ref: Ref, in space: NodeSpace, into refs: inout Set<Int>) throws {
        guard refs.insert(ref.offset).inserted else { throw ModelError("node \(ref) has two parents") }
        let node = try space.node(ref)
        guard node.kind.hasRefs else { return }
        for index in 0..<node.count {
            if let child = node.slot(index).ref { try collect(child, in: space, into: &refs) }
        }
    }
}
