/// The queries of every engine on its file of rows. Each function runs one case once and returns a number that depends
/// on its result; the numbers of all engines must agree.
protocol QueryEngine {
    /// The name in the report.
    var name: String { get }

    /// Counts the rows whose `age` is greater than `age`.
    func count(olderThan age: Int) throws -> UInt64

    /// Counts the rows whose `name` contains `text`, case-sensitively.
    func count(nameContaining text: String) throws -> UInt64

    /// Counts the rows that meet both conditions.
    func count(olderThan age: Int, nameContaining text: String) throws -> UInt64

    /// Counts the rows with each `email`, one after the other.
    func count(emails: [String]) throws -> UInt64

    /// Counts the rows with each `name`, one after the other.
    func count(names: [String]) throws -> UInt64

    /// Counts the rows with each `email`, with a query written as programs write it.
    func count(filteringEmails emails: [String]) throws -> UInt64

    /// Counts the rows whose `email` begins with each of these.
    func count(emailsBeginningWith prefixes: [String]) throws -> UInt64

    /// All rows by `score`; the `id` of every thousandth.
    func orderByScore() throws -> UInt64

    /// All rows by `name`, those of one name by `id`; the `id` of every thousandth.
    func orderByName() throws -> UInt64

    /// All rows by `email`; the `id` of every thousandth.
    func orderByEmail() throws -> UInt64

    /// The `id`s of the first ten rows by `score`.
    func firstByScore() throws -> UInt64

    /// The `id`s of the first ten rows by `name`, those of one name by `id`.
    func firstByName() throws -> UInt64

    /// The sum and the greatest of all `age`s.
    func sumAndMaximumAge() throws -> UInt64

    /// Counts the rows that have a place whose `size` is greater than `size`.
    func count(withPlaceLargerThan size: Int) throws -> UInt64
}

/// A hash of the order of rows.
struct OrderHash {
    /// One of this many rows is hashed.
    static let step = 1000

    /// The number of rows of which only the first are read.
    static let first = 10

    private var hash = RowHash()

    var value: UInt64 { hash.value }

    mutating func add(id: Int) { hash.mix(id) }
}
