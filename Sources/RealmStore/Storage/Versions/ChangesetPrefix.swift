/// The first bytes of an instruction that is recorded again and again: its code and one operand.
package struct ChangesetPrefix {
    /// No more than a code of one byte and the longest number, which has ten.
    static let maximumCount = 16

    package let operand: Int64
    /// The bytes, the first one lowest.
    private(set) var bytes: UInt128 = 0
    private(set) var count = 0

    package init(code: Int64, operand: Int64) {
        self.operand = operand
        ChangesetBytes.encode(code) { append($0) }
        ChangesetBytes.encode(operand) { append($0) }
    }

    private mutating func append(_ byte: UInt8) {
        bytes |= UInt128(byte) << (8 * count)
        count += 1
    }
}
