/// Changes a leaf of binary values, or of strings too long for the short form.
///
/// A leaf of small blobs becomes one of big blobs, a node for each value, with the first value of more than 64 bytes,
/// and never changes back. Source: file-format/strings-and-blobs.md, "Small blobs" and "Big blobs".
struct BlobLeafEditor {
    private let arena: Arena
    /// A leaf of the transaction; its context flag tells which form it has.
    private(set) var ref: Ref
    /// Whether a zero byte follows each value, as after strings.
    private let isTerminated: Bool

    /// Whether each value has a node of its own.
    var isBig: Bool { arena.own(ref).kind.context }

    /// Opens the leaf at `ref`, copying it if it is committed.
    @inline(__always)
    init(_ ref: Ref, isTerminated: Bool, in arena: Arena) throws(FormatError) {
        self.arena = arena
        self.isTerminated = isTerminated
        self.ref = ref
        if !arena.owns(ref) { try copy() }
    }

    /// An empty leaf of small blobs.
    init(isTerminated: Bool, in arena: Arena) throws(FormatError) {
        self.arena = arena
        self.isTerminated = isTerminated
        ref = try SmallBlobsEditor(isTerminated: isTerminated, in: arena).ref
    }

    private mutating func copy() throws(FormatError) {
        let node = try arena.space.refs(ref, "a leaf of blobs", context: nil)
        ref = node.kind.context ? try SlotEditor(ref, in: arena).ref : try small().ref
    }

    /// The leaf as one of small blobs.
    @inline(__always)
    private func small() throws(FormatError) -> SmallBlobsEditor {
        try SmallBlobsEditor(ref, isTerminated: isTerminated, in: arena)
    }

    /// The nodes of the leaf's big blobs.
    @inline(__always)
    private func big() throws(FormatError) -> SlotEditor { try SlotEditor(ref, in: arena) }

    mutating func insert(_ value: UnsafeRawBufferPointer?, at index: Int) throws(FormatError) {
        try makeRoom(for: value)
        if isBig {
            var slots = try big()
            try slots.insert(makeBlob(value), at: index)
            ref = slots.ref
        } else {
            var leaf = try small()
            try leaf.insert(value, at: index)
        }
    }

    /// Appends several strings.
    ///
    /// - Parameter longest: the longest of them.
    mutating func append(
        _ values: UnsafeBufferPointer<Value>, longest: UnsafeRawBufferPointer?
    ) throws(FormatError) {
        try makeRoom(for: longest)
        if isBig {
            var slots = try big()
            for value in values { try slots.append(makeBlob(value.optionalString)) }
            ref = slots.ref
        } else {
            var leaf = try small()
            try leaf.append(values)
        }
    }

    mutating func set(_ value: UnsafeRawBufferPointer?, at index: Int) throws(FormatError) {
        try makeRoom(for: value)
        if isBig {
            let slots = try big()
            let blob = try makeBlob(value)
            try arena.freeTree(slots.child(index))
            slots[index] = blob
        } else {
            var leaf = try small()
            try leaf.set(value, at: index)
        }
    }

    mutating func remove(at index: Int) throws(FormatError) {
        if isBig {
            var slots = try big()
            try arena.freeTree(slots.child(index))
            slots.remove(at: index)
        } else {
            var leaf = try small()
            try leaf.remove(at: index)
        }
    }

    mutating func remove(_ rows: RemovedRows) throws(FormatError) {
        if isBig {
            var slots = try big()
            try rows.forEach { (row) throws(FormatError) in try arena.freeTree(slots.child(row)) }
            slots.remove(rows)
        } else {
            var leaf = try small()
            leaf.remove(rows)
        }
    }

    /// Puts a node that holds the bytes of a value, or of its parts, in the place of value `index`.
    mutating func replace(_ index: Int, with blob: Ref) throws(FormatError) {
        try becomeBig()
        let slots = try big()
        try arena.freeTree(slots.child(index))
        slots[index] = Slot(blob)
    }

    /// Removes value `index` and moves the last one into its place.
    mutating func removeBySwap(at index: Int) throws(FormatError) {
        if isBig {
            var slots = try big()
            try arena.freeTree(slots.child(index))
            slots[index] = slots[slots.count - 1]
            slots.remove(at: slots.count - 1)
        } else {
            var leaf = try small()
            try leaf.removeBySwap(at: index)
        }
    }

    // MARK: Big blobs

    /// Takes the node of a value of more than 64 bytes out of a leaf of big blobs, where null stays; else nil.
    func takeBlob(at index: Int) throws(FormatError) -> Slot? {
        guard isBig else { return nil }
        let slots = try big()
        guard try BlobLeafEditor.isLarge(slots.child(index), in: arena.space) else { return nil }
        let blob = slots[index]
        slots[index] = .empty
        return blob
    }

    /// Appends a value that was taken out of another leaf.
    mutating func append(_ blob: Slot) throws(FormatError) {
        try becomeBig()
        var slots = try big()
        try slots.append(blob)
        ref = slots.ref
    }

    /// True for a blob of more than 64 bytes, and for one kept in parts.
    static func isLarge(_ blob: Ref, in space: NodeSpace) throws(FormatError) -> Bool {
        if blob.isNone { return false }
        let node = try space.node(blob)
        return node.kind.hasRefs || node.count > SmallBlobsEditor.maximumByteCount
    }

    /// Refuses a value that is too large for one node, and gives one of more than 64 bytes a leaf of big blobs.
    @inline(__always)
    private mutating func makeRoom(for value: UnsafeRawBufferPointer?) throws(FormatError) {
        let byteCount = (value?.count ?? 0) + (isTerminated ? 1 : 0)
        if byteCount <= SmallBlobsEditor.maximumByteCount { return }
        try BlobLeafEditor.checkByteCount(byteCount, at: ref)
        try becomeBig()
    }

    /// Refuses a value of more bytes than one node can hold, the zero byte of a string included.
    static func checkByteCount(_ byteCount: Int, at ref: Ref) throws(FormatError) {
        guard byteCount <= BlobEditor.maximumByteCount else {
            throw FormatError(
                .valueTooLong, at: .none,
                "a value of \(byteCount) bytes, where \(BlobEditor.maximumByteCount) are the most; a text has one more "
                    + "than in UTF-8")
        }
    }

    /// Gives each value a node of its own.
    mutating func becomeBig() throws(FormatError) {
        if isBig { return }
        let leaf = try BlobLeaf(ref, in: arena.space)
        let slots = try SlotEditor(.refs(context: true), count: leaf.count, in: arena)
        for index in 0..<leaf.count {
            guard let stored = try leaf.bytes(index) else { continue }
            slots[index] = Slot(try BlobEditor(stored, isTerminated: false, in: arena).ref)
        }
        try arena.freeTree(ref)
        ref = slots.ref
    }

    private func makeBlob(_ value: UnsafeRawBufferPointer?) throws(FormatError) -> Slot {
        guard let value else { return .empty }
        return Slot(try BlobEditor(value, isTerminated: isTerminated, in: arena).ref)
    }
}
