/// Condenses the values a case has read into one number, so that no work can be left out and engines can be compared.
///
/// Rows are mixed one by one and added up: their order does not matter, as engines store them in different orders.
struct ResultHash {
    private(set) var value: UInt64 = 0

    /// Adds a row to the result.
    mutating func add(_ row: RowHash) {
        value &+= row.value
    }
}
