import Foundation
import RealmStore
import TestSupport
import Testing

private final class UnmarkedCat: TestObject {
    @Persisted(primaryKey: true) var id: Int
    let toys = List<Int>()
    let names = Map<String, String>()
    let owners = LinkingObjects(fromType: UnmarkedOwner.self, property: "cats")
    let hidden = MutableSet<Int>()
    var plain = 5

    override class func ignoredProperties() -> [String] { ["hidden"] }
}

private class UnmarkedParent: TestObject {
    @Persisted(primaryKey: true) var id: Int
    let notes = List<String>()
}

private final class UnmarkedChild: UnmarkedParent {
    @Persisted var name: String
}

private final class UnmarkedOwner: TestObject {
    @Persisted var cats: List<UnmarkedCat>
    var shown: Results<UnmarkedCat>?
}

/// Declarations that look like properties of a model, and are not.
@Suite("Unmarked properties") struct UnmarkedPropertyTests {
    @Test func `a collection that is not marked is warned of, with the line to write`() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            _ = try Realm(
                configuration: .init(
                    inMemoryIdentifier: "unmarked", objectTypes: [UnmarkedCat.self, UnmarkedOwner.self]))
        }
        expectMessage(
            result, "'UnmarkedCat.toys'", "'@Persisted var toys: List<Int>'",
            "'@Persisted var names: Map<String, String>'",
            "'@Persisted(originProperty: \"cats\") var owners: LinkingObjects<UnmarkedOwner>'")
    }

    @Test func `each is warned of once, and nothing else is`() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            for name in ["first", "second"] {
                _ = try Realm(
                    configuration: .init(
                        inMemoryIdentifier: name, objectTypes: [UnmarkedCat.self, UnmarkedOwner.self]))
            }
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.components(separatedBy: "is not stored").count == 1 + 3, "\(text)")
    }

    @Test func `a subclass does not repeat what was said of its superclass`() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            _ = try Realm(
                configuration: .init(
                    inMemoryIdentifier: "child", objectTypes: [UnmarkedChild.self, UnmarkedParent.self]))
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.components(separatedBy: "'UnmarkedParent.notes' is not stored").count == 1 + 1, "\(text)")
        #expect(!text.contains("UnmarkedChild.notes"))
    }
}
