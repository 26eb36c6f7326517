import Foundation
import RealmStore
import TestSupport
import Testing

/// Objects that are added one after the other, and whose rows are written together: nobody can tell.
@Suite("Pending objects") struct PendingObjectTests {
    private let directory: TemporaryDirectory
    private let realm: Realm

    init() throws {
        directory = try TemporaryDirectory()
        realm = try Realm(configuration: PendingObjectTests.configuration(directory, "pending"))
    }

    private static func configuration(_ directory: TemporaryDirectory, _ name: String) -> Realm.Configuration {
        Realm.Configuration(
            fileURL: directory.url.appendingPathComponent("\(name).realm"),
            objectTypes: [
                PendingNumber.self, PendingText.self, PendingNote.self, PendingHolder.self, PendingUnique.self,
            ])
    }

    private func number(_ id: Int, _ name: String = "") -> PendingNumber {
        PendingNumber(value: ["id": id, "name": name])
    }

    // MARK: What is seen

    @Test func `an added object is counted at once`() throws {
        try realm.write {
            let all = realm.objects(PendingNumber.self)
            for id in 1...5 {
                realm.add(number(id))
                #expect(all.count == id)
            }
        }
    }

    @Test func `an added object is found by its primary key and by a query`() throws {
        try realm.write {
            realm.add(number(1, "one"))
            realm.add(number(2, "two"))
            #expect(realm.object(ofType: PendingNumber.self, forPrimaryKey: 2)?.name == "two")
            realm.add(number(3, "three"))
            #expect(realm.objects(PendingNumber.self).where { $0.name == "three" }.first?.id == 3)
        }
    }

    @Test func `objects are added alike while somebody looks after each, and when nobody does any more`() throws {
        try realm.write {
            for id in 1...300 {
                let added = number(id, "\(id)")
                realm.add(added)
                #expect(added.name == "\(id)")
            }
            for id in 301...1000 { realm.add(number(id, "\(id)")) }
            for id in 1001...1100 {
                realm.create(PendingNumber.self, value: ["id": id, "name": "\(id)"])
                #expect(realm.objects(PendingNumber.self).count == id)
            }
        }
        #expect(realm.objects(PendingNumber.self).map(\.id) == Array(1...1100))
        #expect(realm.objects(PendingNumber.self).allSatisfy { $0.name == "\($0.id)" })
        #expect(realm.object(ofType: PendingNumber.self, forPrimaryKey: 700)?.name == "700")
    }

    @Test func `an added object has its values`() throws {
        let values = PendingNumber(value: ["id": 7, "name": "seven", "size": 0.5, "note": "a text"])
        try realm.write {
            realm.add(values)
            realm.add(number(8))
            #expect(values.name == "seven" && values.size == 0.5 && values.note == "a text")
        }
        #expect(values.id == 7 && values.note == "a text")
    }

    @Test func `an added object is changed and linked to`() throws {
        let holder = PendingHolder()
        try realm.write {
            realm.add(holder)
            let target = number(1, "one")
            realm.add(target)
            target.name = "changed"
            realm.add(number(2))
            holder.numbers.append(target)
            holder.number = target
        }
        #expect(holder.numbers.map(\.name) == ["changed"])
        #expect(holder.number?.id == 1)
    }

    @Test func `an added object is deleted in its transaction`() throws {
        let gone = number(2)
        try realm.write {
            realm.add([number(1), gone, number(3)])
            realm.delete(gone)
            realm.add(number(2, "again"))
        }
        #expect(gone.isInvalidated)
        #expect(realm.objects(PendingNumber.self).map(\.id) == [1, 3, 2])
    }

    @Test func `objects of a transaction that is undone are gone`() throws {
        let lost = number(1)
        realm.beginWrite()
        realm.add(lost)
        realm.cancelWrite()
        #expect(lost.isInvalidated)
        try realm.write { realm.add(number(1, "kept")) }
        #expect(realm.objects(PendingNumber.self).map(\.name) == ["kept"])
    }

    @Test func `a transaction that is undone keeps no object alive`() throws {
        weak var lost: PendingNumber?
        autoreleasepool {
            realm.beginWrite()
            let added = number(1)
            realm.add(added)
            lost = added
            realm.cancelWrite()
        }
        #expect(lost == nil)
    }

    @Test func `a copy made in the transaction has the added objects`() throws {
        let copy = PendingObjectTests.configuration(directory, "copy")
        try realm.write {
            realm.add(number(1, "one"))
            try realm.writeCopy(configuration: copy)
        }
        #expect(try Realm(configuration: copy).objects(PendingNumber.self).map(\.name) == ["one"])
    }

    @Test func `a loop over objects sees those that it adds`() throws {
        try realm.write { realm.add((1...10).map { number($0) }) }
        try realm.write {
            for object in realm.objects(PendingNumber.self).where({ $0.id <= 10 }) {
                realm.add(number(object.id + 100, object.name))
            }
        }
        #expect(realm.objects(PendingNumber.self).map(\.id) == Array(1...10) + Array(101...110))
    }

    @Test func `a created object has the given values, and else the defaults`() throws {
        try realm.write {
            let one = realm.create(PendingNumber.self, value: ["id": 1, "name": "one", "note": NSNull()])
            let two = realm.create(PendingNumber.self, value: ["id": 2, "size": 2, "note": "two"])
            let holder = realm.create(PendingHolder.self, value: ["name": "a", "numbers": [], "words": []])
            let other = realm.create(PendingHolder.self, value: ["name": "b", "numbers": [one], "number": two])
            #expect(one.name == "one" && one.size == 0 && one.note == nil)
            #expect(two.name == "" && two.size == 2 && two.note == "two")
            #expect(holder.number == nil && holder.numbers.isEmpty)
            #expect(other.number?.id == 2 && other.numbers.map(\.id) == [1])
        }
        #expect(realm.objects(PendingHolder.self).map(\.name) == ["a", "b"])
    }

    @Test func `each created object gets a default value of its own`() throws {
        try realm.write { for _ in 0..<100 { realm.create(PendingUnique.self, value: [String: Any]()) } }
        #expect(Set(realm.objects(PendingUnique.self).map(\.id)).count == 100)
        #expect(Set(realm.objects(PendingUnique.self).map(\.other)).count == 100)
        #expect(realm.objects(PendingUnique.self).allSatisfy { Array($0.words) == ["first"] })
    }

    @Test func `a value that does not fit is told with its property`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let made = try PendingObjectTests()
            try made.realm.write { made.realm.create(PendingNumber.self, value: ["id": 1, "size": "large"]) }
        }
        expectMessage(result, "PendingNumber.size", "double", "large")
    }

    // MARK: Primary keys

    @Test(arguments: [[1, 2, 3, 2], [9, 3, 5, 9], [1, 2, 2]])
    func `a primary key of an object that was just added is taken`(_ ids: [Int]) async {
        await #expect(processExitsWith: .failure) { [ids] in
            let made = try PendingObjectTests()
            try made.realm.write { for id in ids { made.realm.add(made.number(id)) } }
        }
    }

    @Test func `the message names a primary key that is taken`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let made = try PendingObjectTests()
            try made.realm.write { for id in [4711, 12, 4711] { made.realm.add(made.number(id)) } }
        }
        expectMessage(result, "PendingNumber", "existing primary key", "4711")
    }

    @Test func `a stored primary key is taken, after greater ones, too`() async {
        await #expect(processExitsWith: .failure) {
            let made = try PendingObjectTests()
            try made.realm.write { made.realm.add(made.number(5)) }
            try made.realm.write { for id in [6, 7, 5] { made.realm.add(made.number(id)) } }
        }
    }

    @Test func `a key that others stored meanwhile is taken`() async {
        await #expect(processExitsWith: .failure) {
            let made = try PendingObjectTests()
            try made.realm.write {
                made.realm.add(made.number(1))
                made.realm.create(PendingNumber.self, value: ["id": 10])
                made.realm.add(made.number(2))
                made.realm.add(made.number(10))
            }
        }
    }

    @Test func `an object that is added twice is updated`() throws {
        try realm.write {
            for name in ["a", "b", "c"] {
                for id in [3, 1, 2] { realm.add(number(id, name + "\(id)"), update: .modified) }
            }
        }
        #expect(realm.objects(PendingNumber.self).map(\.name) == ["c3", "c1", "c2"])
    }

    @Test func `texts, and null, are primary keys`() throws {
        let keys: [String?] = ["b", nil, "a", "", String(repeating: "long ", count: 100)]
        try realm.write {
            for key in keys {
                let text = PendingText()
                text.key = key
                realm.add(text)
            }
            for key in keys { realm.add(PendingText(value: ["key": key as Any, "size": 2]), update: .all) }
        }
        #expect(realm.objects(PendingText.self).map(\.key) == keys)
        #expect(realm.objects(PendingText.self).map(\.size) == [2, 2, 2, 2, 2])
        for key in keys { #expect(realm.object(ofType: PendingText.self, forPrimaryKey: key)?.key == key) }
    }

    @Test func `the smallest and the greatest integer are primary keys`() throws {
        let keys = [Int.min, -1, 0, Int.max]
        for order in [keys, keys.reversed()] {
            try realm.write {
                realm.deleteAll()
                for key in order { realm.add(number(key)) }
            }
            #expect(realm.objects(PendingNumber.self).map(\.id) == order)
        }
    }

    // MARK: Many

    @Test(arguments: [1, 37]) func `more objects than are written together`(_ factor: Int) throws {
        // Prime to both factors, so that each id comes once.
        let count = 20_011
        try realm.write {
            for index in 0..<count { realm.add(number(index * factor % count, "number \(index)")) }
        }
        let all = realm.objects(PendingNumber.self)
        #expect(all.map(\.id) == (0..<count).map { $0 * factor % count })
        #expect(all.where { $0.name == "number 20010" }.count == 1)
        #expect(try Realm.verify(at: #require(realm.configuration.fileURL)).isSound)
    }

    @Test func `more bytes than are written together`() throws {
        let text = String(repeating: "0123456789", count: 100_000)
        try realm.write { for id in 0..<20 { realm.add(number(id, text + "\(id)")) } }
        #expect(realm.objects(PendingNumber.self).enumerated().allSatisfy { $1.name == text + "\($0)" })
    }

    // MARK: Against a Realm that is asked after each step

    @Test(arguments: 0..<12) func `any transaction gives the same as one that is looked at after each step`(
        _ round: Int
    ) throws {
        var random = SeededGenerator(for: "pending objects \(round)")
        let observed = try Realm(configuration: PendingObjectTests.configuration(directory, "observed"))
        for _ in 0..<6 {
            let versions = [realm, observed].map { $0.freeze() }
            let steps = (0..<(10 + random.below(120))).map { _ in PendingStep(&random) }
            let isUndone = random.chance(oneIn: 5)
            for (realm, isObserved) in [(realm, false), (observed, true)] {
                realm.beginWrite()
                for step in steps {
                    step.run(in: realm)
                    if isObserved { _ = realm.objects(PendingNumber.self).count }
                }
                if isUndone { realm.cancelWrite() } else { try realm.commitWrite() }
            }
            #expect(contents(of: realm) == contents(of: observed))
            let changes = try zip([realm, observed], versions).map { try $0.changes(since: $1).map { "\($0)" } }
            #expect(changes[0] == changes[1])
        }
        #expect(try Realm.verify(at: #require(realm.configuration.fileURL)).isSound)
    }

    private func contents(of realm: Realm) -> [String] {
        realm.objects(PendingNumber.self).map { "\($0.id) \($0.name) \($0.size) \($0.note ?? "-")" }
            + realm.objects(PendingText.self).map { "\($0.key ?? "-") \($0.size)" }
            + realm.objects(PendingNote.self).map { "\($0.text) \($0.date?.timeIntervalSince1970 ?? 0)" }
            + realm.objects(PendingHolder.self).map {
                "\($0.name) \($0.number?.id ?? -1) \(Array($0.numbers.map(\.id))) \(Array($0.words))"
            }
    }
}

final class PendingNumber: TestObject {
    @Persisted(primaryKey: true) var id: Int
    @Persisted(indexed: true) var name: String
    @Persisted var size: Double
    @Persisted var note: String?
}

final class PendingText: TestObject {
    @Persisted(primaryKey: true) var key: String?
    @Persisted(indexed: true) var size: Int
}

final class PendingNote: TestObject {
    @Persisted var text: String
    @Persisted var date: Date?
}

final class PendingUnique: TestObject {
    @Persisted(primaryKey: true) var id = UUID()
    @Persisted var other = UUID()
    @Persisted var words: List<String>

    required init() {
        super.init()
        words.append("first")
    }
}

final class PendingHolder: TestObject {
    @Persisted var name: String
    @Persisted var number: PendingNumber?
    @Persisted var numbers: List<PendingNumber>
    @Persisted var words: List<String>
}

/// Something that a transaction does.
private enum PendingStep {
    case number(Int, String), text(String?, Int), note(String), holder(String, linking: Int?, words: Int)
    case created(Int, String), rename(Int), link(Int), remove(Int), read(Int)

    init(_ random: inout SeededGenerator) {
        let id = random.below(40)
        self =
            switch random.below(16) {
            case 0...4: .number(id, "name \(random.below(9))")
            case 5, 6: .text(random.chance(oneIn: 6) ? nil : "key \(id)", random.below(5))
            case 7...9: .note("note \(id)")
            case 10: .holder("holder \(id)", linking: random.chance(oneIn: 2) ? id : nil, words: random.below(3))
            case 11: .created(id, "created")
            case 12: .rename(id)
            case 13: .link(id)
            case 14: .remove(id)
            default: .read(id)
            }
    }

    func run(in realm: Realm) {
        switch self {
        case .number(let id, let name):
            realm.add(PendingNumber(value: ["id": id, "name": name, "size": Double(id)]), update: .modified)
        case .text(let key, let size):
            realm.add(PendingText(value: ["key": key as Any, "size": size]), update: .all)
        case .note(let text): realm.add(PendingNote(value: ["text": text]))
        case .holder(let name, let id, let words):
            let holder = PendingHolder(value: ["name": name, "words": (0..<words).map { "word \($0)" }])
            holder.number = id.flatMap { realm.object(ofType: PendingNumber.self, forPrimaryKey: $0) }
            realm.add(holder)
        case .created(let id, let name):
            realm.create(PendingNumber.self, value: ["id": id, "name": name], update: .all)
        case .rename(let id): realm.object(ofType: PendingNumber.self, forPrimaryKey: id)?.name = "renamed"
        case .link(let id):
            guard let number = realm.object(ofType: PendingNumber.self, forPrimaryKey: id) else { return }
            realm.objects(PendingHolder.self).last?.numbers.append(number)
        case .remove(let id):
            if let number = realm.object(ofType: PendingNumber.self, forPrimaryKey: id) { realm.delete(number) }
        case .read(let id):
            precondition(realm.objects(PendingNote.self).where { $0.text == "note \(id)" }.count >= 0)
        }
    }
}
