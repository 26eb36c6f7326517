/// Changes a leaf of strings of up to 15 bytes: slots of equal width whose last byte counts the unused ones.
///
///     width 4:  "abc" 61 62 63 00   "ab" 61 62 00 01   "" 00 00 00 03   null 00 00 00 04
///
/// The width is the smallest power of two above the longest string, and never shrinks while there are strings.
/// Source: file-format/strings-and-blobs.md, "Short strings".
struct ShortStringsEditor {
    private let arena: Arena
    private var elements: ElementEditor

    var ref: Ref { elements.ref }
    var count: Int { elements.count }

    /// The maximum number of bytes of a string.
    static let maximumByteCount = 15

    /// Opens the leaf at `ref`, copying it if it is committed.
    @inline(__always)
    init(_ ref: Ref, in arena: Arena) throws(FormatError) {
        if !arena.owns(ref) { _ = try arena.space.plain(ref, .bytes, "a leaf of short strings") }
        self.arena = arena
        elements = try ElementEditor(checked: ref, in: arena)
    }

    /// An empty leaf.
    init(in arena: Arena) throws(FormatError) {
        self.arena = arena
        elements = try ElementEditor(width: 0, in: arena)
    }

    /// - Precondition: `value` has at most 15 bytes.
    mutating func insert(_ value: UnsafeRawBufferPointer?, at index: Int) throws(FormatError) {
        let needed = neededWidth(value)
        if needed > elements.width { try widen(to: needed) }
        let place = try elements.insert(at: index)
        ShortStringsEditor.write(value, to: place, width: elements.width)
    }

    /// - Precondition: `value` has at most 15 bytes.
    mutating func set(_ value: UnsafeRawBufferPointer?, at index: Int) throws(FormatError) {
        let needed = neededWidth(value)
        if needed > elements.width { try widen(to: needed) }
        ShortStringsEditor.write(value, to: elements[index], width: elements.width)
    }

    mutating func remove(at index: Int) { elements.remove(at: index) }

    mutating func remove(_ rows: RemovedRows) { elements.remove(rows) }

    /// Removes string `index` and moves the last one into its place.
    mutating func removeBySwap(at index: Int) {
        let last = count - 1
        if index != last { elements[index].copyMemory(from: elements[last], byteCount: elements.width) }
        elements.remove(at: last)
    }

    private func neededWidth(_ value: UnsafeRawBufferPointer?) -> Int {
        // A leaf of width 0 holds only nulls.
        guard let value else { return 0 }
        precondition(value.count <= ShortStringsEditor.maximumByteCount, "a short string has at most 15 bytes")
        return 1 << (Int.bitWidth - value.count.leadingZeroBitCount)
    }

    @inline(__always)
    private static func write(_ value: UnsafeRawBufferPointer?, to place: UnsafeMutableRawPointer, width: Int) {
        guard width > 0 else { return }
        let byteCount = value?.count ?? 0
        let unused = value == nil ? width : width - 1 - byteCount
        if let start = value?.baseAddress { place.copyMemory(from: start, byteCount: byteCount) }
        (place + byteCount).initializeMemory(as: UInt8.self, repeating: 0, count: width - byteCount)
        place.storeBytes(of: UInt8(truncatingIfNeeded: unused), toByteOffset: width - 1, as: UInt8.self)
    }

    @inline(never)
    private mutating func widen(to width: Int) throws(FormatError) {
        if elements.count == 0 {
            elements.reset(width: width)
            return
        }
        let leaf = try StringLeaf(ref, in: arena.space)
        let wide = try ElementEditor(width: width, count: leaf.count, in: arena)
        for index in 0..<leaf.count {
            ShortStringsEditor.write(try leaf.bytes(index), to: wide[index], width: width)
        }
        try arena.free(ref)
        elements = wide
    }
}
