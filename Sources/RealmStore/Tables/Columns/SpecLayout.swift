/// Slots of a spec.
///
/// Source: file-format/tables.md, "Spec and columns".
package enum SpecLayout {
    package static let types = 0, names = 1, attributes = 2, enumerated = 4, keys = 5
    /// Empty in every file of the current format.
    static let unused = 3
    package static let count = 6
    /// Those that hold refs, the distinct values of enumerated columns only if there are any.
    static let refs = [types, names, attributes, enumerated, keys]
}
