import Foundation
import Testing

@testable import RealmStore

/// The result of changes of elements, one rule at a time, and compared with a plain list.
@Suite struct EditScriptTests {
    /// Changes, and the expected report: deletions, insertions, modifications in new and in old positions.
    struct Case: Sendable, CustomTestStringConvertible {
        let changes: [ElementChange]
        let deletions: [Int]
        let insertions: [Int]
        var modifications: [Int] = []
        var oldModifications: [Int] = []
        var isCleared = false
        var testDescription: String { "\(changes)" }

        init(
            _ changes: [ElementChange], _ deletions: [Int], _ insertions: [Int], _ modifications: [Int] = [],
            old: [Int] = [], cleared: Bool = false
        ) {
            self.changes = changes
            (self.deletions, self.insertions) = (deletions, insertions)
            (self.modifications, oldModifications, isCleared) = (modifications, old, cleared)
        }
    }

    static let cases: [Case] = [
        Case([], [], []),
        Case([.insert(0)], [], [0]),
        Case([.insert(5)], [], [5]),
        Case([.insert(0), .insert(0)], [], [0, 1]),
        Case([.insert(2), .insert(2), .insert(5)], [], [2, 3, 5]),
        Case([.erase(0)], [0], []),
        Case([.erase(0), .erase(0)], [0, 1], []),
        Case([.erase(3), .erase(1)], [1, 3], []),
        Case([.insert(3), .erase(3)], [], []),
        Case([.erase(3), .insert(3)], [3], [3]),
        Case([.insert(0), .erase(1)], [0], [0]),
        Case([.insert(1), .erase(0)], [0], [0]),
        Case([.set(2)], [], [], [2], old: [2]),
        Case([.set(2), .set(2), .set(3)], [], [], [2, 3], old: [2, 3]),
        Case([.set(2), .insert(0)], [], [0], [3], old: [2]),
        Case([.set(2), .insert(2)], [], [2], [3], old: [2]),
        Case([.set(2), .insert(3)], [], [3], [2], old: [2]),
        Case([.set(2), .erase(0)], [0], [], [1], old: [2]),
        Case([.set(2), .erase(2)], [2], []),
        Case([.insert(2), .set(2)], [], [2]),
        Case([.insert(2), .set(1), .set(3)], [], [2], [1, 3], old: [1, 2]),
        // Moves are deletions and insertions.
        Case([.move(0, to: 3)], [0], [3]),
        Case([.move(3, to: 0)], [3], [0]),
        Case([.move(0, to: 1)], [0], [1]),
        Case([.move(2, to: 2)], [], []),
        Case([.move(0, to: 3), .move(3, to: 0)], [], []),
        Case([.move(0, to: 3), .move(3, to: 1)], [0], [1]),
        Case([.move(0, to: 3), .erase(3)], [0], []),
        Case([.move(0, to: 3), .erase(0)], [0, 1], [2]),
        Case([.move(0, to: 3), .insert(0)], [0], [0, 4]),
        Case([.move(0, to: 2), .erase(0), .erase(0)], [1, 2], []),
        Case([.insert(0), .move(0, to: 3)], [], [3]),
        Case([.insert(0), .move(1, to: 0)], [], [1]),
        // A moved element is not a modification, unless it is back where it was.
        Case([.set(0), .move(0, to: 3)], [0], [3]),
        Case([.move(0, to: 3), .set(3)], [0], [3]),
        Case([.set(0), .move(0, to: 3), .move(3, to: 0)], [], [], [0], old: [0]),
        Case([.move(0, to: 3), .set(3), .move(3, to: 0)], [], [], [0], old: [0]),
        Case([.set(1), .move(0, to: 3)], [0], [3], [0], old: [1]),
        // Two elements that change places: the second was moved, the first is back.
        Case([.move(0, to: 1), .move(0, to: 1)], [], []),
        Case([.move(0, to: 2), .move(1, to: 0)], [0, 2], [0, 2]),
        Case([.move(0, to: 1), .move(2, to: 0)], [0, 2], [0, 2]),
        // A collection that is cleared.
        Case([.clear(0)], [], [], cleared: true),
        Case([.clear(4)], [0, 1, 2, 3], [], cleared: true),
        Case([.insert(0), .clear(5)], [0, 1, 2, 3], [], cleared: true),
        Case([.erase(1), .clear(3)], [0, 1, 2, 3], [], cleared: true),
        Case([.set(0), .move(0, to: 2), .clear(4)], [0, 1, 2, 3], [], cleared: true),
        Case([.clear(4), .insert(0)], [0, 1, 2, 3], [0]),
        Case([.clear(4), .insert(0), .insert(1), .set(1)], [0, 1, 2, 3], [0, 1]),
        Case([.clear(2), .insert(0), .erase(0)], [0, 1], []),
        Case([.clear(2), .insert(0), .clear(1)], [0, 1], [], cleared: true),
        Case([.clear(2), .insert(0), .insert(0), .move(0, to: 1)], [0, 1], [0, 1]),
        // The example of a move, an insertion and a modification in one transaction.
        Case([.erase(0), .insert(2), .set(0)], [0], [2], [0], old: [1]),
        Case([.move(1, to: 0)], [1], [0]),
    ]

    @Test(arguments: EditScriptTests.cases)
    func `changes come to what Realm Core makes of them`(_ item: Case) {
        var script = EditScript()
        for change in item.changes { script.apply(change) }
        let changes = script.changes
        #expect(changes.deletions.positions == item.deletions)
        #expect(changes.insertions.positions == item.insertions)
        #expect(changes.modifications.positions == item.modifications)
        #expect(changes.oldModifications.positions == item.oldModifications)
        #expect(changes.isCleared == item.isCleared)
    }

    @Test func `old elements and what is told of them make the new ones, and what was touched is told`() {
        let environment = ProcessInfo.processInfo.environment
        let count = environment["REALMSTORE_EDIT_HISTORIES"].flatMap { UInt64($0) } ?? 20_000
        let first = environment["REALMSTORE_EDIT_SEED"].flatMap { UInt64($0) } ?? 1
        for seed in first..<first + count {
            var model = EditModel(seed: seed)
            model.run()
            if let problem = model.problem {
                Issue.record("seed \(seed): \(problem)")
                return
            }
        }
    }

    @Test func `100,000 changes of one collection are followed`() {
        var numbers = RepeatableNumbers(from: 1)
        var script = EditScript()
        var count = 500_000
        for _ in 0..<100_000 {
            switch Int.random(in: 0..<4, using: &numbers) {
            case 0:
                script.apply(.insert(Int.random(in: 0...count, using: &numbers)))
                count += 1
            case 1:
                script.apply(.erase(Int.random(in: 0..<count, using: &numbers)))
                count -= 1
            case 2: script.apply(.set(Int.random(in: 0..<count, using: &numbers)))
            default:
                let (from, to) = (
                    Int.random(in: 0..<count, using: &numbers), Int.random(in: 0..<count, using: &numbers)
                )
                script.apply(.move(from, to: to))
            }
        }
        let changes = script.changes
        #expect(500_000 - changes.deletions.count + changes.insertions.count == count)
    }

    @Test func `sets of all elements in a row are one run`() {
        var script = EditScript()
        for position in 0..<200_000 { script.apply(.set(position)) }
        #expect(script.changes.modifications.ranges == [0..<200_000])
    }
}

/// A list whose elements have identities, changed at random together with an edit script.
private struct EditModel {
    private struct Element: Equatable {
        let identity: Int
        var isTouched = false
        /// Inserted or moved by a change.
        var isPlaced = false
    }

    private var numbers: RepeatableNumbers
    private var elements: [Element]
    private let count: Int
    private var next: Int
    private var script = EditScript()
    private var changes: [ElementChange] = []

    init(seed: UInt64) {
        numbers = RepeatableNumbers(from: seed)
        count = Int.random(in: 0..<12, using: &numbers)
        elements = (0..<count).map { Element(identity: $0) }
        next = count
    }

    mutating func run() {
        for _ in 0..<Int.random(in: 1..<15, using: &numbers) { step() }
    }

    private mutating func step() {
        func position(_ end: Int) -> Int { Int.random(in: 0..<end, using: &numbers) }
        let kind = elements.isEmpty ? 0 : Int.random(in: 0..<40, using: &numbers)
        let change: ElementChange
        switch kind {
        case 0..<10:
            let place = position(elements.count + 1)
            elements.insert(Element(identity: next, isPlaced: true), at: place)
            next += 1
            change = .insert(place)
        case 10..<18:
            let place = position(elements.count)
            elements.remove(at: place)
            change = .erase(place)
        case 18..<28:
            let place = position(elements.count)
            elements[place].isTouched = true
            change = .set(place)
        case 28..<39:
            let (source, target) = (position(elements.count), position(elements.count))
            if source != target {
                var element = elements.remove(at: source)
                element.isPlaced = true
                elements.insert(element, at: target)
            }
            change = .move(source, to: target)
        default:
            change = .clear(elements.count)
            elements = []
        }
        changes.append(change)
        script.apply(change)
    }

    /// A description of the error in the script's report.
    var problem: String? {
        let told = script.changes
        var result = (0..<count).filter { !told.deletions.contains($0) }
        for position in told.insertions.positions {
            guard position <= result.count, position < elements.count else { return "\(changes): \(told)" }
            result.insert(elements[position].identity, at: position)
        }
        guard result == elements.map(\.identity) else { return "\(changes): \(told) gives \(result)" }
        for (position, element) in elements.enumerated() {
            let isInserted = told.insertions.contains(position)
            // A kept element is never reported as inserted; an inserted one always is.
            if !element.isPlaced && isInserted { return "\(changes): \(position) was not moved" }
            if element.identity >= count && !isInserted { return "\(changes): \(position) was inserted" }
            let isModified = told.modifications.contains(position)
            if isModified != (element.isTouched && !isInserted) { return "\(changes): \(position) is told wrongly" }
            if isModified, told.oldPosition(of: position) != element.identity { return "\(changes): \(position) old" }
        }
        let old = told.oldModifications.positions
        guard old.map({ told.newPosition(of: $0) }) == told.modifications.positions else { return "\(changes): old" }
        return nil
    }
}
