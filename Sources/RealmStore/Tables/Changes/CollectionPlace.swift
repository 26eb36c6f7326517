/// The place of a collection, the same in all versions: a property of an object, or nested in one.
struct CollectionPlace: Hashable, Sendable {
    let table: TableKey
    let object: ObjectKey
    let column: ColumnKey
    /// Identities of the nested collections on the way, the outermost first; empty for the property's own, and for one
    /// that is the value of a single mixed property.
    var path: [Int64] = []

    /// The place of the property.
    var root: CollectionPlace { CollectionPlace(table: table, object: object, column: column) }
}
