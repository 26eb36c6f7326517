/// The bytes of a changeset, as they are written.
///
/// Numbers have variable length: 7 bits per byte, lowest first; the last one has 6 bits below the sign. Source:
/// file-format/history.md, "A changeset".
package final class ChangesetBytes {
    @exclusivity(unchecked) private var base: UnsafeMutableRawPointer
    @exclusivity(unchecked) private var capacity: Int
    @exclusivity(unchecked) package private(set) var count = 0

    /// The maximum number of bytes of a number.
    private static let longestNumber = 10

    package init() {
        capacity = 256
        base = .allocate(byteCount: capacity, alignment: 8)
    }

    deinit { base.deallocate() }

    @inline(__always)
    package func append(_ number: Int64) {
        if count &+ ChangesetBytes.longestNumber > capacity { grow() }
        let isNegative = number < 0
        var rest = UInt64(bitPattern: isNegative ? ~number : number)
        while rest > 0x3F {
            put(0x80 | UInt8(truncatingIfNeeded: rest))
            rest >>= 7
        }
        put((isNegative ? 0x40 : 0) | UInt8(truncatingIfNeeded: rest))
    }

    @inline(__always)
    private func put(_ byte: UInt8) {
        base.storeBytes(of: byte, toByteOffset: count, as: UInt8.self)
        count &+= 1
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
