/// A number of any stored type, for comparing across the types.
///
/// Source: file-format/collections.md, "Order of values".
enum MixedNumber: Sendable {
    case int(Int64)
    case float(Float)
    case double(Double)
    case decimal(Decimal128Bits)

    /// -1, 0 or 1 by numeric value.
    ///
    /// Integers and binary numbers compare exactly. Compared with a decimal, an integer is exact, a float has 7 digits
    /// and a double 15; so equality is not transitive there: several doubles equal one decimal. NaN comes before all
    /// numbers.
    static func compare(_ a: MixedNumber, _ b: MixedNumber) -> Int {
        switch (a, b) {
        case (.int(let a), .int(let b)): a < b ? -1 : a == b ? 0 : 1
        case (.decimal(let a), _): Decimal128Bits.compare(a, b.decimal)
        case (_, .decimal(let b)): Decimal128Bits.compare(a.decimal, b)
        case (.int(let a), .float(let b)): compare(a, Double(b))
        case (.int(let a), .double(let b)): compare(a, b)
        case (.float(let a), .int(let b)): -compare(b, Double(a))
        case (.double(let a), .int(let b)): -compare(b, a)
        case (.float(let a), .float(let b)): compare(Double(a), Double(b))
        case (.float(let a), .double(let b)): compare(Double(a), b)
        case (.double(let a), .float(let b)): compare(a, Double(b))
        case (.double(let a), .double(let b)): compare(a, b)
        }
    }

    /// -1, 0 or 1: an integer compared with a double, without rounding either. NaN is below every integer.
    static func compare(_ a: Int64, _ b: Double) -> Int {
        if b.isNaN || b < -0x1p63 { return 1 }
        if b >= 0x1p63 { return -1 }
        let whole = Int64(b)
        guard a == whole else { return a < whole ? -1 : 1 }
        let fraction = b - Double(whole)
        return fraction == 0 ? 0 : fraction > 0 ? -1 : 1
    }

    /// -1, 0 or 1: two doubles by value, NaNs first and among themselves by their bits as unsigned numbers.
    static func compare(_ a: Double, _ b: Double) -> Int {
        if a < b { return -1 }
        if a > b { return 1 }
        if a == b { return 0 }
        guard a.isNaN, b.isNaN else { return a.isNaN ? -1 : 1 }
        return a.bitPattern < b.bitPattern ? -1 : a.bitPattern == b.bitPattern ? 0 : 1
    }

    /// The number in the form in which it is compared with a decimal.
    var decimal: Decimal128Bits {
        switch self {
        case .int(let value): Decimal128Bits(value)
        case .float(let value): Decimal128Bits(value)
        case .double(let value): Decimal128Bits(value)
        case .decimal(let value): value
        }
    }
}
