/// The kind of an instruction of a changeset: the number that begins it.
///
/// Source: file-format/history.md, "A changeset".
enum ChangesetCode: Int64 {
    case tableAdded = 1, tableRemoved = 2, tableRenamed = 3
    case selectTable = 10, objectCreated = 11, objectRemoved = 12, propertySet = 13
    case columnAdded = 20, columnRemoved = 21, columnRenamed = 22
    case selectCollection = 30
    case elementInserted = 31, elementSet = 32, elementMoved = 33, elementErased = 35, collectionCleared = 36
    case typedLinkAdded = 43
    case selectNestedCollection = 45
}
