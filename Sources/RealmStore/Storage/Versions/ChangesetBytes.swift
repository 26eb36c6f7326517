/// The bytes of a changeset, as they are written.
///
/// Numbers have variable length: 7 bits per byte, lowest first; the last one has 6 bits below the sign. Source:
/// file-format/history.md, "A changeset".
package final class ChangesetBytes {
    @exclusivity(unchecked) private var base: UnsafeMutableRawPointer
    @exclusivity(unchecked) private var capacity: Int
    @exclusivity(unchecked) package private(set) var count = 0

    package init() {
        capacity = 256
        base = .allocate(byteCount: capacity, alignment: 8)
    }

    deinit { base.deallocate() }

    @inline(__always)
    package func append(_ number: Int64) {
        let end = room()
        var next = end
        ChangesetBytes.encode(number) { byte in
            next.storeBytes(of: byte, as: UInt8.self)
            next += 1
        }
        count &+= next - end
    }

    /// Appends bytes that were encoded before, and a number.
    @inline(__always)
    package func append(_ prefix: ChangesetPrefix, _ number: Int64) {
        let start = room()
        start.storeBytes(of: prefix.bytes.littleEndian, as: UInt128.self)
        var next = start + prefix.count
        ChangesetBytes.encode(number) { byte in
            next.storeBytes(of: byte, as: UInt8.self)
            next += 1
        }
        count &+= next - start
    }

    /// Calls `body` with each byte of `number`.
    @inline(__always)
    static func encode(_ number: Int64, _ body: (UInt8) -> Void) {
        let isNegative = number < 0
        var rest = UInt64(bitPattern: isNegative ? ~number : number)
        while rest > 0x3F {
            body(0x80 | UInt8(truncatingIfNeeded: rest))
            rest >>= 7
        }
        body((isNegative ? 0x40 : 0) | UInt8(truncatingIfNeeded: rest))
    }

    /// The end of the bytes, behind which is room for whatever is appended at once: a prefix and a number.
    @inline(__always)
    private func room() -> UnsafeMutableRawPointer {
        if count &+ 2 &* ChangesetPrefix.maximumCount > capacity { grow() }
        return base + count
    }

    @inline(never)
    private func grow() {
        let larger = UnsafeMutableRawPointer.allocate(byteCount: capacity * 2, alignment: 8)
        larger.copyMemory(from: base, byteCount: count)
        base.deallocate()
        base = larger
        capacity *= 2
    }

    /// Calls `body` with all bytes so far.
    package func withBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(UnsafeRawBufferPointer(start: base, count: count))
    }
}
