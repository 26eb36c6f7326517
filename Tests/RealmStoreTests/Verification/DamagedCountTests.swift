import Foundation
import TestSupport
import Testing

@testable import RealmStore
@testable import RealmTools

/// Wrong counts are errors for all readers, and never give fewer objects or elements.
@Suite struct DamagedCountTests {
    private let directory: TemporaryDirectory
    private var url: URL { directory.url.appendingPathComponent("counts.realm") }

    init() throws { directory = try TemporaryDirectory() }

    private func open(_ damaged: DamagedFile) throws -> Realm {
        try Data(damaged.bytes).write(to: url)
        var configuration = Realm.Configuration(fileURL: url)
        configuration.lockMode = .privateFile
        configuration.schemaMode = .discovered
        return try Realm(configuration: configuration)
    }

    /// A class of nine objects whose cluster says that it has none.
    private func emptied() throws -> DamagedFile {
        let damaged = try DamagedFile("decimals")
        try damaged.set(0, of: damaged.cluster("DecBits128").ref, to: 1)
        return damaged
    }

    @Test func `a cluster that says it is empty beside columns with values is damage`() throws {
        let realm = try open(emptied())
        _ = realm.dynamicObjects("DecBits128").count
        #expect(realm.damage != nil)
    }

    @Test func `information does not count the objects of a damaged cluster`() throws {
        _ = try open(emptied())
        #expect(throws: Realm.Error.self) { try Realm.fileInfo(at: url, lockMode: .privateFile) }
    }

    @Test func `an export is refused when a cluster says that it is empty`() throws {
        let realm = try open(emptied())
        #expect(throws: Realm.Error.self) { try RealmExporter(realm).export { _ in } }
    }

    @Test func `a comparison is refused when a cluster says that it is empty`() throws {
        let realm = try open(emptied())
        let sound = try Fixture.named("decimals").copy(into: directory)
        var configuration = Realm.Configuration(fileURL: sound)
        configuration.lockMode = .privateFile
        configuration.schemaMode = .discovered
        let other = try Realm(configuration: configuration)
        #expect(throws: Realm.Error.self) { try RealmDiff(from: other, to: realm).run() }
    }

    @Test func `recovery does not say that a class whose cluster says it is empty lost nothing`() throws {
        let place = try RecoveryPlace()
        let outcome = try place.recover(emptied().bytes)
        #expect(!outcome.report.isComplete && outcome.report.doubt != nil)
    }

    @Test func `a structure is checked by counting objects`() throws {
        let realm = try open(emptied())
        #expect(throws: Realm.Error.self) { try realm.checkStructure() }
    }

    @Test(arguments: ["ints", "links", "types_all", "mixed_nested", "embedded", "strings", "indexes_deep", "big_tree"])
    func `the structure of a sound file passes`(_ name: String) throws {
        let realm = try open(DamagedFile(name))
        #expect(throws: Never.self) { try realm.checkStructure() }
    }

    @Test func `an inner node of a cluster tree that says another number of objects is noticed`() throws {
        let damaged = try DamagedFile("contacts_10k")
        let root = try damaged.space.node(damaged.table("Contact").clusters)
        try #require(root.kind.isInner)
        let total = try #require(root.slot(2).number)
        try damaged.set(2, of: root.ref, to: (Int64(total - 3) << 1) | 1)
        let realm = try open(damaged)
        #expect(throws: Realm.Error.self) { try realm.checkStructure() }
        #expect(throws: Realm.Error.self) { try Realm.fileInfo(at: url, lockMode: .privateFile) }
    }

    // MARK: Nested values that share children

    /// A value in which lists of two lists each are nested 60 levels deep, all of one level the same.
    private func shared() throws -> DamagedFile {
        let damaged = try DamagedFile("mixed_nested")
        let list = try FreeList(#require(damaged.file.top), in: damaged.space)
        let block = try #require((0..<list.count).map { list[$0] }.max { $0.byteCount < $1.byteCount })
        var place = block.position
        func append(_ kind: UInt8, _ elements: [Int]) -> Int {
            damaged.bytes.replaceSubrange(place..<place + 4, with: [0x41, 0x41, 0x41, 0x41])
            damaged.bytes[place + 4] = kind
            damaged.setCount(of: Ref(place), to: elements.count)
            for (index, element) in elements.enumerated() {
                damaged.write(Int64(element), byteCount: 4, at: place + 8 + 4 * index)
            }
            defer { place += (8 + 4 * elements.count + 7) / 8 * 8 }
            return place
        }
        let code = (4 << 5) | (Int(ValueType.list.rawValue) + 1)
        var child = 0
        for _ in 0..<60 {
            let codes = append(0x06, [code, (1 << 8) | code])
            let keys = append(0x06, [1, 2])
            let nested = append(0x46, [child, child])
            child = append(0x46, [codes, 0, 0, 0, nested, keys])
        }
        let leaf = try MixedLeaf(damaged.leaf("Doc", "any"), in: damaged.space)
        let row = try #require(
            (0..<leaf.count).first { row in
                guard case .list(let root)? = try? leaf.value(row) else { return false }
                return !root.isNone
            })
        guard case .list(let root) = try leaf.value(row) else { throw DamagedFile.Missing() }
        let slots = try #require(damaged.space.node(damaged.leaf("Doc", "any")).slot(4).ref)
        let index = try #require(
            (0..<damaged.space.node(slots).count).first {
                try damaged.space.node(slots).slot($0).ref == root
            })
        try damaged.set(index, of: slots, to: Int64(child))
        return damaged
    }

    @Test func `rows of nested values that share children end`() throws {
        let rows = try RowExporter(open(shared()).dynamicObjects("Doc"))
        #expect(throws: Realm.Error.self) { _ = try rows.forEachRow { _ in } }
    }

    @Test func `a path through nested values that share children ends`() throws {
        let realm = try open(shared())
        let (group, space) = (realm.session.group, realm.session.space)
        let path = NestedPath(
            steps: Array(repeating: .every, count: 50), group: group, names: PropertyNames(), space: space)
        let table = try #require(group.table(ofClass: "Doc"))
        let column = try #require(table.column(named: "any"))
        let leaf = try table.objects().leaf(containing: 0).leaf
        var values = ValueGroups()
        #expect(throws: FormatError.self) {
            for row in 0..<leaf.count {
                try path.read(table.value(of: column, at: .init(leaf: leaf, row: row)), into: &values)
            }
        }
    }

    @Test func `descriptions of nested values that share children end`() throws {
        let text = try open(shared()).dynamicObjects("Doc").map(\.description).joined()
        #expect(text.contains("<Maximum depth exceeded>"))
    }

    @Test func `copies of nested values that share children are refused`() throws {
        let realm = try open(shared())
        let target = directory.url.appendingPathComponent("copy.realm")
        #expect(throws: Realm.Error.self) { try realm.writeCopy(toFile: target) }
    }
}
