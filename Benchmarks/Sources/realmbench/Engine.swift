/// The operations of every engine on its file of benchmark rows. Each function runs one case once and returns a number
/// that depends on everything it read; the numbers of all engines must agree.
///
/// All except `openCountClose` work on an open file and a pinned snapshot.
protocol Engine {
    /// The name in the report.
    var name: String { get }

    /// Opens the file, counts its rows and closes it.
    func openCountClose() throws -> UInt64

    /// Reads `id`, `name`, `age`, `score` and `born` of all rows as Swift values.
    func scan() throws -> UInt64

    /// Counts the rows whose `age` is greater than `age`.
    func count(olderThan age: Int) throws -> UInt64

    /// Counts the rows whose `name` contains `text`, case-sensitively.
    func count(nameContaining text: String) throws -> UInt64

    /// The sum and the greatest of all `age`s.
    func sumAndMaximumAge() throws -> UInt64

    /// Finds rows by primary key and reads their `big`.
    func lookUp(_ ids: [Int]) throws -> UInt64
}
