/// The reason why a property cannot be renamed, in the words of the SDK.
///
/// Source: file-format/schema.md, "Renaming properties".
enum RenameRefusal: Error, CustomStringConvertible {
    case noClass(String)
    case classIsRemoved(String)
    case sourceStays(String, to: String, of: String)
    case noProperty(String, of: String)
    case typeChanges(Property, to: Property, of: String)
    case targetExists(String, to: String, of: String)
    case becomesRequired(String, to: String, of: String)

    var description: String {
        switch self {
        case .noClass(let name): "Cannot rename properties for type '\(name)' because it does not exist."
        case .classIsRemoved(let name):
            "Cannot rename properties for type '\(name)' because it has been removed from the Realm."
        case .sourceStays(let old, let new, let name):
            "Cannot rename property '\(name).\(old)' to '\(new)' because the source property still exists."
        case .noProperty(let old, let name): "Cannot rename property '\(name).\(old)' because it does not exist."
        case .typeChanges(let old, let new, let name):
            "Cannot rename property '\(name).\(old.columnName)' to '\(new.columnName)' because it would change from "
                + "type '\(old.requiredTypeName)' to '\(new.requiredTypeName)'."
        case .targetExists(let old, let new, let name):
            "Cannot rename property '\(name).\(old)' to '\(new)' because the file has a property of that name."
        case .becomesRequired(let old, let new, let name):
            "Cannot rename property '\(name).\(old)' to '\(new)' because it would change from optional to required."
        }
    }
}
