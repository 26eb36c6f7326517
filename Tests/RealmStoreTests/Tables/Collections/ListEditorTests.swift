import TestSupport
import Testing

@testable import RealmStore

@Suite("Editing lists") struct ListEditorTests {
    private let area: TreeArea

    init() throws { area = try TreeArea() }

    struct Kind: Sendable, CustomStringConvertible {
        let type: ValueType
        let isNullable: Bool
        var description: String { "\(type)\(isNullable ? "?" : "")" }
    }

    static let kinds: [Kind] =
        [.int, .bool, .string, .binary, .timestamp, .float, .double, .decimal, .objectId, .uuid, .mixed].map {
            Kind(type: $0, isNullable: true)
        } + [.int, .string, .link].map { Kind(type: $0, isNullable: false) }

    @Test(arguments: kinds) func `a list of any type holds what an array would hold`(_ kind: Kind) throws {
        let seed = UInt64(kind.type.rawValue) + 1
        print("\(kind), seed \(seed)")
        var random = SeededGenerator(seed: seed)
        let column = Column.elements(of: kind.type, nullable: kind.isNullable)
        var list = try ListEditor(root: .none, of: column, in: area.arena)
        var model: [TreeValue] = []
        for step in 1...3000 {
            let growing = step < 2000
            let value = random.value(of: kind.type, nullable: kind.isNullable)
            if model.isEmpty || random.chance(percent: growing ? 75 : 10) {
                let position = random.chance(percent: 50) ? model.count : random.below(model.count + 1)
                try value.with { try list.insert($0, at: position) }
                model.insert(value, at: position)
            } else if random.chance(percent: 30) {
                let position = random.below(model.count)
                try value.with { try list.set($0, at: position) }
                model[position] = value
            } else if random.chance(percent: 20) {
                let (source, target) = (random.below(model.count), random.below(model.count))
                if random.chance(percent: 50) {
                    try list.move(from: source, to: target)
                    model.insert(model.remove(at: source), at: target)
                } else {
                    try list.swap(source, target)
                    model.swapAt(source, target)
                }
            } else {
                let position = random.below(model.count)
                try list.remove(at: position)
                model.remove(at: position)
            }
            if step % 500 == 0 {
                try expect(list.root, column, holds: model, "\(kind), seed \(seed), step \(step)")
                list = try ListEditor(root: area.commit(list.root), of: column, in: area.arena)
            }
        }
        try list.removeAll()
        try expect(list.root, column, holds: [], "\(kind), seed \(seed)")
    }

    private func expect(
        _ root: Ref, _ column: Column, holds model: [TreeValue], _ comment: Comment
    ) throws {
        #expect(try TreeValue.elements(of: root, column, in: area.space) == model, comment)
        #expect(try TreeShape.of(root, column, in: area.space).count == model.count, comment)
        try area.expectNothingLost(roots: [root], comment)
    }

    @Test func `a list that was never written to has no root until something is added`() throws {
        var list = try ListEditor(root: .none, of: .elements(of: .int), in: area.arena)
        try list.removeAll()
        #expect(list.root.isNone)
        try list.append(.int(1))
        #expect(!list.root.isNone)
        try list.removeAll()
        #expect(!list.root.isNone)
    }

    // MARK: Unresolved links

    private let links = Column.elements(of: .link)

    private func link(_ key: Int64) -> Value { .link(TableKey(7), ObjectKey(key)) }

    private func flag(_ list: ListEditor) throws -> Bool {
        try CollectionTree(list.root, of: links, in: area.space).mayHoldUnresolvedLinks
    }

    @Test func `the root says whether there are unresolved links`() throws {
        var list = try ListEditor(root: .none, of: links, in: area.arena)
        for key in 0..<10 { try list.append(link(Int64(key))) }
        #expect(try !flag(list))
        try list.insert(link(-5), at: 3)
        try list.insert(link(-6), at: 4)
        #expect(try flag(list))
        try list.set(link(11), at: 3)
        #expect(try flag(list))
        try list.remove(at: 4)
        #expect(try !flag(list))
    }

    @Test func `the flag stays with the root while the tree grows and shrinks`() throws {
        var list = try ListEditor(root: .none, of: links, in: area.arena)
        try list.append(link(-9))
        for key in 1..<2500 { try list.append(link(Int64(key))) }
        #expect(try flag(list))
        #expect(try TreeShape.of(list.root, links, in: area.space).levels == 1)
        list = try ListEditor(root: area.commit(list.root), of: links, in: area.arena)
        while list.count > 100 { try list.remove(at: list.count - 1) }
        #expect(try TreeShape.of(list.root, links, in: area.space).levels == 0)
        #expect(try flag(list))
        try list.remove(at: 0)
        #expect(try !flag(list))
        try area.expectNothingLost(roots: [list.root])
    }
}
