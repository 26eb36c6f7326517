/// The stored properties of an object or struct of any type, by name, where the SDK would use key-value coding.
enum MirroredValues {
    /// - Parameter names: the wanted properties.
    /// - Returns: nil for a value without any of them.
    /// - Throws: `invalidInput` for a value with only some of them.
    static func read(_ value: Any?, _ names: [String], for className: String) throws -> [String: Any]? {
        guard let value else { return nil }
        var found: [String: Any] = [:]
        var mirror: Mirror? = Mirror(reflecting: value)
        while let part = mirror {
            guard part.displayStyle == .class || part.displayStyle == .struct else { break }
            for child in part.children {
                if let name = child.label, found[name] == nil { found[name] = child.value }
            }
            mirror = part.superclassMirror
        }
        let missing = names.filter { found[$0] == nil }
        if missing.count == names.count { return nil }
        guard missing.isEmpty else {
            throw invalidInput(
                "Invalid value '\(value)' to initialize object of type '\(className)': missing key '\(missing[0])'")
        }
        return found
    }
}
