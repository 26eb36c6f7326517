import Testing

@testable import RealmStore
@testable import TestSupport

struct GroupTests {
    /// Everything that a version says about its tables.
    private static func description(of group: Group) -> [String] {
        var lines: [String] = []
        for table in group.tables {
            lines.append("\(table.name) \(table.key) \(table.ref) \(table.kind) \(table.clusters) \(table.tombstones)")
            lines.append("key \(table.primaryKey?.name ?? "none") of \(table.className ?? "none")")
            for column in table.columns + table.backlinkColumns {
                lines.append("\(column.name) \(column.key) \(column.attributes.rawValue) \(column.indexRoot)")
                lines.append("to \(column.oppositeTable) \(column.oppositeColumn) \(column.hasIntegerKeys)")
            }
        }
        return lines
    }

    @Test(arguments: 0..<4)
    func `a version read after an older one is the same as one read alone`(round: Int) throws {
        let seed = UInt64.random(in: 0..<1_000_000)
        print("versions after versions \(round), seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        var history = SchemaHistory(seed: seed)
        let database = try Database.memory("groups-\(seed)-\(round)")
        var older = try Group(database.newest())
        for _ in 0..<80 {
            let write = try OpenTransaction(database.beginWrite(), after: older)
            for _ in 0..<Int.random(in: 0..<4, using: &generator) { try history.step(write.tables) }
            let snapshot = try write.commit()
            let alone = try Group(snapshot)
            let after = try Group(snapshot, after: older)
            #expect(Self.description(of: after) == Self.description(of: alone))
            for table in alone.tables { #expect(after.table(table.key)?.ref == table.ref) }
            // Some versions stay in use over several commits.
            if Int.random(in: 0..<3, using: &generator) > 0 { older = after }
        }
        try history.check(older.snapshot.version == database.newest().version ? older : Group(database.newest()))
    }

    @Test func `the root of a search index is that of the version, the other columns are taken over`() throws {
        let database = try Database.memory("group-index-\(UInt64.random(in: 0 ... .max))")
        let first = try OpenTransaction(database.beginWrite())
        let table = try first.tables.addTable("class_A")
        let id = try table.addColumn("id", .int)
        _ = try table.addColumn("text", .string)
        table.setPrimaryKey(id)
        try first.objects.makeIndex(of: id, nil, in: table)
        var older = try Group(first.commit())
        for number in 0..<40 {
            let write = try OpenTransaction(database.beginWrite(), after: older)
            let table = try #require(try write.tables.table(named: "class_A"))
            _ = try write.objects.create(in: table, primaryKey: .int(Int64(number)))
            let snapshot = try write.commit()
            let group = try Group(snapshot, after: older)
            #expect(Self.description(of: group) == Self.description(of: try Group(snapshot)))
            #expect(group.tables[0].columns[1] === older.tables[0].columns[1])
            #expect(try group.tables[0].find(primaryKey: .int(Int64(number))) != nil)
            older = group
        }
    }

    @Test func `nothing is taken over from a version of another file`() throws {
        let names = (0..<2).map { "group-\($0)-\(UInt64.random(in: 0 ... .max))" }
        let groups = try names.map { name in
            let write = try OpenTransaction(Database.memory(name).beginWrite())
            _ = try write.tables.addTable("class_A").addColumn(name, .int)
            return try Group(write.commit())
        }
        let read = try Group(groups[1].snapshot, after: groups[0])
        #expect(read.tables[0].columns[0].name == names[1])
    }
}
