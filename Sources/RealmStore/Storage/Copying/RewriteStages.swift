/// The stages in which rewrites differ, in the order in which `FileRewrite` calls them.
///
/// By default a file is copied node by node, and the only check is that it reads back as it was written.
package protocol RewriteStages {
    /// The trees of nodes that replace some of the source's in the new file; nil for none.
    func replacement(for source: SnapshotSource) throws(StorageError) -> (any TreeReplacement)?

    /// Called with the number of finished steps and of all steps.
    func show(_ done: Int, of total: Int)

    /// Called with the path of the new file when it is complete, before it is read back.
    func written(to path: String)

    /// Checks the new file, whose nodes are those of the source, before it gets its name. Called on a thread of its own
    /// while the file is read back; the result counts once that has succeeded.
    func inspect(_ copy: RealmFile) throws(StorageError)

    /// Throws if the source has changed since the rewrite began.
    func checkSource() throws(StorageError)
}

extension RewriteStages {
    package func replacement(for source: SnapshotSource) throws(StorageError) -> (any TreeReplacement)? { nil }
    package func show(_ done: Int, of total: Int) {}
    package func written(to path: String) {}
    package func inspect(_ copy: RealmFile) throws(StorageError) {}
    package func checkSource() throws(StorageError) {}
}

/// The stages of a rewrite that forwards to another one all stages it does not implement itself.
package protocol DerivedStages: RewriteStages {
    associatedtype Base: RewriteStages
    var base: Base { get }
}

extension DerivedStages {
    package func replacement(for source: SnapshotSource) throws(StorageError) -> (any TreeReplacement)? {
        try base.replacement(for: source)
    }

    package func show(_ done: Int, of total: Int) { base.show(done, of: total) }
    package func written(to path: String) { base.written(to: path) }
    package func inspect(_ copy: RealmFile) throws(StorageError) { try base.inspect(copy) }
    package func checkSource() throws(StorageError) { try base.checkSource() }
}

/// The stages of a rewrite that only copies nodes.
package struct PlainStages: RewriteStages {
    package init() {}
}
