@testable import RealmStore

/// Pen-and-paper decimal arithmetic: digits in an array, no limits, no tricks. The reference of the tests.
struct DecimalModel {
    var isNegative: Bool
    /// The leading digit first, without zeros in front; empty for zero.
    var digits: [Int]
    var exponent: Int

    init(isNegative: Bool, digits: [Int], exponent: Int) {
        self.isNegative = isNegative
        self.digits = Array(digits.drop { $0 == 0 })
        self.exponent = exponent
    }

    /// - Precondition: the decimal is finite.
    init(_ decimal: Decimal128Bits) {
        self.init(
            isNegative: decimal.sign == .minus,
            digits: String(decimal.coefficient).map { Int(String($0)) ?? 0 }, exponent: decimal.exponent)
    }

    // MARK: Arithmetic, exact

    static func sum(_ a: DecimalModel, _ b: DecimalModel) -> DecimalModel {
        let exponent = min(a.exponent, b.exponent)
        let (x, y) = (a.aligned(to: exponent), b.aligned(to: exponent))
        if a.isNegative == b.isNegative {
            return DecimalModel(isNegative: a.isNegative, digits: added(x, y), exponent: exponent)
        }
        switch order(x, y) {
        case 0: return DecimalModel(isNegative: false, digits: [], exponent: exponent)
        case 1: return DecimalModel(isNegative: a.isNegative, digits: subtracted(x, y), exponent: exponent)
        default: return DecimalModel(isNegative: b.isNegative, digits: subtracted(y, x), exponent: exponent)
        }
    }

    static func product(_ a: DecimalModel, _ b: DecimalModel) -> DecimalModel {
        var digits = [Int](repeating: 0, count: a.digits.count + b.digits.count + 1)
        for (i, x) in a.digits.reversed().enumerated() {
            for (j, y) in b.digits.reversed().enumerated() { digits[i + j] += x * y }
        }
        for place in digits.indices.dropLast() {
            digits[place + 1] += digits[place] / 10
            digits[place] %= 10
        }
        return DecimalModel(
            isNegative: a.isNegative != b.isNegative, digits: digits.reversed(), exponent: a.exponent + b.exponent)
    }

    /// Long division to 80 digits, where a last digit 1 stands for any remainder; an exact quotient takes the highest
    /// exponent up to the difference of the exponents.
    static func quotient(_ a: DecimalModel, _ b: DecimalModel) -> DecimalModel {
        let ideal = a.exponent - b.exponent
        let isNegative = a.isNegative != b.isNegative
        var (digits, rest) = ([Int](), [Int]())
        let extra = 80 + b.digits.count
        for digit in a.digits + [Int](repeating: 0, count: extra) {
            rest = Array((rest + [digit]).drop { $0 == 0 })
            var count = 0
            while order(rest, b.digits) >= 0 {
                rest = Array(subtracted(rest, b.digits).drop { $0 == 0 })
                count += 1
            }
            digits.append(count)
        }
        var exponent = ideal - extra
        if rest.isEmpty {
            while exponent < ideal, digits.last == 0 || digits.isEmpty {
                _ = digits.popLast()
                exponent += 1
            }
        } else {
            digits.append(1)
            exponent -= 1
        }
        return DecimalModel(isNegative: isNegative, digits: digits, exponent: exponent)
    }

    /// -1, 0 or 1 by value.
    static func compare(_ a: DecimalModel, _ b: DecimalModel) -> Int {
        let difference = sum(a, DecimalModel(isNegative: !b.isNegative, digits: b.digits, exponent: b.exponent))
        return difference.digits.isEmpty ? 0 : difference.isNegative ? -1 : 1
    }

    // MARK: Rounding

    /// The decimal of at most `limit` digits, half to even, as text: sign, digits, exponent; `inf` if too large.
    func rounded(to limit: Int = 34) -> String {
        var (kept, exponent) = (digits, exponent)
        let dropped = max(kept.count - limit, -6176 - exponent, 0)
        if dropped > 0 {
            let padded = [Int](repeating: 0, count: max(0, dropped - kept.count)) + kept
            let tail = Array(padded.suffix(dropped))
            kept = Array(padded.dropLast(dropped))
            let half = DecimalModel.order(tail, [5] + [Int](repeating: 0, count: dropped - 1))
            if half > 0 || (half == 0 && (kept.last ?? 0) % 2 == 1) { kept = DecimalModel.added(kept, [1]) }
            exponent += dropped
            if kept.count > limit {
                kept.removeLast()
                exponent += 1
            }
        }
        while exponent > 6111, kept.count < 34 {
            if kept.isEmpty {
                exponent = 6111
            } else {
                kept.append(0)
                exponent -= 1
            }
        }
        let sign = isNegative ? "-" : "+"
        guard exponent <= 6111 else { return sign + "inf" }
        return sign + (kept.isEmpty ? "0" : kept.map(String.init).joined()) + "E\(exponent)"
    }

    // MARK: Digits, the leading one first

    private func aligned(to exponent: Int) -> [Int] {
        digits.isEmpty ? [] : digits + [Int](repeating: 0, count: self.exponent - exponent)
    }

    /// -1, 0 or 1; zeros in front do not matter.
    private static func order(_ a: [Int], _ b: [Int]) -> Int {
        let (x, y) = (Array(a.drop { $0 == 0 }), Array(b.drop { $0 == 0 }))
        if x.count != y.count { return x.count < y.count ? -1 : 1 }
        for (p, q) in zip(x, y) where p != q { return p < q ? -1 : 1 }
        return 0
    }

    private static func added(_ a: [Int], _ b: [Int]) -> [Int] {
        let width = max(a.count, b.count) + 1
        var result = [Int](repeating: 0, count: width)
        for place in 0..<width {
            let x = place < a.count ? a[a.count - 1 - place] : 0
            let y = place < b.count ? b[b.count - 1 - place] : 0
            let total = result[width - 1 - place] + x + y
            result[width - 1 - place] = total % 10
            if total > 9 { result[width - 2 - place] += 1 }
        }
        return Array(result.drop { $0 == 0 })
    }

    /// a - b for a >= b.
    private static func subtracted(_ a: [Int], _ b: [Int]) -> [Int] {
        var result = a
        for place in 0..<a.count {
            result[a.count - 1 - place] -= place < b.count ? b[b.count - 1 - place] : 0
            if result[a.count - 1 - place] < 0 {
                result[a.count - 1 - place] += 10
                result[a.count - 2 - place] -= 1
            }
        }
        return result
    }
}

extension Decimal128Bits {
    /// The decimal as `DecimalModel.rounded(to:)` writes one.
    var parts: String {
        let minus = sign == .minus ? "-" : "+"
        if isNaN { return "nan" }
        return minus + (isInfinite ? "inf" : "\(coefficient)E\(exponent)")
    }
}
