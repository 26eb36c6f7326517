/// Properties and classes with some facts changed, for schemas that steps change.
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

    /// The property with some facts changed.
    func with(
        name: String? = nil, isOptional: Bool? = nil, isIndexed: Bool? = nil, isFullTextIndexed: Bool? = nil,
        isPrimaryKey: Bool? = nil, objectClassName: String? = nil
    ) -> Property {
        Property(
            name: name ?? self.name, type: type, objectClassName: objectClassName ?? self.objectClassName,
            isOptional: isOptional ?? self.isOptional, isArray: isArray, isSet: isSet, isMap: isMap,
            isIndexed: isIndexed ?? self.isIndexed, isFullTextIndexed: isFullTextIndexed ?? self.isFullTextIndexed,
            isPrimaryKey: isPrimaryKey ?? self.isPrimaryKey)
    }
}

extension ObjectSchema {
    /// The class with some facts changed.
    func with(className: String? = nil, properties: [Property]? = nil, isEmbedded: Bool? = nil) -> ObjectSchema {
        ObjectSchema(
            className: className ?? self.className, properties: properties ?? self.properties,
            isEmbedded: isEmbedded ?? self.isEmbedded, isAsymmetric: isAsymmetric)
    }
}
