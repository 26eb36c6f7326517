/// A leaf of strings in any of its four forms, told apart by the node header.
///
///     no refs, scheme bytes: short        refs, no context: medium (small blobs)
///     no refs, scheme bits:  enumerated   refs, context:    long (big blobs)
///
/// Values are UTF-8 bytes in the file, not validated. Source: file-format/strings-and-blobs.md, "Strings".
package struct StringLeaf {
    private enum Form {
        case short(payload: UnsafeRawPointer, width: Int)
        /// The column keeps the keys alive. With reference counting the leaf would no longer be trivially copyable:
        /// copying it, as reading a value may, would cost more than the read.
        case enumerated(IntegerArray, keys: Unmanaged<EnumeratedStrings>)
        case blobs(BlobLeaf)
    }

    private let form: Form
    private let ref: Ref
    package let count: Int

    /// - Parameter keys: the distinct values of an enumerated column, which must live as long as the leaf is used; nil
    ///   where strings cannot be enumerated.
    init(_ ref: Ref, keys: EnumeratedStrings? = nil, in space: NodeSpace) throws(FormatError) {
        try self.init(space.packedNode(ref), keys: keys, in: space)
    }

    package init(_ node: Node, keys: EnumeratedStrings?, in space: NodeSpace) throws(FormatError) {
        ref = node.ref
        switch (node.kind.hasRefs, node.kind.scheme) {
        case _ where node.kind.isInner:
            throw FormatError(.badLeaf, at: node.ref, "a leaf of strings is an inner node")
        case (true, .bits):
            let blobs = try BlobLeaf(node, in: space)
            form = .blobs(blobs)
            count = blobs.count
        case (false, .bytes) where !node.kind.context:
            form = .short(payload: node.payload, width: node.kind.width)
            count = node.count
        case (false, .bits) where !node.kind.context:
            guard let keys else {
                throw FormatError(.badLeaf, at: node.ref, "a leaf of enumerated strings in a column without values")
            }
            form = .enumerated(IntegerArray(node), keys: .passUnretained(keys))
            count = node.count
        default:
            throw FormatError(.badLeaf, at: node.ref, "a leaf of strings has the wrong kind of node")
        }
    }

    /// The UTF-8 bytes of value `index`, or nil if it is null.
    package func bytes(_ index: Int) throws(FormatError) -> UnsafeRawBufferPointer? {
        switch form {
        case .short(let payload, let width):
            precondition(index >= 0 && index < count, "string index out of range")
            return try shortBytes(payload + index &* width, width, index)
        case .enumerated(let indexes, let keys):
            let keys = keys.takeUnretainedValue()
            let key = indexes[index]
            guard key >= 0, key < keys.count else {
                throw FormatError(.badLeaf, at: ref, "enumerated string \(index) is number \(key) of \(keys.count)")
            }
            return try keys.bytes(Int(key))
        case .blobs(let blobs):
            guard let stored = try blobs.bytes(index) else { return nil }
            return try StringLeaf.withoutEnd(stored, index, at: ref)
        }
    }

    /// A text as it is stored, without the trailing zero byte.
    @inline(__always)
    static func withoutEnd(
        _ stored: UnsafeRawBufferPointer, _ index: Int, at ref: Ref
    ) throws(FormatError) -> UnsafeRawBufferPointer {
        guard stored.count > 0, stored[stored.count &- 1] == 0 else {
            throw FormatError(.badLeaf, at: ref, "string \(index) lacks its final zero byte")
        }
        return UnsafeRawBufferPointer(start: stored.baseAddress, count: stored.count &- 1)
    }

    /// Calls `body` with the index of each value that contains the bytes searched for, in ascending order.
    ///
    /// Values stored contiguously are searched as one; matches across a boundary do not count.
    ///
    /// - Precondition: the bytes searched for are not empty.
    func forEach(containing search: ByteSearch, _ body: (Int) -> Void) throws(FormatError) {
        switch form {
        case .blobs(let blobs):
            if let piece = blobs.piece { return try forEach(containing: search, in: piece, body) }
        case .short(let payload, let width) where width > 0:
            let bytes = UnsafeRawBufferPointer(start: payload, count: count &* width)
            var next = 0
            while let found = search.firstIndex(in: bytes, from: next) {
                let index = found / width
                let text = try shortBytes(payload + index &* width, width, index)
                if let text, found &- index &* width &+ search.count <= text.count {
                    body(index)
                    next = (index &+ 1) &* width
                } else {
                    next = found &+ 1
                }
            }
            return
        case .short, .enumerated: break
        }
        for index in 0..<count {
            if let text = try bytes(index), search.isFound(in: text) { body(index) }
        }
    }

    private func forEach(
        containing search: ByteSearch, in piece: BlobLeaf.Piece, _ body: (Int) -> Void
    ) throws(FormatError) {
        guard var found = search.firstIndex(in: piece.bytes) else { return }
        let ends = piece.ends.unpacked()
        var index = 0
        while true {
            while index < count, ends[index] <= Int64(found) { index &+= 1 }
            guard index < count else { return }
            let end = ends[index]
            if end > Int64(piece.bytes.count) { _ = try bytes(index) }
            // The last byte of a text is its trailing zero; null has bytes, too, which do not count.
            let isMeant = Int64(found &+ search.count) < end && piece.nulls[index] == 0
            if isMeant { body(index) }
            guard let next = search.firstIndex(in: piece.bytes, from: isMeant ? Int(end) : found &+ 1) else { return }
            found = next
        }
    }

    /// Calls `body` with the index of each value that is this text, in ascending order.
    func forEach(equalTo text: UnsafeRawBufferPointer, _ body: (Int) -> Void) throws(FormatError) {
        switch form {
        case .short(let payload, let width):
            guard text.count < width else { return }
            let unused = UInt8(width &- 1 &- text.count)
            for index in 0..<count {
                let slot = payload + index &* width
                let isMeant = slot.load(fromByteOffset: width &- 1, as: UInt8.self) == unused
                if isMeant, ByteOrder.equal(UnsafeRawBufferPointer(start: slot, count: text.count), text) {
                    body(index)
                }
            }
        case .blobs(let blobs):
            if let piece = blobs.piece { return try forEach(equalTo: text, in: piece, body) }
            fallthrough
        case .enumerated:
            for index in 0..<count {
                if let bytes = try bytes(index), ByteOrder.equal(bytes, text) { body(index) }
            }
        }
    }

    private func forEach(
        equalTo text: UnsafeRawBufferPointer, in piece: BlobLeaf.Piece, _ body: (Int) -> Void
    ) throws(FormatError) {
        let ends = piece.ends.unpacked()
        var begin: Int64 = 0
        for index in 0..<count {
            let end = ends[index]
            // With its trailing zero. What has the length is checked as if it were read alone.
            if end &- begin == Int64(text.count &+ 1), let bytes = try bytes(index), ByteOrder.equal(bytes, text) {
                body(index)
            }
            begin = end
        }
    }

    /// The last byte of a slot counts the unused bytes before it; the width itself stands for null.
    private func shortBytes(
        _ slot: UnsafeRawPointer, _ width: Int, _ index: Int
    ) throws(FormatError) -> UnsafeRawBufferPointer? {
        guard width > 0 else { return nil }
        let unused = Int(slot.load(fromByteOffset: width &- 1, as: UInt8.self))
        if unused == width { return nil }
        guard unused < width else {
            throw FormatError(.badLeaf, at: ref, "short string \(index) has \(unused) unused bytes of \(width)")
        }
        return UnsafeRawBufferPointer(start: slot, count: width &- 1 &- unused)
    }

    /// Bytes of value `index` if it is kept in parts (and so reads as null), else nil.
    func partsByteCount(_ index: Int) throws(FormatError) -> Int? {
        guard case .blobs(let blobs) = form else { return nil }
        return try blobs.partsByteCount(index)
    }

    /// The problem with short strings, if any: they are padded with zeros, whose number the last byte holds.
    var fillingProblem: String? {
        guard case .short(let payload, let width) = form, width > 0 else { return nil }
        let bytes = UnsafeRawBufferPointer(start: payload, count: count &* width)
        for index in 0..<count {
            let end = (index + 1) * width - 1
            let unused = Int(bytes[end])
            let begin = unused >= width ? end + 1 - width : end - unused
            if unused > width || bytes[begin..<end].contains(where: { $0 != 0 }) {
                return "short string \(index) is not filled up with zeros"
            }
        }
        return nil
    }

    /// The problem with numbers of an enumerated column's values, if any: a number without a value.
    var numberProblem: String? {
        guard case .enumerated(let numbers, let keys) = form else { return nil }
        let count = Int64(keys.takeUnretainedValue().count)
        let wrong = numbers.unpacked().firstIndex { $0 < 0 || $0 >= count }
        return wrong.map { "enumerated string \($0) is number \(numbers[$0]) of \(count)" }
    }

    /// The values in one piece, if they are stored contiguously.
    var piece: BlobLeaf.Piece? {
        if case .blobs(let blobs) = form { blobs.piece } else { nil }
    }

    /// True if each value has a node of its own.
    var holdsNodes: Bool { if case .blobs(let blobs) = form { blobs.piece == nil } else { false } }

    /// True if the leaf holds numbers of an enumerated column's values.
    var isEnumerated: Bool { numbers != nil }

    /// The numbers of an enumerated column's values, if the leaf holds those.
    var numbers: IntegerArray? {
        if case .enumerated(let numbers, _) = form { numbers } else { nil }
    }
}
