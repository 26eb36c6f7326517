/// Says which trees of nodes a copy has in place of some of its source's: the same values, laid out in another way.
package protocol TreeReplacement: AnyObject {
    /// The tree that takes the place of the one at `ref`; nil for one that is copied as it is.
    ///
    /// - Returns: what is valid until the next call.
    func tree(inPlaceOf ref: Ref) throws(FormatError) -> ReplacingTree?

    /// Checks that the copy, as it was read back, has the values of the source.
    func check(_ copy: RealmFile) throws(StorageError)
}

/// A tree of nodes in memory that takes the place of one of a file.
package struct ReplacingTree {
    let root: Ref
    let space: NodeSpace
    /// No fewer than the bytes of its nodes.
    let byteCount: Int
}
