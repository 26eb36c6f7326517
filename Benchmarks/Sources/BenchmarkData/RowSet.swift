/// The rows of a benchmark file: a pure function of a count and a seed, so that nothing has to be kept in memory.
public struct RowSet: Sendable {
    /// The number of rows: 0 to 2^31, so that the primary keys are unique.
    public let count: Int
    /// The seed of the values.
    public let seed: UInt64

    /// Describes `count` rows drawn from `seed`.
    ///
    /// - Precondition: `count` is at least 0 and at most 2^31.
    public init(count: Int, seed: UInt64 = 1) {
        precondition((0...(1 << 31)).contains(count), "a row set has 0 to 2^31 rows")
        self.count = count
        self.seed = seed
    }

    /// The primary key of the row at `index`.
    ///
    /// Multiplying by an odd number permutes the numbers below 2^31, so keys are unique and rows that stand together
    /// have keys that do not.
    public func id(at index: Int) -> Int64 {
        Int64((UInt64(index) &* 2_654_435_761) & 0x7FFF_FFFF)
    }

    /// The row at `index`, from 0 to `count - 1`.
    public subscript(index: Int) -> RowValues {
        precondition((0..<count).contains(index), "row index out of range")
        var random = SplitMix64(seed: seed &+ UInt64(index) &* 0xD134_2543_DE82_EF95)
        let names = random.next()
        let numbers = random.next()
        return RowValues(
            id: id(at: index),
            name: PersonNames.name(drawnFrom: names),
            age: Int64(numbers % 100),
            score: Double(random.next() >> 11) * (1000 / 0x1p53),
            bornMilliseconds: Self.firstBirth + Int64(random.next() % Self.birthSpan),
            flag: numbers >> 63 == 1,
            big: Int64(bitPattern: random.next())
        )
    }

    /// `count` primary keys of existing rows in random order, some of them more than once; none if there are no rows.
    public func randomIDs(_ count: Int) -> [Int64] {
        guard self.count > 0 else { return [] }
        var random = SplitMix64(seed: ~seed)
        return (0..<count).map { _ in id(at: Int.random(in: 0..<self.count, using: &random)) }
    }

    /// 1940-01-01 in milliseconds, and 70 years from then on.
    private static let firstBirth: Int64 = -946_771_200_000
    private static let birthSpan: UInt64 = 70 * 365 * 86_400_000
}
