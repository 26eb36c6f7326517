import Testing

@testable import RealmStore
@testable import TestSupport

/// The instance of a test keeps the files it reads from open.
final class GroupEditorTests {
    private var files = OpenFiles()

    private func begin() throws -> EditedGroup { try EditedGroup(PlainFile.empty()) }

    private func committed(_ edited: EditedGroup) throws -> RealmFile { try files.keep(edited.committed()) }

    @Test func `a new file has no tables`() throws {
        let file = try committed(begin())
        #expect(try Group(file).tables.isEmpty)
    }

    @Test func `tables take slots in the order of their making`() throws {
        let transaction = try begin()
        for name in ["metadata", "class_A", "class_B"] { _ = try transaction.group.addTable(name) }
        let group = try Group(committed(transaction))
        #expect(group.tables.map(\.name) == ["metadata", "class_A", "class_B"])
        #expect(group.tables.map(\.key.value) == [0, 1, 2])
    }

    @Test func `the slot of a removed table is used again under another key`() throws {
        let transaction = try begin()
        for name in ["class_A", "class_B"] { _ = try transaction.group.addTable(name) }
        let removed = try #require(try transaction.group.table(named: "class_A"))
        try transaction.group.removeTable(removed)
        let without = try committed(transaction)
        #expect(try Group(without).tables.map(\.name) == ["class_B"])
        let next = try EditedGroup(without)
        let added = try next.group.addTable("class_C", kind: .embedded)
        #expect(added.key == TableKey(0x1_0000))
        let group = try Group(committed(next))
        #expect(group.tables.map(\.name) == ["class_C", "class_B"])
        #expect(group.tables[0].kind == .embedded)
    }

    @Test func `a renamed table keeps key and objects`() throws {
        let transaction = try begin()
        let table = try transaction.group.addTable("class_A")
        _ = try table.createObject(table.nextObjectKey())
        try transaction.group.renameTable(table, to: "class_AnotherNameThatNeedsFarMoreBytesThanTheOldOne")
        let read = try #require(
            try Group(committed(transaction)).table(ofClass: "AnotherNameThatNeedsFarMoreBytesThanTheOldOne"))
        #expect(read.key == table.key)
        #expect(try read.objects().count == 1)
    }

    @Test(arguments: [0, 7, UInt64.max - 1])
    func `a schema version is read back`(version: UInt64) throws {
        let transaction = try begin()
        try transaction.group.setSchemaVersion(3)
        try transaction.group.setSchemaVersion(version)
        #expect(try transaction.group.group().schemaVersion() == version)
        #expect(try Group(committed(transaction)).schemaVersion() == version)
    }

    @Test func `a name of 64 bytes is refused`() throws {
        let transaction = try begin()
        let name = String(repeating: "x", count: 64)
        #expect(throws: FormatError.self) { _ = try transaction.group.addTable(name) }
    }

    @Test func `nothing changed leaves the refs of the version`() throws {
        let first = try begin()
        let table = try first.group.addTable("class_A")
        _ = try table.addColumn("x", .int)
        let file = try committed(first)
        let second = try EditedGroup(file)
        let column = try #require(second.group.table(named: "class_A")?.column(named: "x"))
        #expect(column.type == .int)
        let (names, tables) = try second.group.seal()
        #expect(names == file.top?.names && tables == file.top?.tables)
        #expect(second.memory.arena.byteCount == 0)
    }

    @Test func `a change raises the content version once`() throws {
        let first = try begin()
        let table = try first.group.addTable("class_A")
        let column = try table.addColumn("x", .int)
        let second = try EditedGroup(committed(first))
        let again = try #require(try second.group.table(table.key))
        #expect(again.contentVersion == 1)
        let position = try again.createObject(again.nextObjectKey())
        _ = try second.group.seal()
        try again.set(.int(5), of: column, at: position)
        _ = try again.createObject(again.nextObjectKey())
        _ = try second.group.seal()
        #expect(again.contentVersion == 2)
    }

    @Test(arguments: [false, true])
    func `object keys follow the rule of tables with and without primary key`(hasPrimaryKey: Bool) throws {
        let transaction = try begin()
        let table = try transaction.group.addTable("class_A")
        let column = try table.addColumn("id", .int)
        if hasPrimaryKey { table.setPrimaryKey(column) }
        var last = ObjectKey.null
        for _ in 0..<258 { last = try table.createKeyed() }
        #expect(last.value == (hasPrimaryKey ? 257 : 65_537))
        #expect(try transaction.group.group().tables[0].objects().count == 258)
    }

    @Test func `keys of existing objects are skipped`() throws {
        let transaction = try begin()
        let table = try transaction.group.addTable("class_A")
        for key: Int64 in [0, 1, 3] { _ = try table.createObject(ObjectKey(key)) }
        #expect(try table.nextObjectKey() == ObjectKey(2))
        #expect(try table.nextObjectKey() == ObjectKey(4))
    }

    @Test func `a new object holds zero, empty or null`() throws {
        let transaction = try begin()
        let target = try transaction.group.addTable("class_B")
        let table = try transaction.group.addTable("class_A")
        let types: [ValueType] = [
            .int, .bool, .string, .binary, .timestamp, .float, .double, .decimal, .objectId, .uuid,
        ]
        for type in types {
            _ = try table.addColumn("\(type)", type)
            _ = try table.addColumn("\(type)?", type, .nullable)
            _ = try table.addColumn("\(type)[]", type, .list)
        }
        _ = try table.addColumn("any", .mixed)
        _ = try table.addColumn("link", .link, target: target)
        for _ in 0..<300 { _ = try table.createKeyed() }
        let read = try #require(try Group(committed(transaction)).table(ofClass: "A"))
        for key: Int64 in [0, 255, 65_536 + 43] {
            let position = try #require(try read.objects().find(ObjectKey(key)))
            for column in read.columns {
                if column.collection != nil {
                    #expect(try read.slot(of: column, at: position).isEmpty)
                } else {
                    let value = try read.value(of: column, at: position)
                    #expect(value.isNull == column.isNullable)
                    #expect(value.isNull || value.isZeroOrEmpty)
                }
            }
        }
    }

    @Test func `both ends of a link name each other`() throws {
        let transaction = try begin()
        let dogs = try transaction.group.addTable("class_Dog")
        let people = try transaction.group.addTable("class_Person")
        _ = try people.addColumn("dogs", .link, .list, target: dogs)
        _ = try people.addColumn("friend", .link, target: people)
        let group = try Group(committed(transaction))
        for table in group.tables {
            for column in table.columns + table.backlinkColumns {
                let other = try #require(group.table(column.oppositeTable)?.column(column.oppositeColumn))
                #expect(other.oppositeColumn == column.key && other.oppositeTable == table.key)
            }
        }
        let friend = ColumnKey(leafIndex: 1, type: .link, attributes: .nullable, tag: 1)
        #expect(group.tables[1].column(named: "friend")?.key == friend)
        #expect(group.tables[1].backlinkColumns.map(\.leafIndex) == [2])
    }

    @Test func `backlinks from the same table lie behind their origin, not in a free place before it`() throws {
        let transaction = try begin()
        let table = try transaction.group.addTable("class_A")
        let gone = try table.addColumn("gone", .int)
        let any = try table.addColumn("any", .mixed)
        try table.removeColumn(gone)
        let backlinks = try table.addBacklinkColumn(for: any, of: table)
        #expect(any.leafIndex == 1 && backlinks.leafIndex == 2)
        let others = try transaction.group.addTable("class_B")
        let elsewhere = try table.addBacklinkColumn(for: others.addColumn("any", .mixed), of: others)
        #expect(elsewhere.leafIndex == 0)
        let read = try Group(committed(transaction)).tables[0]
        #expect(Set(read.backlinkColumns.map(\.leafIndex)) == [0, 2])
    }

    @Test func `a removed link takes the backlinks with it`() throws {
        let transaction = try begin()
        let dogs = try transaction.group.addTable("class_Dog")
        let people = try transaction.group.addTable("class_Person")
        let link = try people.addColumn("dogs", .link, .list, target: dogs)
        let friend = try people.addColumn("friend", .link, target: people)
        try people.removeColumn(link, target: dogs)
        try people.removeColumn(friend, target: people)
        let group = try Group(committed(transaction))
        #expect(group.tables.allSatisfy { $0.columns.isEmpty && $0.backlinkColumns.isEmpty })
        #expect(people.removedColumns == 3)
        #expect(dogs.removedColumns == 1)
    }

    @Test func `a changed column holds converted values under a new key`() throws {
        let transaction = try begin()
        let table = try transaction.group.addTable("class_A")
        let old = try table.addColumn("x", .int)
        _ = try table.addColumn("y", .int)
        for number in 0..<600 {
            let position = try table.createObject(table.nextObjectKey())
            try table.set(.int(Int64(number)), of: old, at: position)
        }
        let new = try table.changeColumn(old, to: .double, .nullable) { value in
            guard case .int(let number) = value else { return .null }
            return number % 2 == 0 ? .double(Double(number)) : .null
        }
        let read = try Group(committed(transaction)).tables[0]
        #expect(read.columns.map(\.name) == ["y", "x"])
        #expect(read.columns[1].key == new.key && new.leafIndex == 2)
        var values: [Double?] = []
        try read.objects().forEachLeaf { (leaf) throws(FormatError) in
            for row in 0..<leaf.count {
                let value = try read.value(of: read.columns[1], at: .init(leaf: leaf, row: row))
                if case .double(let number) = value { values.append(number) } else { values.append(nil) }
            }
        }
        let expected: [Double?] = (0..<600).map { $0.isMultiple(of: 2) ? Double($0) : nil }
        #expect(values == expected)
    }

    @Test func `a tombstone lies in a tree of its own with all columns`() throws {
        let transaction = try begin()
        let table = try transaction.group.addTable("class_A")
        let column = try table.addColumn("x", .string, .nullable)
        let position = try table.createTombstone(ObjectKey(-7))
        "ghost".utf8.withContiguousStorageIfAvailable { text in
            #expect(throws: Never.self) {
                try table.set(.string(UnsafeRawBufferPointer(text)), of: column, at: position)
            }
        }
        _ = try table.addColumn("y", .int)
        let read = try Group(committed(transaction)).tables[0]
        let tree = try ClusterTree(read.tombstones, in: read.space)
        let found = try #require(try tree.find(ObjectKey(-7)))
        #expect(try read.value(of: read.columns[1], at: found).isInt(0))
        #expect(try table.removeTombstone(ObjectKey(-7)))
        #expect(try Group(committed(transaction)).tables[0].objects().count == 0)
    }
}

extension TableEditor {
    /// Creates an object under the next key.
    func createKeyed() throws(FormatError) -> ObjectKey {
        let key = try nextObjectKey()
        _ = try createObject(key)
        return key
    }
}

extension Value {
    var isZeroOrEmpty: Bool {
        switch self {
        case .int(let number): number == 0
        case .bool(let flag): !flag
        case .float(let number): number == 0
        case .double(let number): number == 0
        case .string(let bytes), .binary(let bytes): bytes.isEmpty
        case .timestamp(let time): time == Timestamp(seconds: 0, nanoseconds: 0)
        case .decimal(let number): number == .zero
        case .objectId(let id): id == ObjectIdBits(high: 0, low: 0)
        case .uuid(let id): id == UUIDBits(high: 0, low: 0)
        default: false
        }
    }

    func isInt(_ number: Int64) -> Bool { if case .int(number) = self { true } else { false } }
}
