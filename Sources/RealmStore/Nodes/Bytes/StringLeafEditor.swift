/// Changes a leaf of strings: short up to 15 bytes, medium up to 63, else long.
///
/// The longest string ever added decides the form of the whole leaf, which never reverts. `EnumeratedLeafEditor`
/// changes the leaves of enumerated columns. Source: file-format/strings-and-blobs.md, "Strings".
struct StringLeafEditor {
    private let arena: Arena
    /// A leaf of the transaction; its header tells which form it has.
    private(set) var ref: Ref

    private var isShort: Bool { !arena.own(ref).kind.hasRefs }

    /// Opens the leaf at `ref`, copying it if it is committed.
    @inline(__always)
    init(_ ref: Ref, in arena: Arena) throws(FormatError) {
        self.arena = arena
        self.ref = arena.owns(ref) ? ref : try StringLeafEditor.copy(ref, in: arena)
    }

    /// An empty leaf.
    init(in arena: Arena) throws(FormatError) {
        self.arena = arena
        ref = try ShortStringsEditor(in: arena).ref
    }

    private static func copy(_ ref: Ref, in arena: Arena) throws(FormatError) -> Ref {
        let node = try arena.space.node(ref)
        if node.kind.hasRefs { return try BlobLeafEditor(ref, isTerminated: true, in: arena).ref }
        return try ShortStringsEditor(ref, in: arena).ref
    }

    /// Number of strings.
    func count() throws(FormatError) -> Int { try StringLeaf(ref, in: arena.space).count }

    mutating func insert(_ value: UnsafeRawBufferPointer?, at index: Int) throws(FormatError) {
        try makeRoom(for: value)
        if isShort {
            var leaf = try ShortStringsEditor(ref, in: arena)
            try leaf.insert(value, at: index)
            ref = leaf.ref
        } else {
            var leaf = try BlobLeafEditor(ref, isTerminated: true, in: arena)
            try leaf.insert(value, at: index)
            ref = leaf.ref
        }
    }

    /// Appends several strings to a leaf of `count`.
    mutating func append(_ values: UnsafeBufferPointer<Value>, at count: Int) throws(FormatError) {
        // The longest one decides the form.
        var longest: UnsafeRawBufferPointer?
        for value in values {
            if let text = value.optionalString, text.count > longest?.count ?? -1 { longest = text }
        }
        try makeRoom(for: longest)
        if isShort {
            var leaf = try ShortStringsEditor(ref, in: arena)
            for (index, value) in values.enumerated() { try leaf.insert(value.optionalString, at: count + index) }
            ref = leaf.ref
        } else {
            var leaf = try BlobLeafEditor(ref, isTerminated: true, in: arena)
            try leaf.append(values, longest: longest)
            ref = leaf.ref
        }
    }

    mutating func set(_ value: UnsafeRawBufferPointer?, at index: Int) throws(FormatError) {
        try makeRoom(for: value)
        if isShort {
            var leaf = try ShortStringsEditor(ref, in: arena)
            try leaf.set(value, at: index)
            ref = leaf.ref
        } else {
            var leaf = try BlobLeafEditor(ref, isTerminated: true, in: arena)
            try leaf.set(value, at: index)
            ref = leaf.ref
        }
    }

    mutating func remove(at index: Int) throws(FormatError) {
        if isShort {
            var leaf = try ShortStringsEditor(ref, in: arena)
            leaf.remove(at: index)
        } else {
            var leaf = try BlobLeafEditor(ref, isTerminated: true, in: arena)
            try leaf.remove(at: index)
        }
    }

    mutating func remove(_ rows: RemovedRows) throws(FormatError) {
        if isShort {
            var leaf = try ShortStringsEditor(ref, in: arena)
            leaf.remove(rows)
        } else {
            var leaf = try BlobLeafEditor(ref, isTerminated: true, in: arena)
            try leaf.remove(rows)
        }
    }

    /// Removes string `index` and moves the last one into its place.
    mutating func removeBySwap(at index: Int) throws(FormatError) {
        if isShort {
            var leaf = try ShortStringsEditor(ref, in: arena)
            leaf.removeBySwap(at: index)
        } else {
            var leaf = try BlobLeafEditor(ref, isTerminated: true, in: arena)
            try leaf.removeBySwap(at: index)
        }
    }

    // MARK: Long strings

    /// Takes the node of a long string out of a leaf of big blobs, where null stays; nil if there is none.
    func takeBlob(at index: Int) throws(FormatError) -> Slot? {
        isShort ? nil : try BlobLeafEditor(ref, isTerminated: true, in: arena).takeBlob(at: index)
    }

    /// Appends a long string that was taken out of another leaf.
    mutating func append(_ blob: Slot) throws(FormatError) {
        try becomeBig()
        var leaf = try BlobLeafEditor(ref, isTerminated: true, in: arena)
        try leaf.append(blob)
        ref = leaf.ref
    }

    // MARK: Forms

    /// Refuses a string that is too long to be stored, and leaves the short form with the first string over 15 bytes.
    @inline(__always)
    private mutating func makeRoom(for value: UnsafeRawBufferPointer?) throws(FormatError) {
        guard let value, value.count > ShortStringsEditor.maximumByteCount else { return }
        try BlobLeafEditor.checkByteCount(value.count + 1, at: ref)
        if isShort { try becomeBlobs() }
    }

    private mutating func becomeBlobs() throws(FormatError) {
        let leaf = try StringLeaf(ref, in: arena.space)
        var blobs = try BlobLeafEditor(isTerminated: true, in: arena)
        for index in 0..<leaf.count { try blobs.insert(leaf.bytes(index), at: index) }
        try arena.free(ref)
        ref = blobs.ref
    }

    /// Gives each string a node of its own.
    mutating func becomeBig() throws(FormatError) {
        if isShort { try becomeBlobs() }
        var leaf = try BlobLeafEditor(ref, isTerminated: true, in: arena)
        try leaf.becomeBig()
        ref = leaf.ref
    }
}
