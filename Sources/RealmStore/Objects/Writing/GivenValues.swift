import Foundation

/// The given values for the properties of one object: a dictionary by property name, an array in the order of the
/// properties, or another object of any class.
struct GivenValues {
    let className: String
    /// The Swift class of the object, which has the names and defaults of the properties.
    private let model: ModelClass?
    private let source: Source
    private var defaults: RLMObjectBase?

    private enum Source {
        case dictionary([String: Any])
        case object(RLMObjectBase, names: Set<String>)
        case array([Any], order: Order)
    }

    /// The columns that the values of an array are for.
    private enum Order {
        case properties(of: ModelClass)
        case columns([String: Int])

        init(_ columns: [String]) {
            self = .columns(Dictionary(zip(columns, 0...), uniquingKeysWith: { first, _ in first }))
        }

        var count: Int {
            switch self {
            case .properties(let model): model.stored.count
            case .columns(let places): places.count
            }
        }

        func index(of column: String) -> Int? {
            switch self {
            case .properties(let model): model.stored.firstIndex { $0.columnName == column }
            case .columns(let places): places[column]
            }
        }
    }

    /// - Parameter given: the class that was asked for; nil for that of the table.
    /// - Throws: `invalidInput` for anything but a dictionary, an array or an object, for an array of more values than
    ///   properties, and for an object of the program's own class that lacks a property.
    init(_ value: Any, for table: TableEditor, _ session: Session, as given: ModelClass? = nil) throws {
        className = String(table.name.dropFirst(Table.classPrefix.count))
        let value = LooseValue.unwrapped(value)
        model = given ?? session.models.model(of: className, for: value)
        switch value {
        case let values as [String: Any]: source = .dictionary(values)
        // Before objects, since the cast to a class would create one from all elements.
        case let values as [Any]:
            // Until a migration is over, the table may have columns that are no longer in any schema.
            let described = session.isMigrating ? session.schema[className]?.properties : nil
            let order = model.map(Order.properties) ?? Order(described?.map(\.columnName) ?? table.columns.map(\.name))
            guard values.count <= order.count else {
                throw invalidInput(
                    "\(values.count) values are too many for the \(order.count) properties of '\(className)'.")
            }
            source = .array(values, order: order)
        case let object as RLMObjectBase:
            if let model, !session.isMigrating, let missing = object.missingProperty(of: model) {
                throw invalidInput(PlainValues.misfit(object, model, missing))
            }
            source = .object(object, names: object.propertyNames)
        case let other:
            let wanted = model?.storedNames ?? table.columns.map(\.name)
            guard let values = try MirroredValues.read(other, wanted, for: className) else {
                throw invalidInput("An object of class '\(className)' cannot be made of '\(other ?? "nil")'.")
            }
            source = .dictionary(values)
        }
    }

    /// The same, with the defaults of the Swift class for missing values.
    func withDefaults() -> GivenValues {
        var completed = self
        completed.defaults = model?.type.init()
        return completed
    }

    /// The value given for a property, which may be nil; no value if none was given.
    subscript(column: Column) -> Any?? {
        let property = model?.stored.first { $0.columnName == column.name }
        let name = property?.name ?? column.name
        guard let given = given(name, column, property) else { return nil }
        if let collection = column.collection, LooseValue.unwrapped(given) == nil {
            // A collection cannot be null: the default replaces it.
            if let defaults, property != nil { return .some(defaults[name]) }
            return .some(collection == .dictionary ? [String: Any]() : [Any]())
        }
        if !column.isNullable, LooseValue.unwrapped(given) == nil,
            let value = property?.access.valueForNull
        {
            return .some(value)
        }
        return .some(given)
    }

    private func given(_ name: String, _ column: Column, _ property: ModelProperty?) -> Any?? {
        switch source {
        case .dictionary(let values):
            if let index = values.index(forKey: name) { return .some(values[index].value) }
        case .object(let object, let names):
            if names.contains(name) { return .some(object[name]) }
        case .array(let values, let order):
            if let index = order.index(of: column.name), index < values.count { return .some(values[index]) }
        }
        guard let defaults, property != nil else { return nil }
        return .some(defaults[name])
    }
}
