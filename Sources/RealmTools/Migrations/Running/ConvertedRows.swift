import RealmStore

/// Gives a property of many objects new values, and does what a step says where there is none.
struct ConvertedRows {
    private let column: Column
    private let table: TableEditor
    private let fallback: FallbackRule
    private let run: StepRun
    private let scratch = ValueScratch()
    /// What `fallback` sets; nil if it sets nothing.
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

    /// Does what the step says for an object for which there is no value.
    ///
    /// - Parameters:
    ///   - reason: why, if the migration ends with that.
    ///   - value: the value that was looked at.
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

    /// Deletes the objects that are to go.
    ///
    /// - Returns: number of objects changed and deleted.
    func finish() throws(FormatError) -> Int {
        try count + run.objects.delete(deleted, from: table)
    }
}
