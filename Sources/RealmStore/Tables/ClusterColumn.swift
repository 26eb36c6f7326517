/// A column as a cluster tree sees it: where its leaves are, how they are laid out, and what a new object gets.
struct ClusterColumn {
    let leafIndex: Int
    let leaves: LeafEditor
    /// The value of new objects; `.null` stands for an empty slot of a collection or backlink column.
    let initial: Value
}
