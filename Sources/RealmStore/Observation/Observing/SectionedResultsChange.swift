import Foundation

/// A change reported to the observer of sections, or of one of them.
@frozen
public enum SectionedResultsChange<Collection> {
    /// The sections as they are when observation begins: reported once, before anything else.
    case initial(Collection)
    /// Places of elements (section, item) and numbers of sections: deletions and modifications before the change,
    /// insertions after it. The elements of a new section are insertions, those of a removed section are not listed.
    case update(
        Collection, deletions: [IndexPath], insertions: [IndexPath], modifications: [IndexPath],
        sectionsToInsert: IndexSet, sectionsToDelete: IndexSet)
}
