import Foundation
import RealmStore
import TestSupport
import Testing

/// Values replaced where they are: accessors and collections that stay as they are see them all the same.
@Suite("Values replaced in place") struct PlacementTests {
    @Test func `all accessors of an object see a value at once`() throws {
        let gauges = try GaugeRealm(count: 300)
        let (first, second) = (gauges.gauge(7), gauges.gauge(7))
        try gauges.realm.write {
            for level in 0..<10 {
                first.level = level
                #expect(second.level == level)
            }
        }
    }

    @Test func `neighbours keep their values when one needs more bits`() throws {
        let gauges = try GaugeRealm(count: 300)
        let accessors = gauges.all
        try gauges.realm.write {
            for gauge in accessors { gauge.level = gauge.id % 2 }
            #expect(accessors.map(\.level) == accessors.map { $0.id % 2 })
            accessors[100].level = 1 << 40
            accessors[101].level = -5
            #expect(accessors[99].level == 1)
            #expect(accessors[100].level == 1 << 40)
            #expect(accessors[101].level == -5)
        }
        #expect(accessors[102].level == 0)
    }

    @Test func `results follow values that were replaced in place`() throws {
        let gauges = try GaugeRealm(count: 300)
        let objects = gauges.realm.objects(Gauge.self)
        let (high, order) = (objects.where { $0.level > 100 }, objects.sorted(byKeyPath: "level"))
        try gauges.realm.write {
            for gauge in objects { gauge.level = 0 }
            #expect(high.isEmpty)
            gauges.gauge(5).level = 101
            #expect(high.map(\.id) == [5])
            #expect(order.last?.id == 5)
            gauges.gauge(6).level = 102
            #expect(high.map(\.id) == [5, 6])
            #expect(order.last?.id == 6)
        }
    }

    @Test func `a loop that replaces values visits each object once`() throws {
        let gauges = try GaugeRealm(count: 700)
        try gauges.realm.write {
            for _ in 0..<3 {
                for gauge in gauges.realm.objects(Gauge.self) { gauge.level += gauge.id }
            }
        }
        #expect(gauges.all.map(\.level) == (0..<700).map { $0 * 3 })
    }

    @Test func `a loop that replaces values and deletes objects visits each object once`() throws {
        let gauges = try GaugeRealm(count: 700)
        try gauges.realm.write {
            for gauge in gauges.realm.objects(Gauge.self) {
                gauge.level += 1
                if gauge.id.isMultiple(of: 3) { gauges.realm.delete(gauge) }
            }
        }
        #expect(gauges.all.map(\.id) == (0..<700).filter { !$0.isMultiple(of: 3) })
        #expect(gauges.all.allSatisfy { $0.level == 1 })
    }

    @Test(arguments: [false, true])
    func `a loop over objects that the transaction has changed before visits each once`(setsFirst: Bool) throws {
        let gauges = try GaugeRealm(count: 700)
        var visited: [Int] = []
        try gauges.realm.write {
            for gauge in gauges.realm.objects(Gauge.self) { gauge.level = 1 }
            for gauge in gauges.realm.objects(Gauge.self) {
                visited.append(gauge.id)
                if setsFirst { gauge.level += 1 }
                if gauge.id.isMultiple(of: 3) { gauges.realm.delete(gauge) }
            }
        }
        #expect(visited == Array(0..<700))
    }

    @Test func `a cancelled transaction takes back values replaced in place`() throws {
        let gauges = try GaugeRealm(count: 300)
        let gauge = gauges.gauge(3)
        gauges.realm.beginWrite()
        gauge.level = 1
        gauge.level = 2
        #expect(gauge.level == 2)
        gauges.realm.cancelWrite()
        #expect(gauge.level == 0)
    }

    @Test(arguments: [1, 2, 3, 4] as [UInt64]) func `objects are as a model says`(seed: UInt64) throws {
        var run = try GaugeRun(seed: seed)
        for _ in 0..<12 { try run.transaction() }
    }
}

private final class Gauge: TestObject {
    @Persisted(primaryKey: true) var id: Int
    @Persisted var level: Int
    @Persisted var isOn: Bool
    @Persisted var ratio: Double
    @Persisted var share: Float?
    @Persisted var spare: Int?
    @Persisted var name: String
    @Persisted var read: Date?
    @Persisted(indexed: true) var rank: Int

    convenience init(id: Int) {
        self.init()
        self.id = id
    }
}

private struct GaugeRealm {
    let realm: Realm

    init(count: Int) throws {
        realm = try Realm(configuration: .init(inMemoryIdentifier: UUID().uuidString, objectTypes: [Gauge.self]))
        try realm.write { realm.add((0..<count).map(Gauge.init(id:))) }
    }

    var all: [Gauge] { Array(realm.objects(Gauge.self)) }

    func gauge(_ id: Int) -> Gauge { realm.object(ofType: Gauge.self, forPrimaryKey: id)! }
}

/// Random changes of objects through accessors that are kept, beside plain values.
private struct GaugeRun {
    struct Values: Equatable {
        var level = 0
        var isOn = false
        var ratio = 0.0
        var share: Float?
        var spare: Int?
        var name = ""
        var read: Date?
        var rank = 0
    }

    private let gauges: GaugeRealm
    private var accessors: [Int: Gauge]
    private var model: [Int: Values]
    private var nextId = 600
    private var generator: SeededGenerator

    init(seed: UInt64) throws {
        gauges = try GaugeRealm(count: nextId)
        accessors = Dictionary(uniqueKeysWithValues: gauges.all.map { ($0.id, $0) })
        model = accessors.mapValues { _ in Values() }
        generator = SeededGenerator(seed: seed)
    }

    mutating func transaction() throws {
        let old = model
        gauges.realm.beginWrite()
        for _ in 0..<200 {
            try change()
        }
        if generator.chance(oneIn: 4) {
            gauges.realm.cancelWrite()
            model = old
            accessors = Dictionary(uniqueKeysWithValues: gauges.all.map { ($0.id, $0) })
        } else {
            try gauges.realm.commitWrite()
        }
        try compare(Array(model.keys))
    }

    /// Changes an object; it and others are read before, so that what they keep of the file could be outdated.
    private mutating func change() throws {
        guard !generator.chance(oneIn: 30), let id = model.keys.sorted().randomElement(using: &generator) else {
            accessors[nextId] = gauges.realm.create(Gauge.self, value: ["id": nextId])
            model[nextId] = Values()
            nextId += 1
            return
        }
        let near = model.keys.filter { abs($0 - id) < 3 }
        try compare(near)
        let gauge = accessors[id]!
        let number = Int(truncatingIfNeeded: generator.next()) >> generator.below(64)
        switch generator.below(31) {
        case 0:
            gauges.realm.delete(gauge)
            accessors[id] = nil
            model[id] = nil
        case 1...14: (gauge.level, model[id]!.level) = (number, number)
        case 15...18: (gauge.isOn, model[id]!.isOn) = (number.isMultiple(of: 2), number.isMultiple(of: 2))
        case 19...22: (gauge.ratio, model[id]!.ratio) = (Double(number), Double(number))
        case 23, 24:
            let share = number < 0 ? nil : Float(number)
            (gauge.share, model[id]!.share) = (share, share)
        case 25, 26:
            // Few numbers: sometimes the one that stands for null in the leaf, which then becomes another.
            let spare = number < 0 ? nil : number & 7
            (gauge.spare, model[id]!.spare) = (spare, spare)
        case 27:
            // Of all three layouts of texts.
            let name = String(repeating: "gauge", count: generator.below(generator.chance(oneIn: 20) ? 30 : 4))
            (gauge.name, model[id]!.name) = (name, name)
        case 28:
            let read = number < 0 ? nil : Date(timeIntervalSince1970: Double(number & 0xFFFF_FFFF))
            (gauge.read, model[id]!.read) = (read, read)
        default: (gauge.rank, model[id]!.rank) = (number, number)
        }
        try compare(near.filter { model[$0] != nil })
    }

    private mutating func compare(_ ids: [Int]) throws {
        for id in ids {
            let gauge = try #require(accessors[id])
            let found = Values(
                level: gauge.level, isOn: gauge.isOn, ratio: gauge.ratio, share: gauge.share, spare: gauge.spare,
                name: gauge.name, read: gauge.read, rank: gauge.rank)
            try #require(found == model[id])
        }
        let objects = gauges.realm.objects(Gauge.self)
        try #require(objects.where { $0.level > 1000 }.count == model.values.count { $0.level > 1000 })
        try #require(objects.where { $0.rank > 1000 }.count == model.values.count { $0.rank > 1000 })
        try #require(objects.where { $0.isOn }.count == model.values.count { $0.isOn })
    }
}
