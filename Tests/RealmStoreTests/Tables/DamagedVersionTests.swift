import Testing

@testable import RealmStore
@testable import TestSupport

/// Editing a version whose nodes are damaged ends in errors, or in some other version, but never in a trap.
struct DamagedVersionTests {
    /// A version with objects in two levels of clusters, collections of every kind and links.
    private func soundBytes(seed: UInt64) throws -> [UInt8] {
        var history = SchemaHistory(seed: seed)
        let edited = try EditedGroup(PlainFile.empty())
        let table = try edited.group.addTable("class_Big")
        _ = try table.addColumn("link", .link, target: table)
        _ = try table.addColumn("number", .int, .nullable)
        for _ in 0..<700 { _ = try table.createKeyed() }
        for _ in 0..<60 { try history.step(edited.group) }
        let (names, tables) = try edited.group.seal()
        return try PlainFile.bytes(names: names, tables: tables, in: edited.memory.arena.space)
    }

    @Test(arguments: 0..<2)
    func `damage in the version that a transaction begins with is no trap`(round: Int) throws {
        let seed = UInt64.random(in: 0..<1_000_000)
        print("damaged version \(round), seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        let sound = try soundBytes(seed: seed)
        var errors = 0
        for _ in 0..<100 {
            var bytes = sound
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                // Most nodes are 64 bits wide here, so that only low bytes matter.
                let place = Int.random(in: 24..<bytes.count, using: &generator)
                let position = place & ~Int.random(in: 0...7, using: &generator)
                bytes[position] = UInt8.random(in: 0...255, using: &generator)
            }
            do {
                try edit(PlainFile.open(bytes), using: &generator)
            } catch is FormatError {
                errors += 1
            } catch is StorageError {
                errors += 1
            }
        }
        #expect(errors > 0)
    }

    /// Changes of every kind; the first error ends the transaction.
    private func edit(_ file: RealmFile, using generator: inout SeededGenerator) throws {
        let edited = try EditedGroup(file)
        for key in edited.group.tableKeys {
            guard let table = try edited.group.table(key) else { continue }
            var keys: [ObjectKey] = []
            try table.clusters.tree().forEachLeaf { (leaf) throws(FormatError) in
                for row in 0..<leaf.count { keys.append(leaf.key(row)) }
            }
            for key in keys where Int.random(in: 0..<3, using: &generator) > 0 { _ = try table.removeObject(key) }
            for _ in 0..<20 {
                let position = try table.createObject(table.nextObjectKey())
                for column in table.columns where column.collection == nil {
                    try table.set(column.initialValue, of: column, at: position)
                }
            }
            _ = try table.addColumn("a new column", .string)
            for column in table.columns where column.type != .link { try table.removeColumn(column) }
        }
        _ = try edited.group.seal()
    }
}
