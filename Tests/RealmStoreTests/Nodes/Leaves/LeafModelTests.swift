import TestSupport
import Testing

@testable import RealmStore

/// A leaf and a Swift array that must always agree.
private struct LeafMachine {
    let subject: LeafSubject
    let editor: LeafEditor
    var leaf: Ref
    var model: [LeafValue]
    var generator: SeededGenerator

    init(_ subject: LeafSubject, seed: UInt64, in area: EditingArea) throws {
        self.subject = subject
        editor = LeafEditor(subject.kind, in: area.arena)
        leaf = try editor.makeEmpty()
        model = []
        generator = SeededGenerator(seed: seed)
    }

    /// Continues with a leaf as a commit wrote it.
    init(_ other: LeafMachine, leaf: Ref, in area: EditingArea) {
        subject = other.subject
        editor = LeafEditor(subject.kind, in: area.arena)
        self.leaf = leaf
        model = other.model
        generator = other.generator
    }

    mutating func step(level: Int) throws {
        switch generator.below(model.count > 60 ? 20 : 12) {
        case 0: try appendSeveral(level)
        case 1...3:
            let value = subject.value(level: level, &generator)
            try editor.insert(value, at: model.count, into: &leaf)
            model.append(value)
        case 4...6:
            let value = subject.value(level: level, &generator)
            let index = generator.below(model.count + 1)
            try editor.insert(value, at: index, into: &leaf)
            model.insert(value, at: index)
        case 7, 8: try change(level)
        case 9: try splitAndMerge()
        case 10 where generator.chance(oneIn: 20):
            try editor.removeAll(&leaf)
            model = []
        case 11: try removeSeveral()
        default: try remove()
        }
    }

    private mutating func appendSeveral(_ level: Int) throws {
        let added = (0..<generator.below(9)).map { _ in subject.value(level: level, &generator) }
        let scratch = ValueScratch()
        let values = added.map { $0.withValue { scratch.copy($0) } }
        try values.withUnsafeBufferPointer { try editor.append($0, to: &leaf, of: model.count) }
        model += added
    }

    private mutating func change(_ level: Int) throws {
        guard !model.isEmpty else { return }
        let index = generator.below(model.count)
        model[index] = subject.value(level: level, &generator)
        try editor.set(model[index], at: index, of: &leaf)
    }

    private mutating func remove() throws {
        guard !model.isEmpty else { return }
        let index = generator.below(model.count)
        try editor.remove(at: index, in: &leaf)
        model.remove(at: index)
    }

    private mutating func removeSeveral() throws {
        let rarity = 2 + generator.below(12)
        let rows = model.indices.filter { _ in generator.chance(oneIn: rarity) }
        try editor.remove(RemovedRows(rows), in: &leaf)
        for row in rows.reversed() { model.remove(at: row) }
    }

    /// Splits the leaf in two and joins them again, sometimes in reverse order.
    private mutating func splitAndMerge() throws {
        let index = generator.below(model.count + 1)
        var tail = try editor.splitTail(from: index, of: &leaf)
        #expect(try editor.values(leaf) == Array(model[..<index]))
        #expect(try editor.values(tail) == Array(model[index...]))
        #expect(try leafProblem(subject, tail, in: editor.arena.space) == nil)
        if generator.chance(oneIn: 2) {
            try editor.append(contentsOf: tail, to: &leaf)
        } else {
            try editor.append(contentsOf: leaf, to: &tail)
            leaf = tail
            model = Array(model[index...] + model[..<index])
        }
    }

    func check() throws -> Bool {
        let values = try editor.values(leaf)
        let problem = try leafProblem(subject, leaf, in: editor.arena.space)
        #expect(values == model)
        #expect(problem == nil)
        return values == model && problem == nil
    }
}

@Suite("Leaf editors against a model") struct LeafModelTests {
    private static let seeds: [UInt64] = [1, 2, 3]

    @Test(arguments: LeafSubject.allCases, seeds)
    func `random changes are read back`(_ subject: LeafSubject, _ seed: UInt64) throws {
        let area = try EditingArea()
        var machine = try LeafMachine(subject, seed: seed, in: area)
        for step in 0..<400 {
            try machine.step(level: step / 100)
            guard try machine.check() else {
                Issue.record("seed \(seed), step \(step)")
                return
            }
        }
    }

    @Test(arguments: LeafSubject.allCases, seeds)
    func `changes of committed leaves leave the committed bytes alone`(_ subject: LeafSubject, _ seed: UInt64) throws {
        var area = try EditingArea()
        var machine = try LeafMachine(subject, seed: seed, in: area)
        for round in 0..<30 {
            for _ in 0..<20 { try machine.step(level: min(3, round / 4)) }
            #expect(area.keepsCommittedBytes)
            let (next, root) = try area.commit(machine.leaf)
            let old = area
            machine = withExtendedLifetime(old) { LeafMachine(machine, leaf: root, in: next) }
            area = next
            guard try machine.check() else {
                Issue.record("seed \(seed), round \(round)")
                return
            }
            try machine.step(level: min(3, round / 4))
            guard try machine.check() else {
                Issue.record("seed \(seed), round \(round)")
                return
            }
        }
    }

    @Test(arguments: LeafSubject.allCases)
    func `every block of a committed leaf is dropped once`(_ subject: LeafSubject) throws {
        var area = try EditingArea()
        var machine = try LeafMachine(subject, seed: 4, in: area)
        for round in 0..<20 {
            for _ in 0..<25 { try machine.step(level: min(3, round / 4)) }
            try area.arena.freeTree(machine.leaf)
            guard round == 0 || area.droppedEverything else {
                Issue.record("round \(round)")
                return
            }
            let leaf = try machine.editor.make(machine.model)
            let (next, root) = try area.commit(leaf)
            let old = area
            machine = withExtendedLifetime(old) { LeafMachine(machine, leaf: root, in: next) }
            area = next
        }
    }

    @Test(arguments: LeafSubject.allCases)
    func `nothing of a leaf is left behind in the arena`(_ subject: LeafSubject) throws {
        let area = try EditingArea()
        var machine = try LeafMachine(subject, seed: 5, in: area)
        for step in 0..<300 { try machine.step(level: step / 75) }
        try area.arena.freeTree(machine.leaf)
        #expect(area.arena.liveByteCount == 0)
    }
}
