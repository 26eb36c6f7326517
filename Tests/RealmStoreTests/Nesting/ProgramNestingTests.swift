import Foundation
import RealmStore
import Testing

@testable import TestSupport

final class ChainLink: TestObject {
    @Persisted var number = 0
    @Persisted var next: ChainLink?
}

/// Structures that programs nest: paths, predicates, objects and values, on threads with as little stack as apps give
/// theirs.
@Suite struct ProgramNestingTests {
    private static func realm() throws -> Realm {
        try Realm(configuration: .init(inMemoryIdentifier: UUID().uuidString, objectTypes: [ChainLink.self]))
    }

    @Test(arguments: [101, 4_000, 100_000])
    func `a path over more than 100 links is refused`(_ links: Int) async throws {
        await #expect(processExitsWith: .success) { [links = links as Int] in
            try onThread(stackSize: 512 << 10) {
                let realm = try ProgramNestingTests.realm()
                let path = String(repeating: "next.", count: links) + "number == 1"
                let error = #expect(throws: Realm.Error.self) {
                    _ = try realm.objects(ChainLink.self).filter(parsing: path).count
                }
                #expect(error?.localizedDescription.contains("100 links") == true)
            }
        }
    }

    @Test func `a path over 100 links runs`() async throws {
        await #expect(processExitsWith: .success) {
            try onThread(stackSize: 512 << 10) {
                let realm = try ProgramNestingTests.realm()
                let path = String(repeating: "next.", count: 100) + "number == 1"
                #expect(try realm.objects(ChainLink.self).filter(parsing: path).count == 0)
            }
        }
    }

    @Test func `compound predicates nested 400 times run`() async throws {
        await #expect(processExitsWith: .success) {
            try onThread(stackSize: 512 << 10) {
                let realm = try ProgramNestingTests.realm()
                try realm.write { realm.add(ChainLink()) }
                let nested = (0..<398).reduce(NSPredicate(format: "number == 0")) { inner, _ in
                    NSCompoundPredicate(notPredicateWithSubpredicate: inner)
                }
                #expect(realm.objects(ChainLink.self).filter(nested).count == 1)
            }
        }
    }

    @Test func `compound predicates nested deeper than 400 times trap with the reason`() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            try onThread(stackSize: 512 << 10) {
                let realm = try ProgramNestingTests.realm()
                let nested = (0..<20_000).reduce(NSPredicate(format: "number == 0")) { inner, _ in
                    NSCompoundPredicate(notPredicateWithSubpredicate: inner)
                }
                _ = realm.objects(ChainLink.self).filter(nested).count
            }
        }
        let text = result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) } ?? ""
        #expect(text.contains("nested deeper than 400 levels"))
    }

    @Test func `a typed query nested without end traps with the reason`() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            try onThread(stackSize: 512 << 10) {
                let realm = try ProgramNestingTests.realm()
                _ =
                    realm.objects(ChainLink.self).where { link in
                        (0..<12_150).reduce(link.number == 1) { inner, _ in !inner }
                    }.count
            }
        }
        let text = result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) } ?? ""
        #expect(text.contains("nested too deep"))
    }

    @Test(arguments: [80, 20_000]) func `a long chain of objects is added in its order`(_ count: Int) async throws {
        await #expect(processExitsWith: .success) { [count = count as Int] in
            try onThread(stackSize: 512 << 10) {
                let realm = try ProgramNestingTests.realm()
                let links = (0..<count).map { ChainLink(value: ["number": $0]) }
                for (link, next) in zip(links, links.dropFirst()) { link.next = next }
                try realm.write { realm.add(links[0]) }
                #expect(realm.objects(ChainLink.self).map(\.number) == Array(0..<count))
                #expect(links.allSatisfy { $0.realm != nil })
                #expect(zip(links, links.dropFirst()).allSatisfy { $0.next?.number == $1.number })
            }
        }
    }

    @Test func `dictionaries nested without end are refused as values`() async throws {
        await #expect(processExitsWith: .success) {
            try onThread(stackSize: 512 << 10) {
                let realm = try ProgramNestingTests.realm()
                let nested = (0..<500).reduce(["number": 1] as [String: Any]) { inner, _ in ["next": inner] }
                try realm.write {
                    let error = #expect(throws: Realm.Error.self) {
                        _ = try realm.create(ChainLink.className(), value: nested)
                    }
                    #expect(error?.localizedDescription.contains("more than 100 objects") == true)
                }
            }
        }
    }

    @Test func `objects are made of dictionaries nested 500 times`() async throws {
        await #expect(processExitsWith: .success) {
            try onThread(stackSize: 512 << 10) {
                let nested = (0..<500).reduce(["number": 1] as [String: Any]) { inner, _ in ["next": inner] }
                var link: ChainLink? = ChainLink(value: nested)
                for _ in 0..<500 { link = link?.next }
                #expect(link?.number == 1 && link?.next == nil)
            }
        }
    }

    @Test func `lists in lists in memory are compared and hashed`() async throws {
        await #expect(processExitsWith: .success) {
            try onThread(stackSize: 512 << 10) {
                func nested() -> AnyRealmValue {
                    (0..<1_000).reduce(AnyRealmValue.int(1)) { inner, _ in
                        let list = List<AnyRealmValue>()
                        list.append(inner)
                        return .list(list)
                    }
                }
                let (first, second) = (nested(), nested())
                #expect(first == second && first.hashValue == second.hashValue)
            }
        }
    }
}
