/// Changes a leaf of strings: short up to 15 bytes, medium up to 63, else long.
///
/// The longest string ever added decides for the whole leaf, which never goes back. An enumerated leaf becomes an
/// ordinary one when it is changed. Source: file format, nodes, "Strings".
struct StringLeafEditor {
    private enum Form {
        case short(ShortStringsEditor)
        case blobs(BlobLeafEditor)
    }

    private let arena: Arena
    private var form: Form

    var ref: Ref {
        switch form {
        case .short(let leaf): leaf.ref
        case .blobs(let leaf): leaf.ref
        }
    }

    var count: Int {
        switch form {
        case .short(let leaf): leaf.count
        case .blobs(let leaf): leaf.count
        }
    }

    /// Opens the leaf at `ref`, copying it if it is committed.
    ///
    /// - Parameter keys: the distinct values of an enumerated column.
    init(_ ref: Ref, keys: EnumeratedStrings? = nil, in arena: Arena) throws(FormatError) {
        self.arena = arena
        let node = try arena.space.node(ref)
        if node.kind.hasRefs {
            form = .blobs(try BlobLeafEditor(ref, isTerminated: true, in: arena))
        } else if node.kind.scheme == .bits {
            let leaf = try StringLeaf(node, keys: keys, in: arena.space)
            form = .short(try ShortStringsEditor(in: arena))
            for index in 0..<leaf.count { try insert(leaf.bytes(index), at: index) }
            try arena.free(ref)
        } else {
            form = .short(try ShortStringsEditor(ref, in: arena))
        }
    }

    /// An empty leaf.
    init(in arena: Arena) throws(FormatError) {
        self.arena = arena
        form = .short(try ShortStringsEditor(in: arena))
    }

    /// Most bytes of a string: the zero byte behind it is stored too.
    static let maximumByteCount = BlobEditor.maximumByteCount - 1

    mutating func insert(_ value: UnsafeRawBufferPointer?, at index: Int) throws(FormatError) {
        try makeRoom(for: value)
        switch form {
        case .short(var leaf):
            try leaf.insert(value, at: index)
            form = .short(leaf)
        case .blobs(var leaf):
            try leaf.insert(value, at: index)
            form = .blobs(leaf)
        }
    }

    mutating func set(_ value: UnsafeRawBufferPointer?, at index: Int) throws(FormatError) {
        try makeRoom(for: value)
        switch form {
        case .short(var leaf):
            try leaf.set(value, at: index)
            form = .short(leaf)
        case .blobs(var leaf):
            try leaf.set(value, at: index)
            form = .blobs(leaf)
        }
    }

    mutating func remove(at index: Int) throws(FormatError) {
        switch form {
        case .short(var leaf):
            leaf.remove(at: index)
            form = .short(leaf)
        case .blobs(var leaf):
            try leaf.remove(at: index)
            form = .blobs(leaf)
        }
    }

    /// Removes string `index` and moves the last one into its place.
    mutating func removeBySwap(at index: Int) throws(FormatError) {
        switch form {
        case .short(var leaf):
            leaf.removeBySwap(at: index)
            form = .short(leaf)
        case .blobs(var leaf):
            try leaf.removeBySwap(at: index)
            form = .blobs(leaf)
        }
    }

    // MARK: Long strings

    /// Takes the node of a long string out of a leaf of big blobs, where null stays; nil if there is none.
    func takeBlob(at index: Int) throws(FormatError) -> Slot? {
        guard case .blobs(let leaf) = form else { return nil }
        return try leaf.takeBlob(at: index)
    }

    /// Appends a long string that was taken out of another leaf.
    mutating func append(_ blob: Slot) throws(FormatError) {
        try becomeBig()
        guard case .blobs(var leaf) = form else { return }
        try leaf.append(blob)
        form = .blobs(leaf)
    }

    // MARK: Forms

    /// Refuses a string that is too long to be stored, and ends the short form with the first one of over 15 bytes.
    @inline(__always)
    private mutating func makeRoom(for value: UnsafeRawBufferPointer?) throws(FormatError) {
        guard let value, value.count > ShortStringsEditor.maximumByteCount else { return }
        try BlobLeafEditor.checkByteCount(value.count + 1, at: ref)
        try becomeBlobs()
    }

    private mutating func becomeBlobs() throws(FormatError) {
        guard case .short(let short) = form else { return }
        let leaf = try StringLeaf(short.ref, in: arena.space)
        var blobs = try BlobLeafEditor(isTerminated: true, in: arena)
        for index in 0..<leaf.count { try blobs.insert(leaf.bytes(index), at: index) }
        try arena.free(short.ref)
        form = .blobs(blobs)
    }

    /// Gives each string a node of its own.
    mutating func becomeBig() throws(FormatError) {
        try becomeBlobs()
        guard case .blobs(var leaf) = form else { return }
        try leaf.becomeBig()
        form = .blobs(leaf)
    }
}
