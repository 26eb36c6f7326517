/// One instruction of a changeset.
///
/// Source: file-format/history.md, "A changeset".
enum ChangeInstruction: Equatable, Sendable {
    case tableAdded(TableKey), tableRemoved(TableKey), tableRenamed(TableKey)
    /// The table that all instructions but these three refer to.
    case selectTable(TableKey)
    case objectCreated(ObjectKey), objectRemoved(ObjectKey)
    case propertySet(ColumnKey, ObjectKey)
    case columnAdded(ColumnKey), columnRemoved(ColumnKey), columnRenamed(ColumnKey)
    /// A mixed column leads into a table for the first time.
    case typedLinkAdded(ColumnKey, TableKey)
    /// The collection that the element instructions refer to; `path` has the identities of the nested collections on
    /// the way to it, the outermost first.
    case selectCollection(ColumnKey, ObjectKey, path: [Int64])
    case element(ElementChange)
}

/// A change of the elements of a collection: the index in a list, the position in stored order in a set, and in the
/// order of keys in a dictionary. Positions refer to the collection at that moment.
enum ElementChange: Equatable, Sendable {
    case insert(Int), set(Int), erase(Int)
    case move(Int, to: Int)
    /// All elements are removed; there were this many.
    case clear(Int)
}
