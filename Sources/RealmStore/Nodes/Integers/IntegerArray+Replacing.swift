/// Replacing elements in their place, in a node that the open write transaction owns and nobody else reads.
extension IntegerArray {
    /// Replaces element `index`, if it has enough bits for `value`; else does nothing, and returns false.
    func replace(_ index: Int, with value: Int64) -> Bool {
        precondition(index >= 0 && index < count, "integer index out of range")
        guard holds(value) else { return false }
        store(value, at: index)
        return true
    }

    /// Whether elements have enough bits for `value`.
    func holds(_ value: Int64) -> Bool { IntegerEditor.widthCode(for: value) <= widthCode }

    /// Writes an element whose width is known to suffice; `index` may be one past the end while elements move.
    @inline(__always)
    func store(_ value: Int64, at index: Int) {
        let payload = UnsafeMutableRawPointer(mutating: payload)
        switch widthCode {
        case 0: break
        case 1, 2, 3:
            let width = 1 &<< (Int(widthCode) &- 1)
            let bit = index &* width
            let mask = UInt8((1 &<< width) &- 1)
            let shift = UInt8(truncatingIfNeeded: bit & 7)
            let byte = payload.load(fromByteOffset: bit &>> 3, as: UInt8.self)
            let cleared = byte & ~(mask &<< shift)
            payload.storeBytes(
                of: cleared | ((UInt8(truncatingIfNeeded: value) & mask) &<< shift), toByteOffset: bit &>> 3,
                as: UInt8.self)
        case 4: payload.storeBytes(of: Int8(truncatingIfNeeded: value), toByteOffset: index, as: Int8.self)
        case 5: payload.storeBytes(of: Int16(truncatingIfNeeded: value), toByteOffset: index &* 2, as: Int16.self)
        case 6: payload.storeBytes(of: Int32(truncatingIfNeeded: value), toByteOffset: index &* 4, as: Int32.self)
        default: payload.storeBytes(of: value, toByteOffset: index &* 8, as: Int64.self)
        }
    }
}

extension OptionalIntegerArray {
    /// Replaces a value in its place, in a node that the open write transaction owns; false, without doing it, if that
    /// needs more bits or another number for null.
    func replace(_ index: Int, with value: Int64?) -> Bool {
        let (stored, null) = elements
        return value != null && stored.replace(index &+ 1, with: value ?? null)
    }
}
