/// Changes a leaf of short strings, or a list of names: slots of equal width whose last byte counts the unused ones.
///
///     width 4:  "abc" 61 62 63 00   "ab" 61 62 00 01   "" 00 00 00 03   null 00 00 00 04
///
/// The width is the smallest power of two above the longest string, and never shrinks while there are strings.
/// Source: file format, nodes, "Strings".
struct ShortStringsEditor {
    private let arena: Arena
    private var elements: ElementEditor
    /// What a leaf of width 0 is full of: null among the strings of users, empty text among names.
    private let zeroWidth: ZeroWidth

    enum ZeroWidth {
        case null, empty
    }

    var ref: Ref { elements.ref }
    var count: Int { elements.count }

    /// Most bytes of a user's string, and of a name.
    static let maximumByteCount = 15
    static let maximumNameByteCount = 63

    /// Opens the leaf at `ref`, copying it if it is committed.
    init(_ ref: Ref, zeroWidth: ZeroWidth = .null, in arena: Arena) throws(FormatError) {
        if !arena.owns(ref) { _ = try arena.space.plain(ref, .bytes, "a leaf of short strings") }
        self.arena = arena
        self.zeroWidth = zeroWidth
        elements = try ElementEditor(checked: ref, in: arena)
    }

    /// An empty leaf.
    init(zeroWidth: ZeroWidth = .null, in arena: Arena) throws(FormatError) {
        self.arena = arena
        self.zeroWidth = zeroWidth
        elements = try ElementEditor(width: 0, in: arena)
    }

    /// - Precondition: `value` has at most 63 bytes.
    mutating func insert(_ value: UnsafeRawBufferPointer?, at index: Int) throws(FormatError) {
        let needed = neededWidth(value)
        if needed > elements.width { try widen(to: needed) }
        let place = try elements.insert(at: index)
        ShortStringsEditor.write(value, to: place, width: elements.width)
    }

    /// - Precondition: `value` has at most 63 bytes.
    mutating func set(_ value: UnsafeRawBufferPointer?, at index: Int) throws(FormatError) {
        let needed = neededWidth(value)
        if needed > elements.width { try widen(to: needed) }
        ShortStringsEditor.write(value, to: elements[index], width: elements.width)
    }

    mutating func remove(at index: Int) { elements.remove(at: index) }

    /// Removes string `index` and moves the last one into its place.
    mutating func removeBySwap(at index: Int) {
        let last = count - 1
        if index != last { elements[index].copyMemory(from: elements[last], byteCount: elements.width) }
        elements.remove(at: last)
    }

    private func neededWidth(_ value: UnsafeRawBufferPointer?) -> Int {
        guard let value, value.count > 0 else {
            let isNull = value == nil
            return isNull == (zeroWidth == .null) ? 0 : 1
        }
        precondition(value.count <= ShortStringsEditor.maximumNameByteCount, "a short string has at most 63 bytes")
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
        let empty = UnsafeRawBufferPointer(start: nil, count: 0)
        let wide = try ElementEditor(width: width, count: leaf.count, in: arena)
        for index in 0..<leaf.count {
            let value = elements.width == 0 && zeroWidth == .empty ? empty : try leaf.bytes(index)
            ShortStringsEditor.write(value, to: wide[index], width: width)
        }
        try arena.free(ref)
        elements = wide
    }
}
