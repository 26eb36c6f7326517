import Testing

@testable import RealmStore

@Suite("Editing nested collections") struct NestedCollectionTests {
    private let area: TreeArea

    init() throws { area = try TreeArea() }

    private func list(_ root: Ref = .none) throws -> ListEditor {
        try ListEditor(root: root, of: .nestedMixed, in: area.arena)
    }

    private func text(_ text: String, _ body: (Value) throws -> Void) rethrows {
        try TreeValue.text(text).with(body)
    }

    private func identities(_ root: Ref) throws -> [Int64] {
        var found: [Int64] = []
        try CollectionTree.nestedList(root, in: area.space).forEachLeaf { (leaf) throws(FormatError) in
            guard let mixed = leaf.mixed else { return }
            for index in 0..<mixed.count where try mixed.value(index).isCollection {
                found.append(mixed.collectionKeys[index])
            }
        }
        return found
    }

    private func root(_ value: Value) -> Ref {
        switch value {
        case .list(let root), .dictionary(let root): root
        default: .none
        }
    }

    /// `[1, {"k": ["x", link 9]}, []]`, with a link in the dictionary, too.
    private func example() throws -> Value {
        var innermost = try list()
        try text("x") { try innermost.append($0) }
        try innermost.append(.link(TableKey(3), ObjectKey(9)))
        var dictionary = try DictionaryEditor(root: .none, in: area.arena)
        try text("k") { try dictionary.set(.list(innermost.root), for: $0) }
        try text("l") { try dictionary.set(.link(TableKey(4), ObjectKey(1)), for: $0) }
        var outermost = try list()
        try outermost.append(.int(1))
        try outermost.append(.dictionary(dictionary.root))
        try outermost.append(.list(.none))
        return .list(outermost.root)
    }

    private func links(_ value: Value) throws -> [Int64] {
        var keys: [Int64] = []
        try NestedCollection.forEachLink(in: value, in: area.space) { (_, key) in keys.append(key.value) }
        return keys
    }

    /// Calls `body` with the path to `[1]["k"]` of the example.
    private func withPath<Result>(_ body: (ArraySlice<NestedCollection.Step>) throws -> Result) rethrows -> Result {
        try Array("k".utf8).withUnsafeBytes { try body([.position(1), .key($0)]) }
    }

    @Test func `the links of nested collections are met, however deep`() throws {
        #expect(try links(example()) == [9, 1])
    }

    @Test(.timeLimit(.minutes(1))) func `a collection that occurs many times is not followed along all paths`() throws {
        var inner = try list()
        try inner.append(.link(TableKey(3), ObjectKey(9)))
        var root = inner.root
        for _ in 0..<60 {
            var outer = try list()
            for _ in 0..<2 { try outer.append(.list(root)) }
            root = outer.root
        }
        #expect(throws: FormatError.self) { try links(.list(root)) }
    }

    @Test func `a collection is edited through its path and keeps its identity`() throws {
        var value = Value.list(try area.commit(root(example())))
        let before = try identities(root(value))
        let count = try withPath { path in
            try NestedCollection.edit(&value, at: path, in: area.arena) { (nested) throws(FormatError) in
                guard case .list(let root) = nested else { return 0 }
                var list = try ListEditor(root: root, of: .nestedMixed, in: area.arena)
                try list.insert(.link(TableKey(3), ObjectKey(10)), at: 0)
                nested = .list(list.root)
                return list.count
            }
        }
        #expect(count == 3)
        #expect(try links(value) == [10, 9, 1])
        #expect(try identities(root(value)) == before)
        try area.expectNothingLost(roots: [root(value)])
    }

    @Test func `an empty collection gets its first element through its path`() throws {
        var value = try example()
        _ = try NestedCollection.edit(&value, at: [.position(2)], in: area.arena) { (nested) throws(FormatError) in
            var list = try ListEditor(root: .none, of: .nestedMixed, in: area.arena)
            try list.append(.link(TableKey(3), ObjectKey(77)))
            nested = .list(list.root)
        }
        #expect(try links(value) == [9, 1, 77])
        try area.expectNothingLost(roots: [root(value)])
    }

    @Test func `a path that leads nowhere changes nothing`() throws {
        var value = try example()
        let paths: [ArraySlice<NestedCollection.Step>] = [
            [.position(3)], [.position(-1)], [.position(0), .position(0)],
        ]
        for path in paths {
            #expect(try NestedCollection.edit(&value, at: path, in: area.arena) { (_) in true } == nil)
        }
        #expect(try links(value) == [9, 1])
    }

    @Test func `replacing or removing an element frees what was nested in it`() throws {
        var list = try list(area.commit(root(example())))
        try list.set(.int(0), at: 1)
        try area.expectNothingLost(roots: [list.root])
        list = try self.list(area.commit(root(example())))
        try list.remove(at: 1)
        try area.expectNothingLost(roots: [list.root])
    }

    @Test func `replacing or removing a value frees what was nested in it`() throws {
        var dictionary = try DictionaryEditor(root: .none, in: area.arena)
        try text("a") { try dictionary.set(example(), for: $0) }
        dictionary = try DictionaryEditor(root: area.commit(dictionary.root), in: area.arena)
        try text("a") { try dictionary.set(.null, for: $0) }
        try text("b") { try dictionary.set(example(), for: $0) }
        try area.expectNothingLost(roots: [dictionary.root])
        try dictionary.removeAll()
        try area.expectNothingLost()
    }

    @Test func `collections moved inside a list are not lost`() throws {
        var list = try list(root(example()))
        try list.move(from: 1, to: 2)
        try list.swap(0, 2)
        #expect(try links(.list(list.root)) == [9, 1])
        #expect(TreeValue(try list.value(at: 2)) == .int(1))
        try area.expectNothingLost(roots: [list.root])
    }

    @Test func `identities are unique across the leaves of a list`() throws {
        var list = try list()
        for index in 0..<4500 { try list.insert(.list(.none), at: index % 3 == 0 ? index / 2 : index) }
        list = try self.list(area.commit(list.root))
        for index in 0..<500 { try list.set(.dictionary(.none), at: index * 9) }
        let found = try identities(list.root)
        #expect(found.count == 4500 && Set(found).count == 4500)
        #expect(found.allSatisfy { $0 != 0 && Int32(exactly: $0) != nil })
        try area.expectNothingLost(roots: [list.root])
    }

    @Test func `a hundred levels are edited, more are refused`() throws {
        var value = Value.list(.none)
        for _ in 1..<NestedCollection.maximumDepth {
            var list = try list()
            try list.append(value)
            value = .list(list.root)
        }
        let step = NestedCollection.Step.position(0)
        let path = [NestedCollection.Step](repeating: step, count: NestedCollection.maximumDepth - 1)
        _ = try NestedCollection.edit(&value, at: path[...], in: area.arena) { (nested) throws(FormatError) in
            var list = try ListEditor(root: .none, of: .nestedMixed, in: area.arena)
            try list.append(.link(TableKey(3), ObjectKey(100)))
            nested = .list(list.root)
        }
        #expect(try links(value) == [100])
        #expect(throws: FormatError.self) {
            try NestedCollection.edit(&value, at: (path + [step])[...], in: area.arena) { (_) in }
        }
        try area.arena.freeTree(root(value))
        try area.expectNothingLost()
    }

    @Test func `a list nested in itself is refused, not followed for ever`() throws {
        // Nodes are committed children first: an empty list to find out where the next one will lie.
        var list = try list()
        for _ in 0..<2 { try list.append(.list(.none)) }
        let first = try area.commit(list.root)
        list = try self.list()
        let distance = first.offset - FileLayout.headerByteCount
        let own = Ref(first.offset + (try area.space.node(first)).footprint + distance)
        for _ in 0..<2 { try list.append(.list(own)) }
        let root = try area.commit(list.root, keeping: own)
        #expect(root == own)
        #expect(throws: FormatError.self) { try links(.list(root)) }
        #expect(throws: FormatError.self) { try area.arena.freeTree(root) }
    }
}

extension NestedCollection {
    /// For callers that do not need identities.
    static func edit<Result>(
        _ value: inout Value, at path: ArraySlice<Step>, in arena: Arena,
        _ body: (inout Value) throws(FormatError) -> Result
    ) throws(FormatError) -> Result? {
        var identities: [Int64] = []
        return try edit(&value, at: path, in: arena, &identities, body)
    }
}
