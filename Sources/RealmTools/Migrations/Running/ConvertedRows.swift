import RealmStore

/// Gives a property of many objects new values, and applies the step's fallback where there is none.
struct ConvertedRows {
    private let column: Column
    private let table: TableEditor
    private let fallback: FallbackRule
    private let run: StepRun
    private let scratch = ValueScratch()
    /// The value that `fallback` sets; nil if it sets none.
    private var fallbackValue: Value?
    private var deleted: [ObjectKey] = []
    /// Objects with new values so far.
    private var count = 0

    init(_ column: Column, _ property: Property, _ table: TableEditor, _ fallback: FallbackRule, _ run: StepRun) {
        self.column = column
        self.table = table
        self.fallback = fallback
        self.run = run
        switch fallback.action {
        case .null: fallbackValue = .null
        case .value(let literal): fallbackValue = literal.value(of: property, in: scratch)
        case .abort, .keep, .delete: fallbackValue = nil
        }
    }

    /// Sets the value of an object; a list gets it as its only element, or none for null.
    mutating func set(_ value: Value, of key: ObjectKey) throws(FormatError) {
        count += 1
        let value = try run.objects.duplicate(value)
        guard column.collection == nil else {
            if !value.isNull { try run.objects.insert(value, at: 0, into: column, of: key, in: table) }
            return run.scratch.reset()
        }
        try run.set(value, of: column, of: key, in: table)
    }

    /// Applies the step's fallback to an object without a value.
    ///
    /// - Parameters:
    ///   - reason: the reason, if that ends the migration.
    ///   - value: the original value.
    mutating func fallBack(for key: ObjectKey, _ reason: String, _ value: Value) throws {
        switch fallback.action {
        case .abort: throw run.failure(reason, key, of: table, value: value)
        case .keep: break
        case .delete: deleted.append(key)
        case .null, .value:
            if let fallbackValue { try set(fallbackValue, of: key) }
        }
        run.scratch.reset()
    }

    /// Deletes the objects to be removed.
    ///
    /// - Returns: number of objects changed and deleted.
    func finish() throws(FormatError) -> Int {
        try count + run.objects.delete(deleted, from: table)
    }
}
