/// The trees of nodes that replace some of the source's in a copy: the same values in another layout.
package protocol TreeReplacement: AnyObject {
    /// The replacement of the tree at `ref`; nil if it is copied unchanged.
    ///
    /// - Returns: a tree that is valid until the next call.
    func tree(inPlaceOf ref: Ref) throws(FormatError) -> ReplacingTree?

    /// Checks that the copy, as it was read back, has the values of the source.
    func check(_ copy: RealmFile) throws(StorageError)
}

/// A tree of nodes in memory that replaces one of a file.
package struct ReplacingTree {
    let root: Ref
    let space: NodeSpace
    /// At least the bytes of its nodes.
    let byteCount: Int
}
