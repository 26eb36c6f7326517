/// What is put into a search index or taken out: an object under the path that a value leads to.
///
/// The kinds of index differ in what may share a place in the tree, which is what this asks. Source:
/// file-format/search-indexes.md, "Inserting into an index" and "Full-text and list indexes".
protocol IndexEntry {
    var key: ObjectKey { get }
    /// The bytes that make the path.
    var data: IndexData { get }

    /// True if the entry, alone under its chunk at `offset`, needs no further level.
    func ends(at offset: Int) -> Bool

    /// False if an object below the chunk at `offset` must be there for something shorter.
    func mayStand(at offset: Int) -> Bool

    /// Where those that are below `chunk` at `offset` part from the entry.
    ///
    /// - Parameter other: the first object there.
    /// - Returns: their chunk on the next level; nil if the entry joins them in a list.
    func chunkParting(
        from other: ObjectKey, under chunk: Int32, at offset: Int
    ) throws(FormatError) -> Int32?

    /// Where the entry is in `list`, or belongs; `offset` is that of the chunk the list is below.
    func position(in list: KeyListEditor, at offset: Int) throws(FormatError) -> Int
}
