/// A column from a cluster tree's view: the index and layout of its leaves, and the value of new objects.
struct ClusterColumn {
    let leafIndex: Int
    let leaves: LeafEditor
    /// The value of new objects; `.null` stands for an empty slot of a collection or backlink column.
    let initial: Value
    /// The initial value is stored as a zero in a node of scheme 0.
    let isInitiallyZero: Bool

    init(leafIndex: Int, leaves: LeafEditor, initial: Value) {
        self.leafIndex = leafIndex
        self.leaves = leaves
        self.initial = initial
        isInitiallyZero =
            switch (leaves.kind, initial) {
            case (.int(isNullable: false), .int(0)), (.bool, .bool(false)): true
            case (.link(_, bias: 1), .null), (.slots, _): true
            default: false
            }
    }
}
