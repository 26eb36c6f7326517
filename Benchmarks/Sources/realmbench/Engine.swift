/// What every engine can do with its file of benchmark rows. Each function does one case once and returns a number that
/// depends on everything it read; the numbers of all engines must agree.
///
/// All but `openCountClose` work on a file that is open and a snapshot that is pinned.
protocol Engine {
    /// The name in the report.
    var name: String { get }

    /// Opens the file, counts its rows and closes it.
    func openCountClose() throws -> UInt64

    /// Reads `id`, `name`, `age`, `score` and `born` of all rows as Swift values.
    func scan() throws -> UInt64

    /// Counts the rows whose `age` is greater than `age`.
    func count(olderThan age: Int) throws -> UInt64

    /// Counts the rows whose `name` contains `text`, upper and lower case being different.
    func count(nameContaining text: String) throws -> UInt64

    /// The sum and the greatest of all `age`s.
    func sumAndMaximumAge() throws -> UInt64

    /// Finds rows by primary key and reads their `big`.
    func lookUp(_ ids: [Int]) throws -> UInt64
}
