import RealmStore

/// What values a property can be given.
extension Property {
    /// True if the value may be null.
    var canBeNull: Bool { isOptional || type == .any }

    /// True for a collection, or a link to an embedded object: neither is set by giving it a value.
    func isOwning(in schema: Schema) -> Bool {
        isCollection || objectClassName.map { schema[$0]?.isEmbedded ?? false } ?? false
    }

    /// A single value like the elements of this collection; a single value itself.
    var element: Property {
        Property(name: name, type: type, objectClassName: objectClassName, isOptional: isOptional)
    }
}
