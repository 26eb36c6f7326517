/// One instruction of a changeset.
///
/// Source: file-format/history.md, "A changeset".
enum ChangeInstruction: Equatable, Sendable {
    case tableAdded(TableKey), tableRemoved(TableKey), tableRenamed(TableKey)
    /// The table that all others but these three are about.
    case selectTable(TableKey)
    case objectCreated(ObjectKey), objectRemoved(ObjectKey)
    case propertySet(ColumnKey, ObjectKey)
    case columnAdded(ColumnKey), columnRemoved(ColumnKey), columnRenamed(ColumnKey)
    /// A mixed column leads into a table for the first time.
    case typedLinkAdded(ColumnKey, TableKey)
    /// The collection that the instructions on elements are about; `path` has the identities of the nested collections
    /// on the way to it, the outermost first.
    case selectCollection(ColumnKey, ObjectKey, path: [Int64])
    case element(ElementChange)
}

/// What becomes of the elements of a collection: the index in a list, the position in stored order in a set, and in the
/// order of keys in a dictionary. Each position is one in the collection as it is then.
enum ElementChange: Equatable, Sendable {
    case insert(Int), set(Int), erase(Int)
    case move(Int, to: Int)
    /// All elements go; there were that many.
    case clear(Int)
}
