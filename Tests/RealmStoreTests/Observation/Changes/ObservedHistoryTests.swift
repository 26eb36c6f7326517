import Foundation
import Testing

@testable import RealmStore

/// The law of changes, for everything that can be observed, over random histories: the old state and the report give
/// the new state. With the history of the file, and without it.
@Suite struct ObservedHistoryTests {
    private static let count =
        ProcessInfo.processInfo.environment["REALMSTORE_OBSERVED_HISTORIES"].flatMap { UInt64($0) } ?? 300
    private static let first =
        ProcessInfo.processInfo.environment["REALMSTORE_OBSERVED_SEED"].flatMap { UInt64($0) } ?? 1

    @Test(arguments: [false, true]) func `the old state and the report give the new state`(_ compares: Bool) throws {
        for seed in ObservedHistoryTests.first..<ObservedHistoryTests.first + ObservedHistoryTests.count {
            do {
                if let problem = try ObservedHistory(seed: seed, compares: compares).run() {
                    Issue.record("seed \(seed): \(problem)")
                    return
                }
            } catch {
                Issue.record("seed \(seed): \(error)")
                return
            }
        }
    }
}

/// Random transactions on some items, and the reports to their observers.
private final class ObservedHistory {
    /// An observed value: its name, the value, and its elements in a version.
    private struct Observed {
        let name: String
        var thing: any ObservedPositions
        let content: (Session) -> [String]?
    }

    private var numbers: RepeatableNumbers
    private let realm: Realm
    private let compares: Bool
    private var observed: [Observed] = []
    private var nextId = 0

    init(seed: UInt64, compares: Bool) throws {
        numbers = RepeatableNumbers(from: seed)
        self.compares = compares
        realm = try NotifyRealm.make()
    }

    private func random(_ end: Int) -> Int { Int.random(in: 0..<end, using: &numbers) }

    private func item() -> NotifyItem? {
        let all = realm.objects(NotifyItem.self)
        return all.isEmpty ? nil : all[random(all.count)]
    }

    func run() throws -> String? {
        try realm.write { for _ in 0..<40 { change() } }
        observe()
        var old = realm.session.frozen()
        for index in observed.indices { try observed[index].thing.begin(in: old) }
        for step in 0..<5 {
            let first = old.version
            for _ in 0...random(3) {
                try realm.write { for _ in 0..<random(12) { change() } }
            }
            let new = realm.session.frozen()
            let places = observed.compactMap(\.thing.watched)
            var changesets = compares ? nil : try new.group.snapshot.changesets(after: first)
            if new.version == first + 1, !compares, changesets == nil { changesets = [] }
            let touched = try TouchedObjects(between: old.group, new.group, changesets, watching: places)
            for index in observed.indices {
                let change = try observed[index].thing.change(from: old, to: new, touched)
                if let problem = check(change, observed[index], old, new) {
                    return "step \(step), \(observed[index].name): \(problem)"
                }
            }
            old = new
        }
        return nil
    }

    private func check(_ change: CollectionChange?, _ observed: Observed, _ old: Session, _ new: Session) -> String? {
        let (before, after) = (observed.content(old) ?? [], observed.content(new) ?? [])
        guard let change else {
            return before == after ? nil : "nothing was told, \(before) became \(after)"
        }
        var rows = before.indices.filter { !change.positions.deletions.contains($0) }.map { before[$0] }
        for position in change.insertions {
            guard position <= rows.count, position < after.count else { return "\(change) of \(before) and \(after)" }
            rows.insert(after[position], at: position)
        }
        guard rows.count == after.count else { return "\(change): \(before) gives \(rows), not \(after)" }
        let modified = Set(change.newModifications)
        for position in after.indices where rows[position] != after[position] && !modified.contains(position) {
            return "\(change): \(before) gives \(rows), not \(after)"
        }
        guard change.modifications.count == change.newModifications.count else { return "\(change)" }
        return nil
    }

    // MARK: Observed things

    private func observe() {
        let items = realm.objects(NotifyItem.self)
        add("all", items)
        add("filtered", items.where { $0.n > 3 })
        add("filtered by links", items.filter("next.n > 2 OR ANY items.n == 1"))
        add("sorted", items.sorted(byKeyPath: "n"))
        add("sorted twice", items.sorted(by: [SortDescriptor(keyPath: "s", ascending: false), "n"]))
        add("sorted after sorting", items.sorted(byKeyPath: "n").sorted(byKeyPath: "s", ascending: false))
        add("sorted by links", items.sorted(byKeyPath: "next.n", ascending: false))
        add("filtered and sorted", items.where { $0.n > 2 }.sorted(byKeyPath: "s"))
        add("distinct", items.distinct(by: ["n"]))
        add("sorted and distinct", items.sorted(byKeyPath: "s").distinct(by: ["n"]))
        for object in items.prefix(4) {
            let key = object.key.value
            add("items of \(key)", object.items)
            add("ints of \(key)", object.ints)
            add("iset of \(key)", object.iset)
            add("oset of \(key)", object.oset)
            add("items of \(key), filtered", object.items.where { $0.n > 1 })
            add("items of \(key), sorted", object.items.sorted(byKeyPath: "n"))
            add("ints of \(key), sorted", object.ints.sorted())
            add("ints of \(key), distinct", object.ints.distinct(by: ["self"]))
            add("others of \(key)", object.others)
            if case .list(let list) = object.any { add("list of \(key)", list) }
        }
        limited("n", 5)
        limited(nil, 3)
    }

    private func add<Collection: RealmCollection>(_ name: String, _ collection: Collection) {
        guard let thing = ObservedCollection.thing(collection._rlmRows, .everything) else { return }
        observed.append(
            Observed(name: name, thing: thing) { session in
                collection.remaining(in: session).map { found in
                    found.map(ObservedHistory.text)
                }
            })
    }

    /// The API has no limits, the engine does.
    private func limited(_ property: String?, _ count: Int) {
        let items = realm.objects(NotifyItem.self)
        var rows = property.map { items.sorted(byKeyPath: $0) }?.rows ?? items.rows
        rows = rows.apply(.limit(count))
        let results = Results<NotifyItem>(rows)
        add("\(count) by \(property ?? "key")", results)
    }

    private static func text(_ element: Any) -> String {
        switch element {
        case let object as RLMObjectBase: "#\(object.key.value)"
        case let value as AnyRealmValue:
            switch value {
            case .list, .dictionary: "collection"
            case .object(let object): "#\(object.key.value)"
            default: "\(value)"
            }
        default: "\(element)"
        }
    }

    // MARK: Changes

    private func change() {
        guard let item = item(), random(12) > 0 else {
            nextId += 1
            let made = realm.create(NotifyItem.self, value: ["_id": nextId])
            (made.n, made.s) = (random(6), ["a", "b", "c", ""][random(4)])
            return
        }
        switch random(20) {
        case 0: item.n = random(6)
        case 1: item.s = ["a", "b", "c", "d"][random(4)]
        case 2: item.next = random(3) == 0 ? nil : self.item()
        case 3: realm.delete(item)
        case 4: realm.create(NotifyOther.self, value: ["_id": nextOther(), "m": 1]).item = item
        case 5:
            let others = realm.objects(NotifyOther.self)
            if !others.isEmpty { realm.delete(others[random(others.count)]) }
        case 6: item.iset.insert(random(8))
        case 7: item.iset.remove(random(8))
        case 8: if let other = self.item() { item.oset.insert(other) }
        case 9: if let other = self.item() { item.oset.remove(other) }
        case 10..<13: edit(item.items) { self.item() }
        case 13..<16: edit(item.ints) { self.random(4) }
        case 16: item.any = .list(mixedList())
        case 17: item.any = .int(random(3))
        default:
            if case .list(let list) = item.any {
                edit(list) { self.random(4) == 0 ? .list(self.mixedList()) : .int(self.random(5)) }
            }
        }
    }

    private var otherCount = 0

    private func nextOther() -> Int {
        otherCount += 1
        return otherCount
    }

    private func mixedList() -> List<AnyRealmValue> {
        let list = List<AnyRealmValue>()
        for _ in 0..<random(4) { list.append(.int(random(5))) }
        return list
    }

    private func edit<Element>(_ list: List<Element>, _ element: () -> Element?) {
        let count = list.count
        switch (random(10), count) {
        case (0..<4, _), (_, 0): if let element = element() { list.insert(element, at: random(count + 1)) }
        case (4, _): list.remove(at: random(count))
        case (5, _): list.removeAll()
        case (6, _): if let element = element() { list[random(count)] = element }
        case (7, _): list.swapAt(random(count), random(count))
        default: list.move(from: random(count), to: random(count))
        }
    }
}
