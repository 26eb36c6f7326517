/// What one rewrite does otherwise than another, stage by stage, in the order in which `FileRewrite` asks.
///
/// By default a file is copied node by node, and nothing more is looked at than that it reads back as it was written.
package protocol RewriteStages {
    /// The trees of nodes that the new file has in place of some of the source's; nil for none.
    func replacement(for source: SnapshotSource) throws(StorageError) -> (any TreeReplacement)?

    /// Told with the steps that are done and all that there are.
    func show(_ done: Int, of total: Int)

    /// Told of the path of the new file when it has all its bytes, before it is read back.
    func written(to path: String)

    /// Looks at the new file, whose nodes are those of the source, before it gets its name.
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

/// The stages of a rewrite that does what another one does, but for the stages it has itself.
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

/// The stages of a rewrite that copies nodes and no more.
package struct PlainStages: RewriteStages {
    package init() {}
}
