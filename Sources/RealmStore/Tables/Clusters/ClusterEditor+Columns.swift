/// Adds and removes columns in all leaves at once.
extension ClusterEditor {
    /// Adds a column, whose value is `column.initial` in every object.
    func addColumn(_ column: ClusterColumn) throws(FormatError) {
        try addColumn(column) { (_, count) throws(FormatError) in
            try column.leaves.make(repeating: column.initial, count: count)
        }
    }

    /// Adds a column whose leaf in each cluster, with a value for each of its objects, comes from `makeLeaf`.
    func addColumn(
        _ column: ClusterColumn, _ makeLeaf: (ClusterLeafEditor, Int) throws(FormatError) -> Ref
    ) throws(FormatError) {
        try forEachLeafForWriting { (leaf) throws(FormatError) in
            try leaf.addSlot(forColumn: column.leafIndex, in: arena)
            if let old = leaf[column.leafIndex + 1].ref { try arena.freeTree(old) }
            leaf.setColumn(column.leafIndex, to: try makeLeaf(leaf, leaf.count(in: arena)))
        }
        columns.append(column)
    }

    /// Removes the column with that leaf index, and everything its values refer to.
    func removeColumn(_ leafIndex: Int) throws(FormatError) {
        try forEachLeafForWriting { (leaf) throws(FormatError) in
            guard leafIndex + 1 < leaf.slotCount else { return }
            if let values = leaf[leafIndex + 1].ref { try arena.freeTree(values) }
            leaf[leafIndex + 1] = .empty
        }
        columns.removeAll { $0.leafIndex == leafIndex }
    }
}
