import Foundation

/// Fills unmanaged objects from loosely typed values.
enum PlainValues {
    /// True for values that `fill` accepts; objects of another class only if they have all properties.
    static func canFill(_ type: RLMObjectBase.Type, from value: Any) -> Bool {
        if value is [String: Any] || value is [Any] { return true }
        guard let model = ModelClass.find(type) else { return false }
        if let object: RLMObjectBase = LooseValue.object(value) { return object.missingProperty(of: model) == nil }
        return (try? MirroredValues.read(value, model.storedNames, for: model.name)) != nil
    }

    /// Sets properties from a dictionary by property name, an array in the order of the properties, or another object;
    /// nil for a collection leaves the default.
    ///
    /// Traps for anything else, for a value that does not fit, and for an array of more values than properties.
    static func fill(_ object: RLMObjectBase, from value: Any) {
        guard let model = ModelClass.find(type(of: object)) else {
            fatalError("Only objects of model classes can be made from values.")
        }
        switch LooseValue.unwrapped(value) {
        case let values as [String: Any]:
            for property in model.stored {
                if let value = values[property.name] { set(value, property, of: object, model) }
            }
        case let other as RLMObjectBase:
            if let missing = other.missingProperty(of: model) { fatalError(misfit(other, model, missing)) }
            let names = other.propertyNames
            for property in model.stored where names.contains(property.name) {
                set(DynamicAccess.value(of: property.name, in: other), property, of: object, model)
            }
        case let values as [Any]:
            guard values.count <= model.stored.count else {
                fatalError(
                    "\(values.count) values are too many for the \(model.stored.count) properties of '\(model.name)'.")
            }
            for (property, value) in zip(model.stored, values) { set(value, property, of: object, model) }
        case let other:
            let values: [String: Any]?
            do { values = try MirroredValues.read(other, model.storedNames, for: model.name) } catch {
                fatalError(error.localizedDescription)
            }
            guard let values else {
                fatalError("An object of class '\(model.name)' cannot be made of '\(other ?? "nil")'.")
            }
            for property in model.stored { set(values[property.name], property, of: object, model) }
        }
    }

    private static func set(
        _ value: Any?, _ property: ModelProperty, of object: RLMObjectBase, _ model: ModelClass
    ) {
        if property.described.isCollection, LooseValue.unwrapped(value) == nil { return }
        guard property.setPlain(value, of: object) else { fatalError(misfit(value, property, of: model)) }
    }

    /// An object among the values that is of another class than the property's: only objects created from values accept
    /// one.
    static func stranger(in value: Any?, for property: Property) -> RLMObjectBase? {
        guard let className = property.objectClassName, let content = LooseValue.unwrapped(value) else { return nil }
        let values: [Any?]? =
            property.isMap
            ? ObjectWriter.entries(content)?.map(\.1)
            : property.isCollection ? ObjectWriter.elements(content) : [content]
        return values?.lazy.compactMap { LooseValue.object($0) }.first { $0.className != className }
    }

    /// The error for an object of another class.
    static func misfit(_ object: RLMObjectBase, _ model: ModelClass, _ missing: String) -> String {
        "An object of class '\(model.name)' cannot be made of one of class '\(object.className)', which has no "
            + "property '\(missing)'."
    }

    /// The error for a value that does not fit a property.
    static func misfit(_ value: Any?, _ property: ModelProperty, of model: ModelClass) -> String {
        let given = LooseValue.unwrapped(value).map { "'\($0)' of type \(Swift.type(of: $0))" } ?? "nil"
        let type = property.described.objectClassName ?? property.described.type.name
        return "Property '\(model.name).\(property.name)' is of type \(type), which \(given) does not fit."
    }
}

extension RLMObjectBase {
    /// Sets properties of a plain object, as `Object.init(value:)`.
    package final func fill(from value: Any) { PlainValues.fill(self, from: value) }

    /// The names of the stored properties.
    final var propertyNames: Set<String> {
        if let model = known.map(\.model) ?? ModelClass.find(type(of: self)) {
            return Set(model.storedNames)
        }
        return Set((row?.table.columns ?? []).map(\.name))
    }
}
