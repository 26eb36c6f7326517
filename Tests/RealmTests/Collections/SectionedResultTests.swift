import Foundation
import Realm
import Testing

@Suite struct SectionedResultTests {
    private typealias Sections = RLMSectionedResults<AnyObject, RLMObject>
    private let queue = DispatchQueue(label: "sections")

    /// Runs `body` in a queue with the sections of three dogs by their initials.
    private func withSections(_ body: (RLMRealm, Sections) throws -> Void) throws {
        try queue.sync {
            let realm = try RLMRealm(configuration: .inMemory(), queue: queue)
            try realm.transaction { for name in ["Ann", "Art", "Bob"] { realm.add(Dog(value: ["name": name])) } }
            let dogs = Dog.allObjects(in: realm)
            let sections = dogs.sectionedResultsSorted(usingKeyPath: "name", ascending: true) {
                ($0 as? Dog).map { NSString(string: String($0.name.prefix(1))) }
            }
            try body(realm, sections)
        }
    }

    @Test func `sections and their list are read in the same way`() throws {
        func last<Result: RLMSectionedResult>(of result: Result) -> (Result.Element, Result.Element) {
            (result[result.count - 1], result.object(at: result.count - 1))
        }
        try withSections { _, sections in
            #expect(last(of: sections).0.count == 1 && last(of: sections).1.count == 1)
            let (second, same) = last(of: sections[0])
            #expect(second["name"] as? String == "Art" && same["name"] as? String == "Art")
        }
    }

    @Test func `sections and their list are frozen and thawed in the same way`() throws {
        func frozen<Result: RLMSectionedResult>(_ result: Result) -> Result { result.freeze() }
        func thawed<Result: RLMSectionedResult>(_ result: Result) -> Result { result.thaw() }
        try withSections { realm, sections in
            let (list, section) = (frozen(sections), frozen(sections[0]))
            try realm.transaction { realm.add(Dog(value: ["name": "Al"])) }
            #expect(list.isFrozen && list[0].count == 2 && section.isFrozen && section.count == 2)
            #expect(thawed(list)[0].count == 3 && thawed(section).count == 3)
        }
    }

    @Test func `sections and their list are observed in the same way`() throws {
        func observe(_ result: some RLMSectionedResult, _ saw: @escaping (UInt) -> Void) -> RLMNotificationToken {
            result.addNotificationBlock { result, _ in saw(result.count) }
        }
        try withSections { realm, sections in
            var (sectionCounts, dogCounts): ([UInt], [UInt]) = ([], [])
            let tokens = [
                observe(sections) { sectionCounts.append($0) }, observe(sections[0]) { dogCounts.append($0) },
            ]
            realm.refresh()
            try realm.transaction { realm.add(Dog(value: ["name": "Al"])) }
            realm.refresh()
            #expect(sectionCounts == [2, 2] && dogCounts == [2, 3])
            for token in tokens { token.invalidate() }
        }
    }
}
