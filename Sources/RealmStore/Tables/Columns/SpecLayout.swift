/// Slots of a spec.
///
/// Source: file-format/tables.md, "Spec and columns".
package enum SpecLayout {
    package static let types = 0, names = 1, attributes = 2, enumerated = 4, keys = 5
    /// Empty in every file of the current format.
    static let unused = 3
    package static let count = 6
    /// The slots with refs; that of the distinct values only if there are enumerated columns.
    static let refs = [types, names, attributes, enumerated, keys]
}
