/// Writes integers as stored in a node of the file.
enum EncodedIntegers {
    /// Bytes of a node, header and padding included.
    static func byteCount(_ kind: NodeKind, count: Int) -> Int {
        Node.headerByteCount + ((kind.payloadByteCount(count: count) + 7) & ~7)
    }

    /// Writes a node of `elements`, in the width given by `kind`.
    ///
    /// - Precondition: the elements are 64 bits wide.
    static func store(_ elements: IntegerArray, _ kind: NodeKind, at target: UnsafeMutableRawPointer) {
        store(elements.count, kind, at: target) { index in
            elements.payload.loadUnaligned(fromByteOffset: index &* 8, as: Int64.self)
        }
    }

    /// Writes a node of `count` elements, in the width given by `kind`.
    ///
    /// - Parameter element: the element at an index.
    @inline(__always)
    static func store(
        _ count: Int, _ kind: NodeKind, at target: UnsafeMutableRawPointer, _ element: (Int) -> Int64
    ) {
        target.storeBytes(of: NormalNode.header(kind, count: count).littleEndian, as: UInt64.self)
        let payload = target + Node.headerByteCount
        switch kind.widthCode {
        case 0: break
        case 1, 2, 3: packBits(count, kind.width, at: payload, element)
        case 4: pack(count, as: Int8.self, at: payload, element)
        case 5: pack(count, as: Int16.self, at: payload, element)
        case 6: pack(count, as: Int32.self, at: payload, element)
        default: pack(count, as: Int64.self, at: payload, element)
        }
    }

    @inline(__always)
    private static func pack<Element: FixedWidthInteger>(
        _ count: Int, as _: Element.Type, at payload: UnsafeMutableRawPointer, _ element: (Int) -> Int64
    ) {
        let size = MemoryLayout<Element>.size
        let byteCount = count &* size
        // Zeros after the last element complete its word.
        if byteCount & 7 != 0 { payload.storeBytes(of: 0, toByteOffset: byteCount & ~7, as: UInt64.self) }
        for index in 0..<count {
            let element = Element(truncatingIfNeeded: element(index)).littleEndian
            payload.storeBytes(of: element, toByteOffset: index &* size, as: Element.self)
        }
    }

    @inline(__always)
    private static func packBits(
        _ count: Int, _ width: Int, at payload: UnsafeMutableRawPointer, _ element: (Int) -> Int64
    ) {
        let perWord = 64 / width
        let mask = UInt64.max >> UInt64(64 - width)
        for word in 0..<(count + perWord - 1) / perWord {
            var bits: UInt64 = 0
            let first = word * perWord
            for place in 0..<min(perWord, count - first) {
                bits |= (UInt64(bitPattern: element(first + place)) & mask) << UInt64(place * width)
            }
            payload.storeBytes(of: bits.littleEndian, toByteOffset: word * 8, as: UInt64.self)
        }
    }
}
