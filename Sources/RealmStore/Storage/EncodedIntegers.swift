/// Integers as a node of the file holds them, in the width that the largest of them needs.
struct EncodedIntegers {
    let values: [Int64]
    let widthCode: UInt8

    /// - Parameter code: width code that is taken at least.
    init(_ values: [Int64], atLeast code: UInt8 = 0) {
        self.values = values
        widthCode = max(code, IntegerPacking.widthCode(for: values))
    }

    /// Bytes of the node, header and padding included.
    var byteCount: Int { EncodedIntegers.byteCount(NodeKind(.bits, widthCode: widthCode), count: values.count) }

    static func byteCount(_ kind: NodeKind, count: Int) -> Int {
        Node.headerByteCount + ((kind.payloadByteCount(count: count) + 7) & ~7)
    }

    /// Writes the node.
    ///
    /// - Parameter kind: the width it says does not count.
    func store(_ kind: NodeKind, at target: UnsafeMutableRawPointer) {
        values.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress else {
                return target.storeBytes(of: NormalNode.header(kind.with(width: 0), count: 0), as: UInt64.self)
            }
            let elements = IntegerArray(payload: start, count: values.count, widthCode: 7)
            EncodedIntegers.store(elements, kind.with(width: widthCode), at: target)
        }
    }

    /// Writes a node of `elements`, in the width that `kind` says.
    static func store(_ elements: IntegerArray, _ kind: NodeKind, at target: UnsafeMutableRawPointer) {
        target.storeBytes(of: NormalNode.header(kind, count: elements.count).littleEndian, as: UInt64.self)
        let payload = target + Node.headerByteCount
        let width = kind.width
        if width == 0 { return }
        let perWord = 64 / width
        let mask = UInt64.max >> UInt64(64 - width)
        for word in 0..<(elements.count + perWord - 1) / perWord {
            var bits: UInt64 = 0
            let first = word * perWord
            for place in 0..<min(perWord, elements.count - first) {
                bits |= (UInt64(bitPattern: elements[first + place]) & mask) << UInt64(place * width)
            }
            payload.storeBytes(of: bits.littleEndian, toByteOffset: word * 8, as: UInt64.self)
        }
    }
}
