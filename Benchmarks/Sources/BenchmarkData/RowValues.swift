/// The values of one row, in the order of the columns.
public struct RowValues: Equatable, Sendable {
    /// Primary key: unique, at least 0, below 2^31.
    public var id: Int64
    /// First and last name, at most 31 bytes of UTF-8.
    public var name: String
    /// 0 to 99.
    public var age: Int64
    /// At least 0, below 1000.
    public var score: Double
    /// Milliseconds since 1970-01-01T00:00:00Z, negative before.
    public var bornMilliseconds: Int64
    /// True for half of the rows.
    public var flag: Bool
    /// Any 64-bit number.
    public var big: Int64
}
