/// The sum of products of doubles, without rounding; for the few cases where rounding could change a sign.
///
/// Kept as parts that do not overlap, each much smaller than the next: the expansions of J. R. Shewchuk, "Adaptive
/// Precision Floating-Point Arithmetic and Fast Robust Geometric Predicates", 1997.
struct ExactSum {
    /// Enough for the terms of a determinant of three vectors.
    private var parts = InlineArray<24, Double>(repeating: 0)
    private var count = 0

    /// -1, 0 or 1.
    var sign: Int {
        for index in (0..<count).reversed() where parts[index] != 0 { return parts[index] > 0 ? 1 : -1 }
        return 0
    }

    mutating func add(_ first: Double, times second: Double, times third: Double) {
        let (product, rest) = ExactSum.product(first, second)
        add(rest, times: third)
        add(product, times: third)
    }

    mutating func add(_ first: Double, times second: Double) {
        let (product, rest) = ExactSum.product(first, second)
        add(rest)
        add(product)
    }

    private mutating func add(_ term: Double) {
        guard term != 0 else { return }
        var sum = term
        var kept = 0
        for index in 0..<count {
            let part = parts[index]
            let next = sum + part
            let share = next - sum
            let rest = (sum - (next - share)) + (part - share)
            sum = next
            if rest != 0 {
                parts[kept] = rest
                kept += 1
            }
        }
        parts[kept] = sum
        count = kept + 1
    }

    /// A product, and what rounding took from it.
    private static func product(_ first: Double, _ second: Double) -> (Double, rest: Double) {
        let product = first * second
        return (product, (-product).addingProduct(first, second))
    }
}
