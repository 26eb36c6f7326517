/// A writable node of a search index: ascending keys, and an element for each.
///
/// As with `SlotEditor`, `ref` may change with every insertion. The key array is copied only when keys change.
struct IndexNodeEditor {
    private let arena: Arena
    private var slots: SlotEditor
    private(set) var keys: IndexKeys

    /// The maximum number of keys of a node.
    static let fanout = 1000

    var ref: Ref { slots.ref }
    var isInner: Bool { slots.node.kind.isInner }
    var count: Int { keys.count }

    /// Opens the node at `ref`, copying it if it is committed.
    init(_ ref: Ref, in arena: Arena) throws(FormatError) {
        let node = try IndexNode(ref, in: arena.space)
        var ref = ref
        slots = SlotEditor(try arena.writable(&ref), in: arena)
        keys = node.keys
        self.arena = arena
    }

    /// A new node without keys.
    init(inner: Bool, in arena: Arena) throws(FormatError) {
        try self.init(inner: inner, [], in: arena)
    }

    /// A new node of ascending keys.
    init(inner: Bool, _ entries: ArraySlice<(key: Int32, element: Slot)>, in arena: Arena) throws(FormatError) {
        let keys = try arena.make(IndexKeys.kind, count: entries.count)
        slots = try SlotEditor(.refs(inner: inner, context: true), count: entries.count + 1, in: arena)
        slots[0] = Slot(keys.ref)
        for (index, entry) in entries.enumerated() {
            keys.payload.storeBytes(of: entry.key, toByteOffset: index &* IndexKeys.byteCount, as: Int32.self)
            slots[index + 1] = entry.element
        }
        self.keys = IndexKeys(start: keys.payload, count: entries.count)
        self.arena = arena
    }

    /// Traps outside `0..<count`.
    func element(_ index: Int) -> Slot { slots[index + 1] }

    func set(_ element: Slot, at index: Int) { slots[index + 1] = element }

    /// The ref below key `index`, which must not be an object.
    func child(_ index: Int) throws(FormatError) -> Ref {
        guard let child = element(index).ref else {
            throw FormatError(.badIndex, at: ref, "an element of a search index is empty")
        }
        return child
    }

    mutating func set(key: Int32, at index: Int) throws(FormatError) {
        let start = try writableKeys(count: count)
        start.storeBytes(of: key, toByteOffset: index * IndexKeys.byteCount, as: Int32.self)
    }

    /// Inserts before key `index`, or at the end.
    mutating func insert(_ element: Slot, key: Int32, at index: Int) throws(FormatError) {
        let moved = count - index
        let place = try writableKeys(count: count + 1) + index * IndexKeys.byteCount
        (place + IndexKeys.byteCount).copyMemory(from: place, byteCount: moved * IndexKeys.byteCount)
        place.storeBytes(of: key, as: Int32.self)
        try slots.insert(element, at: index + 1)
    }

    /// Inserts the first of the entries: those whose keys the node does not have yet, as many as it has room for.
    ///
    /// - Parameters:
    ///   - entries: their keys ascend.
    ///   - limit: the greatest key that belongs into the node.
    /// - Returns: the number of inserted entries.
    mutating func insert(
        _ entries: ArraySlice<IndexRun.Entry>, upTo limit: Int32
    ) throws(FormatError) -> Int {
        let old = keys
        let added = entries.prefix(IndexNodeEditor.fanout - count).prefix { entry in
            guard entry.chunk <= limit else { return false }
            let place = old.lowerBound(entry.chunk)
            return place == old.count || old[place] != entry.chunk
        }
        guard !added.isEmpty else { return 0 }
        // From the last one on, each part of the node moves once.
        var end = count
        let start = try writableKeys(count: end + added.count)
        try slots.grow(to: end + added.count + 1)
        for (index, entry) in added.enumerated().reversed() {
            let place = IndexKeys(start: start, count: end).lowerBound(entry.chunk)
            let source = start + place * IndexKeys.byteCount
            let target = source + index * IndexKeys.byteCount
            (target + IndexKeys.byteCount).copyMemory(from: source, byteCount: (end - place) * IndexKeys.byteCount)
            target.storeBytes(of: entry.chunk, as: Int32.self)
            slots.copy((place + 1)..<(end + 1), to: place + index + 2)
            slots[place + index + 1] = Slot(number: UInt64(entry.key.value))
            end = place
        }
        return added.count
    }

    /// Removes a key and its element; does not free what the element refers to.
    mutating func remove(at index: Int) throws(FormatError) {
        let rest = count - index - 1
        let place = try writableKeys(count: count) + index * IndexKeys.byteCount
        place.copyMemory(from: place + IndexKeys.byteCount, byteCount: rest * IndexKeys.byteCount)
        _ = try writableKeys(count: count - 1)
        slots.remove(at: index + 1)
    }

    /// Moves the keys from `index` on into a new node.
    mutating func split(from index: Int) throws(FormatError) -> IndexNodeEditor {
        let moved = (index..<count).map { (key: keys[$0], element: element($0)) }
        let tail = try IndexNodeEditor(inner: isInner, moved[...], in: arena)
        _ = try writableKeys(count: index)
        slots.truncate(to: index + 1)
        return tail
    }

    /// Frees the node and its keys, not what the elements refer to.
    func free() throws(FormatError) {
        try arena.free(slots.child(0))
        try arena.free(ref)
    }

    /// The key array, with room for and a count of `count` keys.
    private mutating func writableKeys(count: Int) throws(FormatError) -> UnsafeMutableRawPointer {
        var ref = try slots.child(0)
        var node = try arena.writable(&ref)
        node = try arena.reserve(node, capacity: count * IndexKeys.byteCount)
        node.count = count
        slots[0] = Slot(node.ref)
        keys = IndexKeys(start: node.payload, count: count)
        return node.payload
    }
}
