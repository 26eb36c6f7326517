// New objects whose rows are written together with those of objects that follow.
extension ObjectWriter {
    /// Adds a plain object, with no values that lead to others.
    ///
    /// - Returns: its key; nil, with nothing done, if its primary key is taken.
    func addPending(_ object: RLMObjectBase, _ binding: ClassBinding, _ columns: ClassColumns) throws -> ObjectKey? {
        let rows = try rethrowing { try objects.pendingRows(of: binding.table) }
        if rows.primaryKey == nil {
            rows.begin()
        } else {
            let value = binding.model?.primaryKey?.access.encoded(object, rows.scratch)
            guard let value else { throw unstorableKey(object) }
            guard case .free = try rethrowing({ try rows.begin(primaryKey: value) }) else { return nil }
        }
        let (given, scratch) = (rows.columns, rows.scratch)
        for index in columns.setAtOnce.indices {
            guard let value = columns.setAtOnce[index].access.encoded(object, scratch) else { continue }
            if columns.setAtOnce[index].isRequired {
                ObjectWriter.checkRequired(value, columns.setAtOnce[index].column, of: object)
            }
            given.set(value, columns.setAtOnce[index].position)
        }
        return try rethrowing { try rows.end(objects) }
    }

    /// Creates or updates an object of a model class.
    ///
    /// - Parameter value: a dictionary by property name, an array in the order of the properties, or an object.
    func create(_ value: Any, of binding: ClassBinding) throws -> ObjectKey {
        if let values = value as? [String: Any], let model = binding.model, !session.isMigrating, !model.isEmbedded,
            update == .error || model.primaryKey != nil
        {
            defer { session.noteChange() }
            if let key = try createPending(values, binding, model) { return key }
        }
        return try create(in: table(binding.table), value, as: binding.model)
    }

    /// Creates an object of values that lead to no others.
    ///
    /// - Returns: its key; nil, with nothing done, if there are other values, or if its primary key is taken.
    private func createPending(
        _ values: [String: Any], _ binding: ClassBinding, _ model: ModelClass
    ) throws -> ObjectKey? {
        guard objects.mayWait() else { return nil }
        let columns = binding.findColumns()
        var given = GivenScalars(values, model)
        for (property, column) in columns.setLater {
            if let value = values[property.name] {
                if !ObjectWriter.isNothing(value, column) { return nil }
            } else if !ObjectWriter.contents(of: given.defaults, columns).isEmpty {
                return nil
            }
        }
        let rows = try rethrowing { try objects.pendingRows(of: binding.table) }
        if let primaryKey = model.primaryKey, let position = rows.primaryKey {
            let value = try given.value(of: primaryKey, rows.columns.column(position), rows.scratch, self)
            guard case .free = try rethrowing({ try rows.begin(primaryKey: value) }) else { return nil }
        } else {
            rows.begin()
        }
        for target in columns.setAtOnce {
            rows.columns.set(try given.value(of: target.property, target.column, rows.scratch, self), target.position)
        }
        return try rethrowing { try rows.end(objects) }
    }

    /// Whether a property is nil, or an empty collection of its kind, with that value.
    private static func isNothing(_ value: Any, _ column: Column) -> Bool {
        switch column.collection {
        case nil: LooseValue.unwrapped(value) == nil
        case .dictionary: (value as? [String: Any])?.isEmpty == true
        case .list, .set: (value as? [Any])?.isEmpty == true
        }
    }
}

/// The given values of the properties of a new object that are stored as single values.
private struct GivenScalars {
    private let values: [String: Any]
    private let model: ModelClass
    /// A new object, whose values take the place of those that are not given.
    private(set) lazy var defaults = model.type.init()

    init(_ values: [String: Any], _ model: ModelClass) { (self.values, self.model) = (values, model) }

    /// The value of a property in stored form.
    ///
    /// - Throws: `invalidInput` for one that does not fit.
    mutating func value(
        of property: ModelProperty, _ column: Column, _ scratch: ValueScratch, _ writer: ObjectWriter
    ) throws -> Value {
        guard let given = values[property.name] else {
            let value = property.access.encoded(defaults, scratch)
            if let value, column.isNullable || !value.isNull { return value }
            throw writer.misfit(defaults[property.name], column, of: model.name)
        }
        let encoder = ValueEncoder(scratch: scratch)
        if let value = encoder.value(given, for: column) { return value }
        if LooseValue.unwrapped(given) == nil, let null = property.access.valueForNull,
            let value = encoder.value(null, for: column)
        {
            return value
        }
        throw writer.misfit(given, column, of: model.name)
    }
}
