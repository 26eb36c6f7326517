import RealmStore
import Synchronization
import TestSupport
import Testing

/// A loop uses an accessor again that nobody keeps: nothing may show that.
@Suite("Objects of loops") struct LoopTests {
    @Test func `objects that the program keeps stay what they are`() throws {
        let laps = try LapRealm(count: 500)
        var kept: [Lap] = []
        for lap in laps.all where lap.id.isMultiple(of: 3) { kept.append(lap) }
        #expect(kept.map(\.id) == (0..<500).filter { $0.isMultiple(of: 3) })
    }

    @Test func `an object that a closure keeps stays what it is`() throws {
        let laps = try LapRealm(count: 20)
        var closures: [() -> Int] = []
        for lap in laps.all { closures.append { lap.id } }
        #expect(closures.map { $0() } == Array(0..<20))
    }

    @Test func `a weak reference ends with the turn of its object`() throws {
        let laps = try LapRealm(count: 20)
        weak var last: Lap?
        for lap in laps.all {
            #expect(last == nil)
            last = lap
        }
    }

    @Test func `a loop whose objects nobody keeps needs few of them`() throws {
        let realm = try LapRealm(count: 0).realm
        try realm.write { for id in 0..<500 { realm.create(CountedLap.self, value: ["id": id]) } }
        let (all, before) = (realm.objects(CountedLap.self), CountedLap.made.load(ordering: .relaxed))
        var sum = 0
        for lap in all { sum += lap.id }
        for lap in all.sorted(byKeyPath: "id", ascending: false) { sum += lap.id }
        #expect(sum == 499 * 500)
        #expect(CountedLap.made.load(ordering: .relaxed) - before <= 4)
    }

    @Test func `collections are those of the object visited`() throws {
        let laps = try LapRealm(count: 50)
        var lists: [List<Int>] = []
        for lap in laps.all {
            #expect(Array(lap.times) == [lap.id, lap.id + 1])
            lists.append(lap.times)
        }
        #expect(lists.map { $0[0] } == Array(0..<50))
    }

    @Test func `a class with state of its own has an object for each`() throws {
        let laps = try LapRealm(count: 20)
        for runner in laps.realm.objects(Runner.self) {
            #expect(runner.note == "new")
            runner.note = "seen"
        }
    }

    @Test func `an object that is deleted is not used again`() throws {
        let laps = try LapRealm(count: 100)
        var visited: [Int] = []
        try laps.realm.write {
            for lap in laps.all {
                visited.append(lap.id)
                #expect(!lap.isInvalidated)
                if lap.id.isMultiple(of: 2) { laps.realm.delete(lap) }
            }
        }
        #expect(visited == Array(0..<100) && laps.all.count == 50)
    }

    @Test func `loops inside of each other have their own objects`() throws {
        let laps = try LapRealm(count: 30)
        var pairs = 0
        for outer in laps.all {
            for inner in laps.all where inner.id < outer.id { pairs += 1 }
        }
        #expect(pairs == 30 * 29 / 2)
    }

    @Test func `frozen objects of a loop are right on every thread`() async throws {
        let frozen = Frozen(try LapRealm(count: 200).all)
        await withTaskGroup(of: Int.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    var sum = 0
                    for lap in frozen.value { sum += lap.id + lap.times[1] }
                    return sum
                }
            }
            for await sum in group { #expect(sum == (0..<200).reduce(0) { $0 + 2 * $1 + 1 }) }
        }
    }

    @Test(arguments: [1, 2, UInt64.random(in: 0...9999)])
    func `whatever is kept of a loop stays what it is`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let laps = try LapRealm(count: 400)
        var kept: [(Lap, Int)] = []
        var weak: [(WeakLap, Int)] = []
        try laps.realm.write {
            for (id, lap) in laps.all.enumerated() {
                #expect(lap.id == id, "seed \(seed)")
                switch Int.random(in: 0..<6, using: &random) {
                case 0: kept.append((lap, id))
                case 1: weak.append((WeakLap(lap: lap), id))
                case 2: lap.distance = id
                case 3 where !kept.isEmpty: kept.remove(at: Int.random(in: 0..<kept.count, using: &random))
                default: break
                }
                #expect(kept.allSatisfy { $0.0.id == $0.1 }, "seed \(seed)")
                #expect(weak.allSatisfy { $0.0.lap == nil || $0.0.lap?.id == $0.1 }, "seed \(seed)")
            }
        }
    }
}

private struct WeakLap {
    weak var lap: Lap?
}

private struct LapRealm {
    let realm: Realm

    init(count: Int) throws {
        realm = try Realm(
            configuration: .init(
                inMemoryIdentifier: "laps \(UInt64.random(in: .min ... .max))",
                objectTypes: [Lap.self, Runner.self, CountedLap.self]))
        try realm.write {
            for id in 0..<count {
                realm.create(Lap.self, value: ["id": id, "times": [id, id + 1]] as [String: Any])
                realm.create(Runner.self, value: ["id": id])
            }
        }
    }

    var all: Results<Lap> { realm.objects(Lap.self) }
}

private final class Lap: TestObject {
    @Persisted(primaryKey: true) var id: Int
    @Persisted var distance: Int
    @Persisted var times: List<Int>
}

/// Used by one test only, since it counts its instances.
private final class CountedLap: TestObject {
    static let made = Atomic(0)

    @Persisted(primaryKey: true) var id: Int

    required init() {
        super.init()
        CountedLap.made.add(1, ordering: .relaxed)
    }
}

private final class Runner: TestObject {
    @Persisted(primaryKey: true) var id: Int
    var note = "new"
}
