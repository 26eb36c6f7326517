// Schemas that differ from others in one respect.

extension Schema {
    /// The schema with this class added, or replacing the one of its name.
    package func replacing(_ schema: ObjectSchema) -> Schema {
        Schema(removing(schema.className).objectSchema + [schema])
    }

    package func removing(_ className: String) -> Schema { Schema(objectSchema.filter { $0.className != className }) }

    /// The schema with another name for a class, and for the links to it.
    package func renaming(_ className: String, to name: String) -> Schema {
        Schema(
            objectSchema.map { schema in
                schema.with(
                    className: schema.className == className ? name : schema.className,
                    properties: schema.properties.map { property in
                        property.objectClassName == className ? property.with(objectClassName: name) : property
                    })
            })
    }
}

extension ObjectSchema {
    package func with(
        className: String? = nil, properties: [Property]? = nil, isEmbedded: Bool? = nil
    ) -> ObjectSchema {
        ObjectSchema(
            className: className ?? self.className, properties: properties ?? self.properties,
            isEmbedded: isEmbedded ?? self.isEmbedded, isAsymmetric: isAsymmetric)
    }

    /// The class with this property replacing the one of the given name.
    package func replacing(_ name: String, by property: Property) -> ObjectSchema {
        with(properties: properties.map { $0.name == name ? property : $0 })
    }
}

extension Property {
    /// The same property with other traits.
    package func with(
        name: String? = nil, objectClassName: String? = nil, isOptional: Bool? = nil, isIndexed: Bool? = nil,
        isFullTextIndexed: Bool? = nil, isPrimaryKey: Bool? = nil
    ) -> Property {
        Property(
            name: name ?? columnName, type: type, objectClassName: objectClassName ?? self.objectClassName,
            isOptional: isOptional ?? self.isOptional, isArray: isArray, isSet: isSet, isMap: isMap,
            isIndexed: isIndexed ?? self.isIndexed, isFullTextIndexed: isFullTextIndexed ?? self.isFullTextIndexed,
            isPrimaryKey: isPrimaryKey ?? self.isPrimaryKey)
    }
}
