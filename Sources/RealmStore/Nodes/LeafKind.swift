/// How the values of one leaf are laid out: what a column's type and attributes come to.
///
/// Source: file format, nodes, "What each column type uses".
enum LeafKind {
    case int(isNullable: Bool)
    case bool, float, double, binary, timestamp, decimal, objectId, uuid, mixed
    /// Strings, each in the leaf itself.
    case string
    /// Strings of an enumerated column: the leaf has their numbers.
    case enumerated(EnumeratedStringsEditor)
    /// Object keys of one table, plus `bias`: 1 in a column, so that null is 0, and 0 in a list or set.
    case link(TableKey, bias: Int64)
    /// A slot for each object: roots of collections, or backlinks.
    case slots
}
