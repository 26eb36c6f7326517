@_spi(Reflection) import Swift

/// A stored property of a class: its name, its type, and where it is in an instance.
struct StoredField {
    let name: String
    let type: Any.Type
    /// Bytes from the beginning of an instance.
    let offset: Int

    /// The runtime's `classType`, which is declared as a variable.
    private static let ofClasses = _EachFieldOptions(rawValue: 1)

    /// The stored properties of a class, those of its superclasses first, in the order of their declaration.
    static func all(of type: AnyClass) -> [StoredField] {
        var fields: [StoredField] = []
        _ = _forEachField(of: type, options: StoredField.ofClasses) { name, offset, type, _ in
            fields.append(StoredField(name: String(cString: name), type: type, offset: offset))
            return true
        }
        return fields
    }

    /// Calls `body` with the property of `object`, which must be an instance of the class.
    ///
    /// - Precondition: the field is of type `Content`, or its memory begins with one.
    func with<Content, Result>(
        _: Content.Type, of object: AnyObject, _ body: (inout Content) throws -> Result
    ) rethrows -> Result {
        let memory = Unmanaged.passUnretained(object).toOpaque() + offset
        defer { withExtendedLifetime(object) {} }
        return try body(&memory.assumingMemoryBound(to: Content.self).pointee)
    }
}
