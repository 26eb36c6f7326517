/// The changes of rows, from all rows before and after.
///
/// Rows are numbers: keys of objects, or positions of elements in a list. A row may occur several times.
struct RowDifference {
    private(set) var changes = PositionChanges()

    /// - Parameters:
    ///   - old: nil for a row that is known to be gone, even if it occurs again.
    ///   - areInOrder: both ascend, so that no row can have moved.
    ///   - isModified: called for each row that is in both.
    init<Failure: Error>(
        _ old: [Int64?], _ new: [Int64], areInOrder: Bool, isModified: (Int64) throws(Failure) -> Bool
    ) throws(Failure) {
        var pairs = RowDifference.pairs(old, new, areInOrder: areInOrder)
        var modified = PositionSet()
        var isKept = [Bool](repeating: false, count: old.count)
        var isShared = [Bool](repeating: false, count: new.count)
        for pair in pairs {
            isKept[pair.old] = true
            isShared[pair.new] = true
        }
        for position in old.indices where !isKept[position] { changes.deletions.append(position..<position + 1) }
        for position in new.indices where !isShared[position] { changes.insertions.append(position..<position + 1) }
        if !areInOrder { pairs.sort { $0.new < $1.new } }
        for pair in pairs where try isModified(new[pair.new]) { modified.append(pair.new..<pair.new + 1) }
        changes.modifications = modified
        if !areInOrder { addMoves(pairs, new) }
    }

    private typealias Pair = (old: Int, new: Int)

    /// The rows that are in both. The first of equal ones belongs to the first, the second to the second.
    private static func pairs(_ old: [Int64?], _ new: [Int64], areInOrder: Bool) -> [Pair] {
        var (left, right) = (old.indices.filter { old[$0] != nil }, Array(new.indices))
        if !areInOrder {
            left.sort { ((old[$0] ?? 0), $0) < ((old[$1] ?? 0), $1) }
            right.sort { (new[$0], $0) < (new[$1], $1) }
        }
        var pairs: [Pair] = []
        var (first, second) = (0, 0)
        while first < left.count, second < right.count {
            let (before, after) = (old[left[first]] ?? 0, new[right[second]])
            if before == after { pairs.append((left[first], right[second])) }
            if before <= after { first += 1 }
            if after <= before { second += 1 }
        }
        return pairs
    }

    /// - Parameter pairs: in the new order.
    private mutating func addMoves(_ pairs: [Pair], _ new: [Int64]) {
        let bySource = pairs.indices.sorted { pairs[$0].old < pairs[$1].old }
        let oldRows = bySource.map { new[pairs[$0].new] }
        let newRows = pairs.map { new[$0.new] }
        if oldRows == newRows { return }
        if Set(newRows).count < newRows.count {
            let moves = RepeatedRowMoves(oldRows, newRows, modified: changes.modifications)
            changes.add(removed: moves.removed, added: moves.added)
            return
        }
        var runs: [RowMoves.Run] = []
        for (position, place) in bySource.enumerated() {
            if let last = runs.last, last.new + last.count == place {
                runs[runs.count - 1].count += 1
            } else {
                runs.append(RowMoves.Run(old: position, new: place, count: 1))
            }
        }
        let moves = RowMoves(runs, modified: changes.modifications)
        changes.add(removed: moves.removed, added: moves.added)
    }
}

extension PositionChanges {
    /// Adds moves, as deletions and insertions; a moved row is not a modification.
    ///
    /// - Parameters:
    ///   - removed: positions among the old rows without the deleted ones.
    ///   - added: positions among the new rows without the inserted ones.
    mutating func add(removed: PositionSet, added: PositionSet) {
        if removed.isEmpty, added.isEmpty { return }
        let sources = PositionSet(removed.positions.map { deletions.missing($0) })
        let targets = PositionSet(added.positions.map { insertions.missing($0) })
        deletions = deletions.union(sources)
        insertions = insertions.union(targets)
        let moved = modifications.positions.filter { targets.contains($0) }
        if !moved.isEmpty { modifications = modifications.subtracting(moved) }
    }
}
