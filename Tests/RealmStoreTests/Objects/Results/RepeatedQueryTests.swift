import Foundation
import RealmStore
import TestSupport
import Testing

/// Queries that differ in their value alone, which are prepared once, beside others, compared with tests in Swift.
@Suite("Results: the same question again") struct RepeatedQueryTests {
    private let realm: Realm
    private var random: SeededGenerator
    private var texts: [String] { ["", "a", "b", "é", "a longer text than fits into a word", "zz"] }

    init() throws {
        random = SeededGenerator(for: "repeated queries")
        realm = try Realm(
            configuration: Realm.Configuration(
                inMemoryIdentifier: UUID().uuidString,
                objectTypes: [AskedRow.self, OtherAskedRow.self, AskedList.self]))
        try realm.write {
            for id in 0..<300 {
                realm.add(AskedRow(value: row(id)))
                realm.add(OtherAskedRow(value: ["name": "\(id % 7)"]))
            }
            realm.create(AskedList.self).rows.append(objectsIn: realm.objects(AskedRow.self))
        }
    }

    private mutating func row(_ id: Int) -> [String: Any] {
        [
            "id": id, "name": random.pick(texts), "number": random.below(9), "plain": random.below(9),
            "nickname": random.chance(oneIn: 3) ? NSNull() : random.pick(texts) as Any,
            "date": Date(timeIntervalSince1970: Double(random.below(5))),
            "mark": RepeatedQueryTests.mark(random.below(9)),
        ]
    }

    private static func mark(_ number: Int) -> UUID {
        UUID(uuidString: "00000000-0000-0000-0000-00000000000\(number)")!
    }

    /// A question, and its answer in Swift.
    private struct Question {
        let rows: Results<AskedRow>
        let matches: (AskedRow) -> Bool

        func check(_ all: [AskedRow]) {
            let wanted = all.filter { !$0.isInvalidated && matches($0) }.map(\.id).sorted()
            #expect(rows.count == wanted.count)
            #expect(rows.first.map { wanted.contains($0.id) } == (wanted.isEmpty ? nil : true))
            #expect(rows.map(\.id).sorted() == wanted)
        }
    }

    private mutating func question() -> Question {
        let rows = realm.objects(AskedRow.self)
        let (text, number) = (random.pick(texts), random.below(10))
        // The objects of a list are tested one by one, not looked up.
        let listed = realm.objects(AskedList.self)[0].rows
        switch random.below(17) {
        case 0: return Question(rows: rows.filter("name == %@", text)) { $0.name == text }
        case 1: return Question(rows: rows.where { $0.name == text }) { $0.name == text }
        case 2: return Question(rows: rows.filter("number == %@", number)) { $0.number == number }
        case 3: return Question(rows: rows.where { $0.number == number }) { $0.number == number }
        case 4:
            let wanted = random.chance(oneIn: 3) ? nil : text
            return Question(rows: rows.where { $0.nickname == wanted }) { $0.nickname == wanted }
        case 5: return Question(rows: rows.filter("nickname == %@", text)) { $0.nickname == text }
        case 6:
            let date = Date(timeIntervalSince1970: Double(number))
            return Question(rows: rows.where { $0.date == date }) { $0.date == date }
        case 7:
            let mark = RepeatedQueryTests.mark(number)
            return Question(rows: rows.filter("mark == %@", mark)) { $0.mark == mark }
        case 8: return Question(rows: rows.filter("name != %@", text)) { $0.name != text }
        case 9: return Question(rows: rows.filter("name ==[c] %@", text)) { $0.name == text }
        case 10: return Question(rows: rows.filter("number IN %@", [number, 1])) { [number, 1].contains($0.number) }
        case 11: return Question(rows: rows.filter("plain == %@", number)) { $0.plain == number }
        case 12:
            return Question(rows: rows.filter("number == %@", Double(number))) { $0.number == number }
        case 13: return Question(rows: listed.filter("number == %@", number)) { $0.number == number }
        case 14: return Question(rows: listed.where { $0.name == text }) { $0.name == text }
        case 15:
            let rows = rows.where { $0.number == number }
            return Question(rows: rows.sorted(byKeyPath: "name", ascending: false)) { $0.number == number }
        default:
            return Question(rows: rows.filter("name == %@", text).filter("number == %@", number)) {
                $0.name == text && $0.number == number
            }
        }
    }

    @Test mutating func `each gets its own answer, in any order, before and after changes`() throws {
        let all = Array(realm.objects(AskedRow.self))
        var asked: [Question] = []
        for step in 0..<1500 {
            asked.append(question())
            asked.last?.check(all)
            asked.randomElement(using: &random)?.check(all)
            let others = realm.objects(OtherAskedRow.self).where { $0.name == "\(step % 9)" }
            #expect(others.count == (0..<300).count { "\($0 % 7)" == "\(step % 9)" })
            guard random.chance(oneIn: 20) else { continue }
            let (row, text) = (all[random.below(all.count)], random.pick(texts))
            try realm.write {
                row.name = text
                asked.randomElement(using: &random)?.check(all)
                row.number = random.below(9)
                asked.randomElement(using: &random)?.check(all)
            }
        }
    }

    @Test func `results that are kept answer their own question while others are asked`() {
        let rows = realm.objects(AskedRow.self)
        let kept = rows.where { $0.number == 1 }
        let other = rows.where { $0.number == 2 }
        #expect(kept.allSatisfy { $0.number == 1 } && other.allSatisfy { $0.number == 2 })
        #expect(kept.count == rows.filter { $0.number == 1 }.count)
        #expect(kept.sum(of: \.number) == kept.count && other.sum(of: \.number) == 2 * other.count)
        let frozen = kept.freeze()
        #expect(rows.where { $0.number == 3 }.count == rows.filter { $0.number == 3 }.count)
        #expect(frozen.count == kept.count && frozen.allSatisfy { $0.number == 1 })
        #expect(frozen.where { $0.name == "a" }.count == kept.filter { $0.name == "a" }.count)
    }
}

class AskedRow: Object {
    @Persisted(primaryKey: true) var id: Int
    @Persisted(indexed: true) var name: String
    @Persisted(indexed: true) var nickname: String?
    @Persisted(indexed: true) var number: Int
    @Persisted(indexed: true) var date: Date
    @Persisted(indexed: true) var mark: UUID
    @Persisted var plain: Int

    override class func shouldIncludeInDefaultSchema() -> Bool { false }
}

class OtherAskedRow: Object {
    @Persisted(indexed: true) var name: String

    override class func shouldIncludeInDefaultSchema() -> Bool { false }
}

class AskedList: Object {
    @Persisted var rows: List<AskedRow>

    override class func shouldIncludeInDefaultSchema() -> Bool { false }
}
