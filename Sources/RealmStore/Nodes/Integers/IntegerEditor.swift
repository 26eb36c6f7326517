/// Changes a packed array of integers of a write transaction in place; widens it when a value needs more bits.
///
/// A view on the node: `ref` may change with every call that can grow it, and every holder of the ref must store it
/// again. The width never shrinks while there are elements.
struct IntegerEditor {
    let arena: Arena
    private(set) var node: MutableNode
    private(set) var count: Int
    private(set) var widthCode: UInt8

    var ref: Ref { node.ref }

    /// Opens the node at `ref`, copying it if it is committed.
    ///
    /// - Parameter ref: ref of a node of scheme 0 without refs; anything else is refused.
    @inline(__always)
    init(_ ref: Ref, in arena: Arena) throws(FormatError) {
        self.init(arena.owns(ref) ? arena.own(ref) : try IntegerEditor.copy(ref, in: arena), in: arena)
    }

    @inline(never)
    private static func copy(_ ref: Ref, in arena: Arena) throws(FormatError) -> MutableNode {
        _ = try arena.space.integers(ref, "an array of integers", contextAllowed: true)
        var ref = ref
        return try arena.writable(&ref)
    }

    @inline(__always)
    init(_ node: MutableNode, in arena: Arena) {
        self.arena = arena
        self.node = node
        count = node.count
        widthCode = node.widthCode
    }

    /// A new array of `count` times `value`.
    init(repeating value: Int64, count: Int, in arena: Arena) throws(FormatError) {
        let code = IntegerEditor.widthCode(for: value)
        self.init(try arena.make(NodeKind(.bits, widthCode: count == 0 ? 0 : code), count: count), in: arena)
        if value != 0 { for index in 0..<count { store(value, at: index) } }
    }

    /// The same elements as a reader sees them.
    var array: IntegerArray { IntegerArray(payload: node.payload, count: count, widthCode: widthCode) }

    /// Element `index`, signed from 8 bits up. Traps outside `0..<count`.
    subscript(index: Int) -> Int64 { array[index] }

    /// Width code that the signed `value` needs: 0...7.
    static func widthCode(for value: Int64) -> UInt8 {
        if UInt64(bitPattern: value) < 16 { return value < 2 ? UInt8(value) : value < 4 ? 2 : 3 }
        if value == Int64(Int8(truncatingIfNeeded: value)) { return 4 }
        if value == Int64(Int16(truncatingIfNeeded: value)) { return 5 }
        return value == Int64(Int32(truncatingIfNeeded: value)) ? 6 : 7
    }

    /// Width code that `value` needs in an array of unsigned keys or offsets, which are never narrower than 8 bits.
    static func unsignedWidthCode(for value: UInt64) -> UInt8 {
        value < 1 << 8 ? 4 : value < 1 << 16 ? 5 : value < 1 << 32 ? 6 : 7
    }

    /// Replaces element `index`.
    mutating func set(_ value: Int64, at index: Int) throws(FormatError) {
        precondition(index >= 0 && index < count, "integer index out of range")
        try widen(to: IntegerEditor.widthCode(for: value))
        store(value, at: index)
    }

    /// Inserts `value` before element `index`, or at the end.
    mutating func insert(_ value: Int64, at index: Int) throws(FormatError) {
        try insert(value, at: index, widthCode: IntegerEditor.widthCode(for: value))
    }

    mutating func append(_ value: Int64) throws(FormatError) { try insert(value, at: count) }

    /// Appends several numbers.
    mutating func append(contentsOf values: some Collection<Int64>) throws(FormatError) {
        let end = count + values.count
        try node.checkRoom(count: end)
        try widen(to: IntegerPacking.widthCode(for: values))
        node = try arena.reserve(node, capacity: node.kind.payloadByteCount(count: end))
        for value in values {
            store(value, at: count)
            count += 1
        }
        node.count = end
    }

    /// Appends the numbers of a range to an unsigned array.
    mutating func appendUnsigned(_ range: Range<UInt64>) throws(FormatError) {
        guard let last = range.last else { return }
        try widen(to: IntegerEditor.unsignedWidthCode(for: last), signed: false)
        let end = count + range.count
        try node.checkRoom(count: end)
        node = try arena.reserve(node, capacity: node.kind.payloadByteCount(count: end))
        for (index, value) in range.enumerated() { store(Int64(bitPattern: value), at: count + index) }
        count = end
        node.count = end
    }

    /// Inserts a number into an unsigned array.
    mutating func insertUnsigned(_ value: UInt64, at index: Int) throws(FormatError) {
        let code = IntegerEditor.unsignedWidthCode(for: value)
        try widen(to: code, signed: false)
        try insert(Int64(bitPattern: value), at: index, widthCode: code)
    }

    /// Replaces a number in an unsigned array.
    mutating func setUnsigned(_ value: UInt64, at index: Int) throws(FormatError) {
        precondition(index >= 0 && index < count, "integer index out of range")
        try widen(to: IntegerEditor.unsignedWidthCode(for: value), signed: false)
        store(Int64(bitPattern: value), at: index)
    }

    private mutating func insert(_ value: Int64, at index: Int, widthCode code: UInt8) throws(FormatError) {
        precondition(index >= 0 && index <= count, "integer index out of range")
        try node.checkRoom(count: count + 1)
        try widen(to: code)
        node = try arena.reserve(node, capacity: node.kind.payloadByteCount(count: count + 1))
        if index < count { move(from: index, to: index + 1) }
        count += 1
        node.count = count
        store(value, at: index)
    }

    /// Removes element `index`; removing the last one resets the width.
    mutating func remove(at index: Int) {
        precondition(index >= 0 && index < count, "integer index out of range")
        if index + 1 < count { move(from: index + 1, to: index) }
        truncate(to: count - 1)
    }

    /// Removes several elements; removing the last ones resets the width.
    mutating func remove(_ rows: RemovedRows) {
        rows.forEachKept(of: count) { (kept, target) in move(kept, to: target) }
        truncate(to: count - rows.count)
    }

    /// Removes all elements from `newCount` on.
    mutating func truncate(to newCount: Int) {
        precondition(newCount >= 0 && newCount <= count, "integer index out of range")
        count = newCount
        node.count = newCount
        if newCount == 0 {
            widthCode = 0
            node.kind = node.kind.with(width: 0)
        }
    }

    /// Adds `amount` to the signed elements from `index` on.
    mutating func add(_ amount: Int64, from index: Int) throws(FormatError) {
        guard amount != 0, index < count else { return }
        var extremes = ExtremesKernel()
        array.run(&extremes, over: index..<count)
        guard let smallest = extremes.smallest, let largest = extremes.largest else { return }
        try widen(to: IntegerEditor.widthCode(for: smallest &+ amount))
        try widen(to: IntegerEditor.widthCode(for: largest &+ amount))
        add(amount, toFitting: index..<count)
    }

    // MARK: Elements in memory

    /// Makes every element at least as wide as the code says.
    mutating func widen(to code: UInt8, signed: Bool = true) throws(FormatError) {
        if code <= widthCode { return }
        let old = array
        let oldNode = node
        let kind = node.kind.with(width: code)
        let wide = try arena.make(kind, count: count, capacity: kind.payloadByteCount(count: count + 8))
        node = wide
        widthCode = code
        for index in 0..<count {
            store(signed ? old[index] : Int64(bitPattern: old.unsigned(at: index)), at: index)
        }
        try arena.free(oldNode.ref)
    }

    /// Moves the elements from `source` to the end so that the first of them lands at `target`, one further or back.
    private func move(from source: Int, to target: Int) {
        let moved = count - source
        if widthCode >= 4 {
            let size = node.kind.width / 8
            let start = node.payload
            // `copyMemory` allows its two ranges to overlap.
            (start + target * size).copyMemory(from: start + source * size, byteCount: moved * size)
        } else if widthCode > 0, moved > 0 {
            shiftBits(from: Swift.min(source, target), by: node.kind.width, up: target > source)
        }
    }

    /// Copies a few elements to places before them, over what is there.
    func move(_ range: Range<Int>, to target: Int) {
        guard widthCode >= 4 else {
            for (index, source) in range.enumerated() { store(array[source], at: target + index) }
            return
        }
        let size = node.kind.width / 8
        let start = node.payload
        (start + target * size).copyMemory(from: start + range.lowerBound * size, byteCount: range.count * size)
    }

    /// Moves all bits from element `index` on by one element of less than a byte, into the space after the last one or
    /// over element `index`.
    private func shiftBits(from index: Int, by width: Int, up: Bool) {
        let bytes = node.payload.assumingMemoryBound(to: UInt8.self)
        let first = index * width / 8
        let kept = (UInt8(1) << UInt8((index * width) & 7)) - 1
        let head = bytes[first]
        if up {
            for byte in stride(from: count * width / 8, to: first, by: -1) {
                bytes[byte] = (bytes[byte] << UInt8(width)) | (bytes[byte - 1] >> UInt8(8 - width))
            }
            bytes[first] = (head & kept) | ((head & ~kept) << UInt8(width))
        } else {
            let last = (count * width - 1) / 8
            for byte in first...last {
                let next = byte < last ? bytes[byte + 1] << UInt8(8 - width) : 0
                bytes[byte] = (bytes[byte] >> UInt8(width)) | next
            }
            bytes[first] = (head & kept) | (bytes[first] & ~kept)
        }
    }

    /// Writes an element whose width is known to suffice; `index` may be one past the end while elements move.
    @inline(__always)
    private func store(_ value: Int64, at index: Int) {
        array.store(value, at: index)
    }
}
