import Foundation
import Testing

@testable import RealmStore
@testable import TestSupport

/// Wrong counts are errors for all readers, and never give fewer objects or elements.
@Suite struct DamagedCountTests {
    private let directory: TemporaryDirectory
    private var url: URL { directory.url.appendingPathComponent("counts.realm") }

    init() throws { directory = try TemporaryDirectory() }

    private func open(_ damaged: DamagedFile) throws -> Realm { try damaged.opened(at: url) }

    @Test func `a cluster that says it is empty beside columns with values is damage`() throws {
        let realm = try open(.emptied())
        _ = realm.dynamicObjects("DecBits128").count
        #expect(realm.damage != nil)
    }

    @Test func `information does not count the objects of a damaged cluster`() throws {
        _ = try open(.emptied())
        #expect(throws: Realm.Error.self) { try Realm.fileInfo(at: url, lockMode: .privateFile) }
    }

    @Test func `a structure is checked by counting objects`() throws {
        let realm = try open(.emptied())
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

    @Test func `a path through nested values that share children ends`() throws {
        let realm = try open(.shared())
        let (group, space) = (realm.session.group, realm.session.space)
        let path = NestedPath(
            steps: Array(repeating: .every, count: 50), group: group, names: .columns, space: space)
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
        let text = try open(.shared()).dynamicObjects("Doc").map(\.description).joined()
        #expect(text.contains("<Maximum depth exceeded>"))
    }

    @Test func `copies of nested values that share children are refused`() throws {
        let realm = try open(.shared())
        let target = directory.url.appendingPathComponent("copy.realm")
        #expect(throws: Realm.Error.self) { try realm.writeCopy(toFile: target) }
    }
}
