/// Slots of the top array.
///
/// Source: file-format/tables.md, "The top array".
enum TopLayout {
    static let names = 0, tables = 1, logicalByteCount = 2
    static let freePositions = 3, freeLengths = 4, freeVersions = 5, version = 6
    static let historyType = 7, history = 8, historySchemaVersion = 9, syncFileIdentifier = 10
    static let evacuation = 11

    /// The number of slots that a commit writes; one more while the file is being evacuated.
    static let currentCount = 11
    static let validCounts: Set<Int> = [3, 5, 7, 9, 10, 11, 12]
}
