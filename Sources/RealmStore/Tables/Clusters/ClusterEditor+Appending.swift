extension ClusterEditor {
    /// Adds many objects, a leaf at a time, which is much faster where their keys come after all others.
    ///
    /// - Parameters:
    ///   - keys: ascending; no object has one of them.
    ///   - values: the values of all these objects by leaf index; nil for a column's initial one.
    /// - Throws: `badCluster` if a key is taken.
    func append(
        _ keys: ArraySlice<ObjectKey>, _ values: (_ leafIndex: Int) -> UnsafeBufferPointer<Value>?
    ) throws(FormatError) {
        var next = keys.startIndex
        while next < keys.endIndex {
            let first = UInt64(bitPattern: keys[next].value)
            let leaf = try leafWithRoom(for: first)
            let count = try leaf.count(in: arena)
            guard try leaf.lowerBound(first &- leafOffset, in: arena) == count else {
                try insertBetween(keys[next], next - keys.startIndex, values)
                next += 1
                continue
            }
            var end = min(keys.endIndex, next + ClusterLeaf.fanout - count)
            while UInt64(bitPattern: keys[end - 1].value) &- leafOffset >= leafSpan { end -= 1 }
            for index in next..<end {
                let key = UInt64(bitPattern: keys[index].value)
                guard try leaf.insertKey(key &- leafOffset, in: arena) == count + index - next else {
                    throw FormatError(.badCluster, at: leaf.ref, "already holds object \(keys[index].value)")
                }
            }
            let rows = (next - keys.startIndex)..<(end - keys.startIndex)
            for index in columns.indices { try append(rows, to: index, of: leaf, count: count, values) }
            for level in levels { inner(level).total += rows.count }
            next = end
        }
    }

    /// Adds the values of `rows` to a column of a leaf that has `count` of them.
    private func append(
        _ rows: Range<Int>, to index: Int, of leaf: ClusterLeafEditor, count: Int,
        _ values: (_ leafIndex: Int) -> UnsafeBufferPointer<Value>?
    ) throws(FormatError) {
        let column = columns[index]
        var stored = try self.values(of: index, in: leaf, count: count)
        if let given = values(column.leafIndex) {
            try column.leaves.append(UnsafeBufferPointer(rebasing: given[rows]), to: &stored, of: count)
        } else {
            for row in 0..<rows.count {
                if column.isInitiallyZero, arena.owns(stored), arena.own(stored).appendZero() { continue }
                try column.leaves.insert(column.initial, at: count + row, in: &stored)
            }
        }
        leaf.setColumn(column.leafIndex, to: stored)
    }

    /// Adds an object whose key is not the greatest one.
    private func insertBetween(
        _ key: ObjectKey, _ row: Int, _ values: (_ leafIndex: Int) -> UnsafeBufferPointer<Value>?
    ) throws(FormatError) {
        var given = [Value?](repeating: nil, count: columns.reduce(0) { max($0, $1.leafIndex + 1) })
        for column in columns { given[column.leafIndex] = values(column.leafIndex)?[row] }
        _ = try insert(key, given)
    }
}
