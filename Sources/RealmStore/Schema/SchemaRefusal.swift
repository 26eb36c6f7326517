/// The reason why a file does not get the schema it was opened with.
///
/// Source: file-format/schema.md, "Schema modes" and "Migration".
package enum SchemaRefusal: Error {
    case versionIsLower(UInt64, than: UInt64)
    /// For reading only: the versions must be equal.
    case versionDiffers(UInt64, from: UInt64)
    case needsMigration([SchemaChange])
    /// For reading only: nothing can be changed.
    case preventsReading([SchemaChange])
    case duplicateKeys(PrimaryKeyDuplicates, Property, of: String)
    case cannotBecomeEmbedded(String, because: String)
    case embeddedWithPrimaryKey(String)
    /// A property was renamed in the migration to a name missing from the schema.
    case renamedPropertyIsUnknown(String, of: String)
    /// A table removed by a migration still has links to it.
    case stillLinkedTo(String, by: [String])
    /// Classes of a synchronised app cannot be changed.
    case cannotChangeKind(SchemaChange)

    /// A sentence in the words of the SDK.
    package var message: String {
        switch self {
        case .versionIsLower(let version, let stored):
            "Provided schema version \(version) is less than last set version \(stored)."
        case .versionDiffers(let version, let stored):
            "Provided schema version \(version) does not equal last set version \(stored)."
        case .needsMigration(let changes):
            "Migration is required due to the following errors:" + SchemaRefusal.lines(changes)
        case .preventsReading(let changes):
            "The following changes cannot be made in read-only schema mode:" + SchemaRefusal.lines(changes)
        case .duplicateKeys(let duplicates, let property, let name):
            "Primary key property '\(name).\(property.name)' has duplicate values after migration. \(duplicates)"
        case .cannotBecomeEmbedded(let name, let reason): "Cannot convert '\(name)' to embedded: \(reason)"
        case .embeddedWithPrimaryKey(let name): "Cannot change '\(name)' to embedded when using a primary key."
        case .renamedPropertyIsUnknown(let property, let name): "Renamed property '\(name).\(property)' does not exist."
        case .stillLinkedTo(let name, let properties):
            "Class '\(name)' cannot be removed while properties link to it: \(properties.joined(separator: ", "))."
        case .cannotChangeKind(let change): "This change cannot be made:" + SchemaRefusal.lines([change])
        }
    }

    private static func lines(_ changes: [SchemaChange]) -> String { changes.map { "\n- \($0)" }.joined() }
}
