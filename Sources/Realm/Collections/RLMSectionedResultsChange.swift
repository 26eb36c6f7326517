import RealmStore

/// The sections and elements that have changed.
///
/// Places of deletions and modifications are those before the change, those of insertions after it.
public final class RLMSectionedResultsChange: NSObject {
    /// Places of elements that are gone.
    public let deletions: [IndexPath]
    /// Places of new elements.
    public let insertions: [IndexPath]
    /// Places of elements whose object has changed.
    public let modifications: [IndexPath]
    /// Positions of new sections.
    public let sectionsToInsert: IndexSet
    /// Positions of sections that are gone.
    public let sectionsToRemove: IndexSet

    /// Nil for the initial call, which has no change.
    init?<Collection>(_ change: SectionedResultsChange<Collection>) {
        guard
            case .update(_, let deletions, let insertions, let modifications, let toInsert, let toDelete) = change
        else { return nil }
        self.deletions = deletions
        self.insertions = insertions
        self.modifications = modifications
        sectionsToInsert = toInsert
        sectionsToRemove = toDelete
    }

    /// The deletions in one section.
    public func deletions(inSection section: UInt) -> [IndexPath] { deletions.filter { $0.section == Int(section) } }

    /// The insertions in one section.
    public func insertions(inSection section: UInt) -> [IndexPath] { insertions.filter { $0.section == Int(section) } }

    /// The modifications in one section.
    public func modifications(inSection section: UInt) -> [IndexPath] {
        modifications.filter { $0.section == Int(section) }
    }
}
