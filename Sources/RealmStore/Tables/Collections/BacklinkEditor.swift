/// Changes the backlinks of one object from one column: an entry for each link.
///
/// Source: file-format/links.md, "Backlink elements".
struct BacklinkEditor {
    /// The element of the backlink column: empty, one tagged key, or the root of a tree of at least two. May change
    /// with every call: the holder must store it again.
    private(set) var slot: Slot

    private let arena: Arena

    init(_ slot: Slot, in arena: Arena) {
        self.slot = slot
        self.arena = arena
    }

    private func tree(_ root: Ref) throws(FormatError) -> BPlusTreeEditor {
        try BPlusTreeEditor(root: root, of: Column.plainIntegers.elementLeafKind, in: arena)
    }

    /// Adds an entry for a link from `origin`, an object, not a tombstone.
    ///
    /// - Complexity: O(log count)
    mutating func add(_ origin: ObjectKey) throws(FormatError) {
        precondition(origin.value >= 0, "only objects have links")
        if slot.isEmpty {
            slot = Slot(number: UInt64(origin.value))
            return
        }
        var origins = try tree(slot.ref ?? .none)
        if let only = slot.number { try origins.append(.int(Int64(bitPattern: only))) }
        try origins.append(.int(origin.value))
        try store(origins)
    }

    /// Removes one of the entries for links from `origin`; the last entry takes its place.
    ///
    /// - Returns: false if there was none.
    /// - Complexity: O(count)
    mutating func remove(_ origin: ObjectKey) throws(FormatError) -> Bool {
        if let only = slot.number {
            guard Int64(bitPattern: only) == origin.value else { return false }
            slot = .empty
            return true
        }
        guard let root = slot.ref else { return false }
        let list = try CollectionTree(root, of: .plainIntegers, in: arena.space)
        guard let position = try BacklinkEditor.position(of: origin, in: list) else { return false }
        var origins = try tree(root)
        let last = origins.count - 1
        if position != last { try origins.set(origins.value(at: last), at: position) }
        try origins.remove(at: last)
        try store(origins)
        return true
    }

    /// Removes all entries.
    mutating func removeAll() throws(FormatError) {
        try arena.freeTree(slot.ref ?? .none)
        slot = .empty
    }

    /// Stores a tree of few entries in its required form.
    private mutating func store(_ origins: BPlusTreeEditor) throws(FormatError) {
        guard origins.count <= 1 else {
            slot = Slot(origins.root)
            return
        }
        var only = Slot.empty
        if origins.count == 1, case .int(let key) = try origins.value(at: 0) {
            guard key >= 0 else { throw FormatError(.badValue, at: origins.root, "backlink from no object: \(key)") }
            only = Slot(number: UInt64(key))
        }
        try arena.freeTree(origins.root)
        slot = only
    }

    private static func position(of origin: ObjectKey, in list: CollectionTree) throws(FormatError) -> Int? {
        var start = 0
        while start < list.count {
            let (leaf, positions) = try list.leaf(containing: start)
            if let keys = leaf.int {
                var search = FirstIndexKernel(of: origin.value)
                keys.run(&search, over: 0..<keys.count)
                if let index = search.index { return start + index }
            }
            start = positions.upperBound
        }
        return nil
    }
}
