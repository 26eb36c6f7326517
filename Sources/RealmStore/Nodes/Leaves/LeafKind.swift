/// The layout of the values of one leaf, determined by the column's type and attributes.
///
/// Source: file-format/leaves.md, "What each column type uses".
enum LeafKind {
    case int(isNullable: Bool)
    case bool, float, double, binary, timestamp, decimal, objectId, uuid, mixed
    /// Strings, each in the leaf itself.
    case string
    /// Strings of an enumerated column: the leaf has their numbers. The table's editor keeps the values alive; with
    /// reference counting, each copy of a leaf's editor would cost more than most changes.
    case enumerated(Unmanaged<EnumeratedStringsEditor>)
    /// Object keys of one table, plus `bias`: 1 in a column, so that null is 0, and 0 in a list or set.
    case link(TableKey, bias: Int64)
    /// A slot for each object: roots of collections, or backlinks.
    case slots
}
