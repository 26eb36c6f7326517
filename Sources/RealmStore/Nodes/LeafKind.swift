/// How the values of one leaf are laid out: what a column's type and attributes come to.
///
/// Source: file format, nodes, "What each column type uses".
enum LeafKind {
    case int(isNullable: Bool)
    case bool, float, double, binary, timestamp, decimal, objectId, uuid, mixed
    /// Strings; `keys` are the distinct values of an enumerated column, nil where strings cannot be enumerated.
    case string(keys: EnumeratedStrings?)
    /// Object keys of one table, plus `bias`: 1 in a column, so that null is 0, and 0 in a list or set.
    case link(TableKey, bias: Int64)
    /// A slot for each object: roots of collections, or backlinks.
    case slots
}
