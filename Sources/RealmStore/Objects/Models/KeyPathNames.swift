/// Names of properties for non-throwing callers.
enum KeyPathNames {
    /// The names along a Swift key path. Traps for one of other than stored properties.
    static func name<Root: ObjectBase>(of keyPath: PartialKeyPath<Root>) -> String {
        if let name = KeyPathRecorder.path(of: keyPath) { return name }
        fatalError("Key path '\(keyPath)' does not lead to a property marked @Persisted.")
    }

    /// The path in a text. Traps for a text that is not a path.
    static func path(_ text: String) -> PropertyPath {
        if text == "self" { return PropertyPath(nil, [.property("self")]) }
        do { return try PredicateParser.parse(keyPath: text) } catch {
            fatalError("Invalid key path '\(text)': \(error)")
        }
    }
}

/// The names of the properties along a key path from a model class, with dots between them; empty for one that leads
/// elsewhere.
public func _name<T: ObjectBase>(for keyPath: PartialKeyPath<T>) -> String { KeyPathRecorder.path(of: keyPath) ?? "" }
