import RealmStore

/// The elements of a collection that have changed.
///
/// Positions of deletions and modifications are those before the change, those of insertions after it.
public final class RLMCollectionChange: NSObject {
    /// Positions of elements that are gone, ascending.
    public let deletions: [NSNumber]
    /// Positions of new elements, ascending.
    public let insertions: [NSNumber]
    /// Positions of elements that were set, or whose object has changed, ascending.
    public let modifications: [NSNumber]

    init(_ change: ShownChange) {
        guard case .elements(let deletions, let insertions, let modifications) = change else {
            misuse("A change of entries is no change of elements.")
        }
        self.deletions = deletions.map { NSNumber(value: $0) }
        self.insertions = insertions.map { NSNumber(value: $0) }
        self.modifications = modifications.map { NSNumber(value: $0) }
    }

    /// The deletions as index paths in a section of a table.
    public func deletions(inSection section: UInt) -> [IndexPath] { paths(deletions, section) }

    /// The insertions as index paths in a section of a table.
    public func insertions(inSection section: UInt) -> [IndexPath] { paths(insertions, section) }

    /// The modifications as index paths in a section of a table.
    public func modifications(inSection section: UInt) -> [IndexPath] { paths(modifications, section) }

    private func paths(_ indexes: [NSNumber], _ section: UInt) -> [IndexPath] {
        indexes.map { IndexPath(item: $0.intValue, section: Int(section)) }
    }

    /// The positions.
    public override var description: String {
        "<RLMCollectionChange> deletions: \(deletions), insertions: \(insertions), modifications: \(modifications)"
    }
}

/// The keys of a dictionary whose entries have changed.
public final class RLMDictionaryChange: NSObject {
    /// Keys that are gone.
    public let deletions: [Any]
    /// New keys.
    public let insertions: [Any]
    /// Keys whose value was set, or whose object has changed.
    public let modifications: [Any]

    init(_ change: ShownChange) {
        guard case .entries(let deletions, let insertions, let modifications) = change else {
            misuse("A change of elements is no change of entries.")
        }
        (self.deletions, self.insertions, self.modifications) = (deletions, insertions, modifications)
    }

    /// The keys.
    public override var description: String {
        "<RLMDictionaryChange> deletions: \(deletions), insertions: \(insertions), modifications: \(modifications)"
    }
}
