/// Changes a node of bytes (scheme blob) in place.
///
/// As with `IntegerEditor`, `ref` may change with every insertion.
package struct BlobEditor {
    private let arena: Arena
    private(set) var node: MutableNode
    private(set) var count: Int

    var ref: Ref { node.ref }

    /// The maximum number of bytes of a value, including the zero byte of a string: larger ones would have to be kept
    /// in parts.
    ///
    /// Source: file-format/strings-and-blobs.md, "Big blobs" and "Values in parts".
    package static let maximumByteCount = 0xFF_FFF0

    /// Opens the blob at `ref`, which a reader has checked, copying it if it is committed.
    @inline(__always)
    init(checked ref: Ref, in arena: Arena) throws(FormatError) {
        var ref = ref
        self.arena = arena
        node = try arena.writable(&ref)
        count = node.count
    }

    /// A new blob of `bytes`, and a zero byte if it is terminated.
    init(_ bytes: UnsafeRawBufferPointer, isTerminated: Bool, in arena: Arena) throws(FormatError) {
        self.arena = arena
        count = bytes.count + (isTerminated ? 1 : 0)
        node = try arena.make(BlobEditor.kind(count), count: count)
        // The last byte is still zero, as in every new node.
        if let start = bytes.baseAddress { node.payload.copyMemory(from: start, byteCount: bytes.count) }
    }

    /// An empty blob.
    init(in arena: Arena) throws(FormatError) {
        try self.init(UnsafeRawBufferPointer(start: nil, count: 0), isTerminated: false, in: arena)
    }

    /// The width says whether anything was ever written.
    private static func kind(_ count: Int) -> NodeKind { NodeKind(.blob, widthCode: count == 0 ? 0 : 1) }

    /// Puts `bytes`, and a zero byte if they are terminated, in the place of the bytes in `range`.
    mutating func replace(
        _ range: Range<Int>, with bytes: UnsafeRawBufferPointer, isTerminated: Bool
    ) throws(FormatError) {
        precondition(range.lowerBound >= 0 && range.upperBound <= count, "blob range out of bounds")
        let added = bytes.count + (isTerminated ? 1 : 0)
        let newCount = count - range.count + added
        try node.checkRoom(count: newCount)
        node = try arena.reserve(node, capacity: newCount)
        let place = node.payload + range.lowerBound
        if range.upperBound < count {
            (place + added).copyMemory(from: node.payload + range.upperBound, byteCount: count - range.upperBound)
        }
        if let start = bytes.baseAddress { place.copyMemory(from: start, byteCount: bytes.count) }
        if isTerminated { place.storeBytes(of: 0, toByteOffset: bytes.count, as: UInt8.self) }
        resize(to: newCount)
    }

    /// Appends several strings.
    ///
    /// - Parameter newCount: the bytes with them.
    mutating func append(
        _ values: UnsafeBufferPointer<Value>, upTo newCount: Int, isTerminated: Bool
    ) throws(FormatError) {
        try node.checkRoom(count: newCount)
        node = try arena.reserve(node, capacity: newCount)
        var place = node.payload + count
        let end = node.payload + newCount
        for value in values {
            if let text = value.optionalString, let start = text.baseAddress {
                precondition(text.count <= end - place, "more bytes than there is room for")
                place.copyMemory(from: start, byteCount: text.count)
                place += text.count
            }
            guard isTerminated else { continue }
            precondition(place < end, "more bytes than there is room for")
            place.storeBytes(of: 0, as: UInt8.self)
            place += 1
        }
        resize(to: newCount)
    }

    /// Copies bytes to a place before them, over what is there.
    func move(_ range: Range<Int>, to target: Int) {
        precondition(target >= 0 && target <= range.lowerBound && range.upperBound <= count, "blob range out of bounds")
        (node.payload + target).copyMemory(from: node.payload + range.lowerBound, byteCount: range.count)
    }

    /// Forgets all bytes from `newCount` on.
    mutating func truncate(to newCount: Int) {
        precondition(newCount >= 0 && newCount <= count, "blob range out of bounds")
        resize(to: newCount)
    }

    private mutating func resize(to newCount: Int) {
        count = newCount
        node.kind = BlobEditor.kind(newCount)
        node.count = newCount
    }
}
