/// An entry to insert into or remove from a search index: an object under the path of a value.
///
/// The kinds of index differ in what may share a place in the tree; this protocol covers the differences. Source:
/// file-format/search-indexes.md, "Inserting into an index" and "Full-text and list indexes".
protocol IndexEntry {
    var key: ObjectKey { get }
    /// The bytes that form the path.
    var data: IndexData { get }

    /// True if the entry, alone under its chunk at `offset`, needs no further level.
    func ends(at offset: Int) -> Bool

    /// False if an object below the chunk at `offset` must belong to a shorter value.
    func mayStand(at offset: Int) -> Bool

    /// The point at which the objects below `chunk` at `offset` diverge from the entry.
    ///
    /// - Parameter other: the first object there.
    /// - Returns: their chunk on the next level; nil if the entry joins them in a list.
    func chunkParting(
        from other: ObjectKey, under chunk: Int32, at offset: Int
    ) throws(FormatError) -> Int32?

    /// The position in `list` at which the entry is or belongs; `offset` is that of the chunk above the list.
    func position(in list: KeyListEditor, at offset: Int) throws(FormatError) -> Int
}
