/// The powers of ten that fit 128 bits, and constants derived from them.
enum PowerOfTen {
    /// The largest n for which 10^n fits 128 bits.
    static let largest = 38

    private static let table: [UInt128] = {
        var powers: [UInt128] = [1]
        for _ in 0..<largest { powers.append(powers[powers.count - 1] * 10) }
        return powers
    }()

    /// 10^`exponent`, for an exponent in 0...38.
    static func value(_ exponent: Int) -> UInt128 { table[exponent] }

    /// The number of decimal digits of a number; 1 for zero.
    static func digitCount(_ number: UInt128) -> Int {
        let bits = UInt128.bitWidth - number.leadingZeroBitCount
        // 1233 / 4096 is just above log10(2), so this is the count or one less.
        let guess = (bits * 1233) >> 12
        return guess <= largest && number >= table[guess] ? guess + 1 : max(guess, 1)
    }
}
