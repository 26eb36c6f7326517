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
    ///
    /// - Precondition: the elements are 64 bits wide.
    static func store(_ elements: IntegerArray, _ kind: NodeKind, at target: UnsafeMutableRawPointer) {
        target.storeBytes(of: NormalNode.header(kind, count: elements.count).littleEndian, as: UInt64.self)
        let payload = target + Node.headerByteCount
        switch kind.widthCode {
        case 0: break
        case 1, 2, 3: packBits(elements, kind.width, at: payload)
        case 4: pack(elements, as: Int8.self, at: payload)
        case 5: pack(elements, as: Int16.self, at: payload)
        case 6: pack(elements, as: Int32.self, at: payload)
        default: pack(elements, as: Int64.self, at: payload)
        }
    }

    private static func pack<Element: FixedWidthInteger>(
        _ elements: IntegerArray, as _: Element.Type, at payload: UnsafeMutableRawPointer
    ) {
        let size = MemoryLayout<Element>.size
        let byteCount = elements.count &* size
        // Zeros behind the last element complete its word.
        if byteCount & 7 != 0 { payload.storeBytes(of: 0, toByteOffset: byteCount & ~7, as: UInt64.self) }
        for index in 0..<elements.count {
            let value = elements.payload.loadUnaligned(fromByteOffset: index &* 8, as: Int64.self)
            let element = Element(truncatingIfNeeded: value).littleEndian
            payload.storeBytes(of: element, toByteOffset: index &* size, as: Element.self)
        }
    }

    private static func packBits(_ elements: IntegerArray, _ width: Int, at payload: UnsafeMutableRawPointer) {
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
