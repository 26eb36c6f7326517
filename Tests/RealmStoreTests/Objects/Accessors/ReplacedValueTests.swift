import Foundation
import RealmStore
import Testing

@testable import TestSupport

final class ReplacedModel: TestObject {
    @Persisted(primaryKey: true) var id: Int
    @Persisted var int: Int
    @Persisted var short: Int16
    @Persisted var optionalInt: Int?
    @Persisted var bool: Bool
    @Persisted var optionalBool: Bool?
    @Persisted var double: Double
    @Persisted var optionalDouble: Double?
    @Persisted var date = Date(timeIntervalSince1970: 0)
    @Persisted var optionalDate: Date?
    @Persisted var kind = ReplacedKind.first
    @Persisted(indexed: true) var indexed: Int
    @Persisted var text: String
}

enum ReplacedKind: Int, PersistableEnum {
    case first = 1
    case second = 200
    case third = 70_000
}

/// Values that are replaced in the bytes of a write transaction's leaves.
@Suite("Replaced values") struct ReplacedValueTests {
    private let place: TemporaryDirectory
    private let configuration: Realm.Configuration

    init() throws {
        place = try TemporaryDirectory()
        configuration = Realm.Configuration(
            fileURL: place.url.appendingPathComponent("values.realm"), objectTypes: [ReplacedModel.self])
    }

    /// The values of an object in plain memory.
    private struct Row: Equatable {
        var int = 0
        var short: Int16 = 0
        var optionalInt: Int?
        var bool = false
        var optionalBool: Bool?
        var double = 0.0
        var optionalDouble: Double?
        var date = Date(timeIntervalSince1970: 0)
        var optionalDate: Date?
        var kind = ReplacedKind.first
        var indexed = 0
        var text = ""

        init() {}

        init(_ object: ReplacedModel) {
            (int, short, optionalInt) = (object.int, object.short, object.optionalInt)
            (bool, optionalBool) = (object.bool, object.optionalBool)
            (double, optionalDouble) = (object.double, object.optionalDouble)
            (date, optionalDate, kind) = (object.date, object.optionalDate, object.kind)
            (indexed, text) = (object.indexed, object.text)
        }

        /// Sets one property here and in the object.
        mutating func change(_ object: ReplacedModel, _ random: inout SeededGenerator) {
            let number = Row.number(&random)
            switch Int.random(in: 0..<13, using: &random) {
            case 0:
                int = number
                object.int = number
            case 1:
                int &+= 1
                object.int &+= 1
            case 2:
                short = Int16(truncatingIfNeeded: number)
                object.short = short
            case 3:
                optionalInt = Bool.random(using: &random) ? number : nil
                object.optionalInt = optionalInt
            case 4:
                bool.toggle()
                object.bool.toggle()
            case 5:
                optionalBool = [nil, true, false].randomElement(using: &random) ?? nil
                object.optionalBool = optionalBool
            case 6:
                double = Double(number) / 3
                object.double = double
            case 7:
                optionalDouble = Bool.random(using: &random) ? Double(number) : nil
                object.optionalDouble = optionalDouble
            case 8:
                date = Date(timeIntervalSince1970: Double(number % 4_000_000_000) + 0.5)
                object.date = date
            case 9:
                optionalDate = Bool.random(using: &random) ? Date(timeIntervalSince1970: Double(number % 1000)) : nil
                object.optionalDate = optionalDate
            case 10:
                kind = ReplacedKind.allCases.randomElement(using: &random) ?? .first
                object.kind = kind
            case 11:
                indexed = number
                object.indexed = number
            default:
                text = String(repeating: "x", count: abs(number % 90))
                object.text = text
            }
        }

        /// Numbers of every width, and around the largest of each, which stand for null.
        private static func number(_ random: inout SeededGenerator) -> Int {
            let bits = Int.random(in: 0...63, using: &random)
            let edge = (1 &<< bits) &- 1
            let near = edge &+ Int.random(in: -1...1, using: &random)
            return Bool.random(using: &random) ? near : Bool.random(using: &random) ? 0 &- near : near % 3
        }
    }

    @Test(arguments: [UInt64(1), 2, 3, 4, 5, 6])
    func `random changes through several accessors give what a plain model has`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let realm = try Realm(configuration: configuration)
        let count = 400
        var model = [Row](repeating: Row(), count: count)
        try realm.write { for id in 0..<count { realm.create(ReplacedModel.self, value: ["id": id]) } }
        for _ in 0..<12 {
            let before = model
            realm.beginWrite()
            for _ in 0..<400 {
                let id = Int.random(in: 0..<count, using: &random)
                let object = try #require(realm.object(ofType: ReplacedModel.self, forPrimaryKey: id))
                let twin = try #require(realm.object(ofType: ReplacedModel.self, forPrimaryKey: id))
                for _ in 0..<Int.random(in: 1...4, using: &random) {
                    model[id].change(Bool.random(using: &random) ? object : twin, &random)
                    #expect(Row(object) == model[id], "seed \(seed)")
                    #expect(Row(twin) == model[id], "seed \(seed)")
                }
            }
            for (id, object) in realm.objects(ReplacedModel.self).enumerated() {
                model[id].change(object, &random)
                model[id].change(object, &random)
            }
            if Bool.random(using: &random) {
                try realm.commitWrite()
            } else {
                realm.cancelWrite()
                model = before
            }
            #expect(realm.objects(ReplacedModel.self).map { Row($0) } == model, "seed \(seed)")
        }
        let (configuration, final) = (configuration, model)
        let isRead = try onThread {
            try Realm(configuration: configuration).objects(ReplacedModel.self).map { Row($0) } == final
        }
        #expect(isRead, "seed \(seed)")
        let verification = try Realm.verify(at: #require(configuration.fileURL))
        #expect(verification.isSound, "seed \(seed)")
    }

    @Test func `queries in the transaction see a replaced value`() throws {
        let realm = try Realm(configuration: configuration)
        try realm.write { for id in 0..<10 { realm.create(ReplacedModel.self, value: ["id": id]) } }
        let found = realm.objects(ReplacedModel.self).where { $0.int == 7 }
        realm.beginWrite()
        for object in realm.objects(ReplacedModel.self) { object.int = 1 }
        for (id, object) in realm.objects(ReplacedModel.self).enumerated() {
            object.int = 6
            object.int = 7
            #expect(found.count == id + 1)
        }
        realm.cancelWrite()
        #expect(found.isEmpty)
    }

    @Test func `an observer is told of values replaced in place`() throws {
        let queue = DispatchQueue(label: "replaced")
        let told = try queue.sync { () -> [Int] in
            let realm = try Realm(configuration: configuration, queue: queue)
            try realm.write { for id in 0..<3 { realm.create(ReplacedModel.self, value: ["id": id]) } }
            var told: [Int] = []
            let token = realm.objects(ReplacedModel.self).observe(keyPaths: ["int"]) { change in
                if case .update(_, _, _, let modifications) = change { told += modifications }
            }
            try realm.write {
                for object in realm.objects(ReplacedModel.self) { object.double = 1 }
                for object in realm.objects(ReplacedModel.self) where object.id == 1 {
                    object.int = 2
                    object.int = 3
                }
            }
            realm.refresh()
            try realm.write {}
            token.invalidate()
            return told
        }
        #expect(told == [1])
    }

    @Test func `a replaced value outside of a transaction ends the program`() async throws {
        await #expect(processExitsWith: .failure) {
            let place = try TemporaryDirectory()
            let realm = try Realm(
                configuration: .init(
                    fileURL: place.url.appendingPathComponent("outside.realm"), objectTypes: [ReplacedModel.self]))
            try realm.write { for id in 0..<3 { realm.create(ReplacedModel.self, value: ["id": id]) } }
            let object = realm.objects(ReplacedModel.self)[1]
            try realm.write { for number in 1..<5 { object.int = number } }
            object.int = 9
        }
    }
}
