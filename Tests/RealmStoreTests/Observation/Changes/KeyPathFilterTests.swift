import Foundation
import Testing

@testable import RealmStore

/// Key paths of observers: those that are accepted, and those that are refused.
@Suite struct KeyPathFilterTests {
    private let realm: Realm

    init() throws {
        realm = try NotifyRealm.make()
    }

    private func filter(_ paths: [String]?, _ className: String = "Item") throws -> KeyPathFilter {
        let table = try #require(realm.session.group.table(ofClass: className))
        return try KeyPathFilter(paths, on: table, in: realm.session.queryContext)
    }

    /// The paths with names of columns, `<Class` for linking objects.
    private func names(_ paths: [String], _ className: String = "Item") throws -> [String] {
        let group = realm.session.group
        return try #require(try filter(paths, className).paths).map { path in
            path.map { step in
                if case .origins(let table, _) = step.way { return "<\(group.table(table)?.className ?? "")" }
                return group.table(step.table)?.column(step.column)?.name ?? "?"
            }.joined(separator: ".")
        }
    }

    @Test func `no paths stand for everything`() throws {
        #expect(try filter(nil) == .everything)
        #expect(try filter([]) == .everything)
    }

    @Test func `names lead over links, collections of links and back`() throws {
        #expect(try names(["n"]) == ["n"])
        #expect(try names(["next.s", "items.next.n"]) == ["next.s", "items.next.n"])
        #expect(try names(["oset.n", "omap.n", "part.item.n"]) == ["oset.n", "omap.n", "part.item.n"])
        #expect(try names(["others"]) == ["<Other"])
        #expect(try names(["others.item.others.m"]) == ["<Other.item.<Other.m"])
    }

    @Test func `a star stands for every property, linking objects last`() throws {
        #expect(try names(["*"], "Other") == ["_id", "m", "item"])
        #expect(try names(["*"]).last == "<Other")
        #expect(try names(["*.m"]) == ["<Other.m"])
    }

    @Test func `properties that lead nowhere stay where only stars follow`() throws {
        #expect(try names(["*.*"], "Part").contains("x"))
        #expect(try names(["*.*"], "Part").contains("item.n"))
        #expect(try names(["item.*"], "Part").count == 15)
    }

    @Test(
        arguments: [
            ("nope", "Property 'nope' in KeyPath 'nope' is not a valid property in Item."),
            ("next.nope", "Property 'nope' in KeyPath 'next.nope' is not a valid property in Item."),
            ("", "Property '' in KeyPath '' is not a valid property in Item."),
            ("next.", "Property '' in KeyPath 'next.' is not a valid property in Item."),
            ("n.s", "Property 'n' in KeyPath 'n.s' is not a collection of objects"),
            ("ints.x", "cannot be used as an intermediate keypath element."),
            ("*.nope", "'*.nope' does not resolve in any valid key paths."),
            ("*.*.*.*.*.*.*.*", "stands for more than 10000 paths"),
        ])
    func `paths that lead nowhere are refused with a reason`(_ path: String, _ message: String) throws {
        let error = #expect(throws: RealmStore.PredicateError.self) { try filter([path]) }
        #expect(error?.description.contains(message) == true, "\(String(describing: error))")
    }

    @Test func `a wrong name is told with the nearest ones`() throws {
        let error = #expect(throws: RealmStore.PredicateError.self) { try filter(["nexx"]) }
        #expect(error?.suggestions.contains("next") == true)
    }

    @Test func `properties have the names of the program`() throws {
        let models = try ModelRealm()
        let table = try #require(models.realm.session.group.table(ofClass: "ModelPerson"))
        let context = models.realm.session.queryContext
        #expect(try KeyPathFilter(["dogs.name"], on: table, in: context).paths?.count == 1)
        #expect(throws: RealmStore.PredicateError.self) { try KeyPathFilter(["dogs.nope"], on: table, in: context) }
    }
}

/// A Realm of the classes of notification cases.
enum NotifyRealm {
    static func make() throws -> Realm {
        let types = [NotifyItem.self, NotifyOther.self, NotifyPart.self] as [ObjectBase.Type]
        return try Realm(
            configuration: Realm.Configuration(inMemoryIdentifier: UUID().uuidString, objectTypes: types))
    }
}
