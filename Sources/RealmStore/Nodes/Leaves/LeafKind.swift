/// How the values of one leaf are laid out: what a column's type and attributes come to.
///
/// Source: file-format/leaves.md, "What each column type uses".
enum LeafKind {
    case int(isNullable: Bool)
    case bool, float, double, binary, timestamp, decimal, objectId, uuid, mixed
    /// Strings, each in the leaf itself.
    case string
    /// Strings of an enumerated column: the leaf has their numbers. The table's editor keeps that of the values alive;
    /// a kind that counted references would make each copy of a leaf's editor cost more than many a change.
    case enumerated(Unmanaged<EnumeratedStringsEditor>)
    /// Object keys of one table, plus `bias`: 1 in a column, so that null is 0, and 0 in a list or set.
    case link(TableKey, bias: Int64)
    /// A slot for each object: roots of collections, or backlinks.
    case slots
}
