extension IntegerEditor {
    /// Adds `amount`, which may be negative, to the ascending unsigned elements from `index` on.
    ///
    /// - Precondition: no element gets below 0 or above 2^63.
    mutating func addToOffsets(_ amount: Int, from index: Int) throws(FormatError) {
        precondition(index >= 0, "integer index out of range")
        guard index < count, amount != 0 else { return }
        // The last is the largest: once it fits, all do. It makes the elements at least 8 bits wide.
        try setUnsigned(array.unsigned(at: count - 1) &+ UInt64(bitPattern: Int64(amount)), at: count - 1)
        let rest = index..<(count - 1)
        switch widthCode {
        case 4: add(UInt8(truncatingIfNeeded: amount), to: rest)
        case 5: add(UInt16(truncatingIfNeeded: amount), to: rest)
        case 6: add(UInt32(truncatingIfNeeded: amount), to: rest)
        default: add(UInt64(bitPattern: Int64(amount)), to: rest)
        }
    }

    /// Adds `amount` to signed elements; the sums fit.
    func add(_ amount: Int64, toFitting range: Range<Int>) {
        switch widthCode {
        case 4: add(Int8(truncatingIfNeeded: amount), to: range)
        case 5: add(Int16(truncatingIfNeeded: amount), to: range)
        case 6: add(Int32(truncatingIfNeeded: amount), to: range)
        case 7: add(amount, to: range)
        default:
            let elements = array
            for index in range { elements.store(elements[index] &+ amount, at: index) }
        }
    }

    /// Adds to elements that are as wide as `Element`; the sums fit.
    func add<Element: FixedWidthInteger>(_ amount: Element, to range: Range<Int>) {
        let elements = node.payload.assumingMemoryBound(to: Element.self)
        for index in range { elements[index] &+= amount }
    }
}
