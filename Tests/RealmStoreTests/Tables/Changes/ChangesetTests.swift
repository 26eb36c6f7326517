import Foundation
import TestSupport
import Testing

@testable import RealmStore

/// The changesets of write transactions, read by the rules of the book.
@Suite("Writing: changesets") struct ChangesetTests {
    private let models: ModelRealm
    private var realm: Realm { models.realm }

    init() throws { models = try ModelRealm() }

    private func database() throws -> Database { try Database.open(models.realm.session.path) }

    /// Runs a write transaction and returns its changeset, without the columns and tables' numbers.
    private func recorded(_ body: () throws -> Void) throws -> [String] {
        try realm.write { try body() }
        let newest = try database().newest()
        let changesets = try #require(try newest.changesets(after: newest.version - 1))
        return try text(try #require(changesets.last))
    }

    private func text(_ changeset: [UInt8]) throws -> [String] {
        var reader = BookChangesetReader(changeset)
        return try reader.instructions().map { instruction in
            guard case .array(let words) = instruction, case .string(let name) = words.first else { return "?" }
            let operands: [String] = words.dropFirst().map { if case .number(let number) = $0 { number } else { "?" } }
            switch name {
            case "select table", "add column", "remove column", "rename column": return name
            case "set property", "select collection": return "\(name) of \(operands[1])"
            case "select nested collection": return "\(name) of \(operands[1]) depth \(operands.count - 2)"
            default: return ([name] + operands).joined(separator: " ")
            }
        }
    }

    private func add(_ person: ModelPerson = ModelPerson()) throws -> ModelPerson {
        try realm.write { realm.add(person) }
        // Another one, so that the first is not the newest of its table.
        try realm.write { realm.add(ModelPerson(value: ["id": 1_000])) }
        return person
    }

    // MARK: Objects

    @Test func `an empty transaction records nothing`() throws { #expect(try recorded {} == []) }

    @Test func `a new object is recorded by its key alone`() throws {
        let what = try recorded { realm.add(ModelPerson(value: ["id": 7, "name": "Ada", "city": "Brno"])) }
        #expect(what == ["select table", "create object 0"])
    }

    @Test func `changes of an object that is no longer the newest of its table are recorded`() throws {
        let what = try recorded {
            let (first, second) = (ModelDog(), ModelDog())
            realm.add([first, second])
            second.age = 3
            first.age = 2
        }
        #expect(what == ["select table", "create object 0", "create object 1", "set property of 0"])
    }

    @Test func `setting a property to the value it has is recorded`() throws {
        let person = try add()
        #expect(try recorded { person.name = person.name } == ["select table", "set property of 0"])
    }

    @Test func `before an object goes the links to it do`() throws {
        let person = try add()
        let dog = ModelDog()
        try realm.write {
            person.favourite = dog
            person.dogs.append(objectsIn: [dog, ModelDog()])
        }
        let what = try recorded { realm.delete(dog) }
        let links: Set = ["set property of 0", "select collection of 0", "erase 0"]
        #expect(Set(what.dropFirst().prefix(3)) == links)
        #expect(what.suffix(2) == ["select table", "remove object 0"])
    }

    @Test func `a new embedded object is told by its owner`() throws {
        let person = try add()
        #expect(try recorded { person.home = ModelAddress() } == ["select table", "set property of 0"])
        let again = try recorded { person.home = ModelAddress() }
        #expect(again == ["select table", "set property of 0", "select table", "remove object 0"])
    }

    // MARK: Collections

    @Test func `elements of a list are recorded by their positions`() throws {
        let values = ModelValues()
        try realm.write {
            realm.add(values)
            realm.add(ModelValues())
        }
        let what = try recorded {
            values.ints.append(objectsIn: [1, 2, 3])
            values.ints[1] = 5
            values.ints.move(from: 0, to: 2)
            values.ints.remove(at: 1)
            values.ints.removeAll()
        }
        let expected = ["insert 0", "insert 1", "insert 2", "set 1", "move 0 2", "erase 1", "clear 2"]
        #expect(what == ["select table", "select collection of 0"] + expected)
    }

    @Test func `moving an element to where it is, and clearing what is empty, is not recorded`() throws {
        let values = ModelValues()
        try realm.write {
            realm.add(values)
            realm.add(ModelValues())
            values.ints.append(1)
        }
        let what = try recorded {
            values.ints.move(from: 0, to: 0)
            values.words.removeAll()
        }
        #expect(what == [])
    }

    @Test(arguments: [(0, 1, ["move 1 0"]), (1, 3, ["move 3 1", "move 2 3"])])
    func `a swap is recorded as moves`(_ first: Int, _ second: Int, _ moves: [String]) throws {
        let values = ModelValues()
        try realm.write {
            realm.add(values)
            realm.add(ModelValues())
            values.ints.append(objectsIn: [0, 1, 2, 3])
        }
        #expect(try recorded { values.ints.swapAt(first, second) }.dropFirst(2) == moves[...])
    }

    @Test func `an embedded object in the place of another is one that is set`() throws {
        let person = try add()
        try realm.write { person.addresses.append(objectsIn: [ModelAddress(), ModelAddress()]) }
        let what = try recorded { person.addresses[1] = ModelAddress() }
        #expect(what == ["select table", "select collection of 0", "set 1", "select table", "remove object 1"])
    }

    @Test func `elements of a set are recorded by their place in its order`() throws {
        let values = ModelValues()
        try realm.write {
            realm.add(values)
            realm.add(ModelValues())
            values.words.insert("m")
        }
        let what = try recorded {
            values.words.insert("z")
            values.words.insert("a")
            values.words.insert("m")
            values.words.remove("m")
        }
        #expect(what.dropFirst(2) == ["insert 1", "insert 0", "erase 1"])
    }

    @Test func `collections nested in mixed values are named by the identities on the way`() throws {
        let values = ModelValues()
        try realm.write {
            realm.add(values)
            realm.add(ModelValues())
            let inner = AnyRealmValue.fromArray([.int(1)])
            values.any = .fromDictionary(["a": inner, "b": .int(2)])
        }
        let what = try recorded {
            guard case .dictionary(let outer) = values.any, case .list(let inner)? = outer["a"] else { return }
            inner.append(.int(5))
            outer["c"] = .int(3)
            outer["b"] = nil
        }
        let nested = ["select nested collection of 0 depth 1", "insert 1"]
        #expect(what == ["select table"] + nested + ["select collection of 0", "insert 2", "erase 1"])
    }

    // MARK: Tables

    @Test func `the first commit of a file records tables and columns`() throws {
        let snapshot = try database().newest()
        let changesets = try #require(try snapshot.changesets(after: snapshot.version - 1))
        let what = try text(changesets[0])
        #expect(what.prefix(5) == ["add table 0", "select table", "add column", "create object 0", "add table 1"])
        #expect(what.filter { $0.hasPrefix("add table") }.count == ModelRealm.types.count + 1)
    }

    // MARK: What is kept

    @Test func `one changeset is kept while there are no followers`() throws {
        for _ in 0..<5 { try realm.write { realm.add(ModelDog()) } }
        let newest = try database().newest()
        #expect(try newest.changesets(after: newest.version - 1)?.count == 1)
        #expect(try newest.changesets(after: newest.version - 2) == nil)
    }

    @Test func `changesets are kept since the oldest version that is followed, in any process`() throws {
        // A separate database sees the other one through the lock file, like that of another process.
        var options = Database.Options()
        options.isShared = false
        let other = try Database.open(realm.session.path, options)
        let start = try database().newest().version
        do {
            let followed = FollowedVersion(start, of: other)
            for age in 1...5 { try realm.write { realm.add(ModelDog(value: ["age": age])) } }
            let changesets = try #require(try database().newest().changesets(after: followed.version))
            #expect(try changesets.map(text) == (0..<5).map { ["select table", "create object \($0)"] })
        }
        try realm.write {}
        #expect(try database().newest().changesets(after: start + 5) == [[]])
        #expect(try database().newest().changesets(after: start + 4) == nil)
    }

    @Test func `a changeset that is too long for a node is kept in parts`() throws {
        let database = try database()
        let (start, count) = (try database.newest(), BlobEditor.maximumByteCount + 1_000)
        let followed = FollowedVersion(start.version, of: database)
        let bytes = ChangesetBytes()
        for index in 0..<count { bytes.append(Int64(index & 0x3F)) }
        let top = try #require(start.top)
        for changeset in [nil, bytes, nil] {
            _ = try database.beginWrite().commit(names: top.names, tables: top.tables, changeset: changeset)
        }
        let changesets = try #require(try database.newest().changesets(after: followed.version))
        #expect(changesets.map(\.count) == [0, count, 0])
        #expect(changesets[1].indices.allSatisfy { changesets[1][$0] == UInt8($0 & 0x3F) })
    }

    @Test func `the history of Realm Core is gone on with`() throws {
        let directory = try TemporaryDirectory()
        let url = try Fixture.named("links").copy(into: directory)
        let database = try Database.open(url.path)
        let start = try database.newest()
        let before = try #require(try start.changesets(after: start.version - 1))
        let followed = FollowedVersion(start.version - 1, of: database)
        let top = try #require(start.top)
        _ = try database.beginWrite().commit(names: top.names, tables: top.tables)
        #expect(try database.newest().changesets(after: followed.version) == before + [[]])
    }
}
