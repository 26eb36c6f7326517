/// A place in the terms of the schema, for people.
struct VerificationPlace {
    let table: Table?
    let column: Column?
    let key: ObjectKey?

    init(_ table: Table? = nil, _ column: Column? = nil, _ key: ObjectKey? = nil) {
        self.table = table
        self.column = column
        self.key = key
    }

    /// No table: the file as a whole.
    static let file = VerificationPlace()

    /// `Person.address[12]`; nil for the file as a whole.
    var text: String? {
        guard let table else { return nil }
        let property = column.map { "." + ($0.isBacklink ? "(backlinks)" : $0.name) } ?? ""
        return (table.className ?? table.name) + property + (key.map { "[\($0.value)]" } ?? "")
    }

    func of(_ key: ObjectKey?) -> VerificationPlace { VerificationPlace(table, column, key) }
}
