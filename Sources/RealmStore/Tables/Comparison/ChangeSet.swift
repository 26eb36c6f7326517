/// The objects in which two versions of one table differ, each in ascending order of their keys.
///
/// Only the content of objects counts: an object rewritten with the same values is not modified, nor one with the same
/// links, whatever happened to their targets. An embedded object is an object of its own table; its owner is modified
/// if it owns another one. Properties that exist in only one version do not count, nor do incoming links.
struct ChangeSet: Equatable, Sendable {
    var insertions: [ObjectKey] = []
    /// Objects of both versions.
    var modifications: [ObjectKey] = []
    var deletions: [ObjectKey] = []

    var isEmpty: Bool { insertions.isEmpty && modifications.isEmpty && deletions.isEmpty }

    /// No changes.
    init() {}

    /// The changes of a table.
    ///
    /// - Parameters:
    ///   - old: the table in the older version; nil if there was none.
    ///   - new: the same table in the newer version; nil if it is gone.
    /// - Precondition: both are versions of one file, of which the older one has been in use since it was the newest:
    ///   parts of the file that both refer to are skipped.
    /// - Complexity: O(clusters that were written · objects and properties of a cluster), plus the collections in them
    ///   that were written.
    init(from old: Table?, to new: Table?) throws(FormatError) {
        if old?.ref == new?.ref { return }
        var comparison = TableComparison(old, new)
        self = try comparison.run()
    }
}
