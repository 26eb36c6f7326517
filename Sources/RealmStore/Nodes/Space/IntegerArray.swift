/// A packed array of integers: elements of 0, 1, 2, 4, 8, 16, 32 or 64 bits.
///
/// Below 8 bits elements are unsigned, from 8 bits up two's complement (`subscript`); key and offset arrays are
/// unsigned at every width (`unsigned(at:)`). Source: file-format/nodes.md, "Packed integers".
package struct IntegerArray {
    let payload: UnsafeRawPointer
    /// A node has fewer than 2^24 elements; 32 bits keep the many copies of arrays in two machine words.
    private let size: UInt32
    /// 0...7 for the widths 0, 1, 2, 4, 8, 16, 32, 64 bits.
    let widthCode: UInt8

    /// - Precondition: `node` has scheme 0.
    package init(_ node: Node) {
        self.payload = node.payload
        self.size = UInt32(truncatingIfNeeded: node.count)
        self.widthCode = node.kind.widthCode
    }

    init(payload: UnsafeRawPointer, count: Int, widthCode: UInt8) {
        self.payload = payload
        self.size = UInt32(count)
        self.widthCode = widthCode
    }

    package var count: Int { Int(size) }

    /// An array without elements, for parts of a leaf that were never created.
    static var empty: IntegerArray { IntegerArray(payload: UnsafeRawPointer(bitPattern: 8)!, count: 0, widthCode: 0) }

    var width: Int { (1 << Int(widthCode)) >> 1 }

    /// Traps outside `0..<count`: an index is either computed here or already checked.
    package subscript(index: Int) -> Int64 {
        precondition(index >= 0 && index < count, "integer index out of range")
        switch widthCode {
        case 0: return 0
        case 1, 2, 3: return Int64(small(index))
        case 4: return Int64(payload.load(fromByteOffset: index, as: Int8.self))
        case 5: return Int64(payload.loadUnaligned(fromByteOffset: index &* 2, as: Int16.self))
        case 6: return Int64(payload.loadUnaligned(fromByteOffset: index &* 4, as: Int32.self))
        default: return payload.loadUnaligned(fromByteOffset: index &* 8, as: Int64.self)
        }
    }

    /// Element `index` of a node with refs, found without a call where elements have 32 bits, as most refs do.
    @inline(__always)
    func slot(_ index: Int) -> Slot {
        guard widthCode == 6, index >= 0, index < count else { return Slot(self[index]) }
        return Slot(Int64(payload.loadUnaligned(fromByteOffset: index &* 4, as: Int32.self)))
    }

    /// Element `index` read as an unsigned number. Traps outside `0..<count`.
    package func unsigned(at index: Int) -> UInt64 {
        precondition(index >= 0 && index < count, "integer index out of range")
        switch widthCode {
        case 0: return 0
        case 1, 2, 3: return UInt64(small(index))
        case 4: return UInt64(payload.load(fromByteOffset: index, as: UInt8.self))
        case 5: return UInt64(payload.loadUnaligned(fromByteOffset: index &* 2, as: UInt16.self))
        case 6: return UInt64(payload.loadUnaligned(fromByteOffset: index &* 4, as: UInt32.self))
        default: return payload.loadUnaligned(fromByteOffset: index &* 8, as: UInt64.self)
        }
    }

    /// An element of 1, 2 or 4 bits; the first elements are in the lowest bits.
    private func small(_ index: Int) -> UInt8 {
        let shift = widthCode &- 1
        let bit = index &<< Int(shift)
        let byte = payload.load(fromByteOffset: bit &>> 3, as: UInt8.self)
        return (byte &>> UInt8(truncatingIfNeeded: bit & 7)) & ((1 &<< (1 &<< shift)) &- 1)
    }

    /// Position of the first element that is at least `value`, among ascending unsigned elements; `count` if there is
    /// none.
    ///
    /// - Complexity: O(log count)
    package func lowerBoundUnsigned(_ value: UInt64) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low &+ high) &>> 1
            if unsigned(at: middle) < value { low = middle &+ 1 } else { high = middle }
        }
        return low
    }

    /// True if every element is greater than the one before it, read as unsigned numbers.
    package var isStrictlyAscendingUnsigned: Bool {
        guard count > 1 else { return true }
        var last = unsigned(at: 0)
        for index in 1..<count {
            let next = unsigned(at: index)
            if next <= last { return false }
            last = next
        }
        return true
    }
}
