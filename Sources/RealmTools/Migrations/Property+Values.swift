import RealmStore

/// The values that a property accepts.
extension Property {
    /// True if the value may be null.
    var canBeNull: Bool { isOptional || type == .any }

    /// True for a collection, or a link to an embedded object: neither can be set to a value.
    func isOwning(in schema: Schema) -> Bool {
        isCollection || objectClassName.map { schema[$0]?.isEmbedded ?? false } ?? false
    }

    /// A single-valued property like the elements of this collection; itself if single-valued.
    var element: Property {
        Property(name: name, type: type, objectClassName: objectClassName, isOptional: isOptional)
    }
}
