/// Bits per element of a packed node (file format: nodes, "Elements of scheme 0"): 0, 1, 2, 4, 8, 16, 32 or 64.
struct ElementWidth: Comparable {
    let bits: Int

    /// The smallest width that holds `value`.
    init(fitting value: Int64) {
        bits = switch value {
        case 0: 0
        case 1: 1
        case 2...3: 2
        case 4...15: 4
        case -0x80...0x7F: 8
        case -0x8000...0x7FFF: 16
        case -0x8000_0000...0x7FFF_FFFF: 32
        default: 64
        }
    }

    init(bits: Int) {
        self.bits = bits
    }

    /// The smallest width that holds every one of `values`.
    init(fitting values: some Sequence<Int64>) {
        self = values.reduce(.zero) { max($0, ElementWidth(fitting: $1)) }
    }

    static let zero = ElementWidth(bits: 0)
    static let int32 = ElementWidth(bits: 32)
    static let int64 = ElementWidth(bits: 64)

    /// The largest number of this width, which stands for null in nullable leaves below 64 bits.
    var largest: Int64 {
        switch bits {
        case 0..<8: (1 << Int64(bits)) - 1
        default: Int64.max >> Int64(64 - bits)
        }
    }

    /// The next wider one; 64 bits has none.
    var next: ElementWidth {
        ElementWidth(bits: bits == 0 ? 1 : min(bits * 2, 64))
    }

    static func < (left: ElementWidth, right: ElementWidth) -> Bool {
        left.bits < right.bits
    }
}
