import Testing

@testable import RealmStore

/// The rows reported as moved: those that Realm Core reports, not the fewest.
@Suite struct RowDifferenceTests {
    private func difference(_ old: [Int64], _ new: [Int64], modified: Set<Int64> = []) -> PositionChanges {
        RowDifference(old, new, areInOrder: false) { modified.contains($0) }.changes
    }

    @Test(
        arguments: [
            ([1, 2, 3], [1, 2, 3], [], []),
            ([1, 2, 3], [1, 3], [1], []),
            ([1, 3], [1, 2, 3], [], [1]),
            ([1, 2, 3], [], [0, 1, 2], []),
            ([1, 2, 3, 4], [2, 3, 4, 1], [0], [3]),
            ([1, 2, 3, 4], [4, 1, 2, 3], [3], [0]),
            // Of two equally long runs the first one stays.
            ([1, 2], [2, 1], [1], [0]),
            ([1, 2, 3, 4], [3, 4, 1, 2], [2, 3], [0, 1]),
            // The longest run stays, even if others together are longer.
            ([1, 2, 9, 3, 4, 5], [3, 4, 5, 1, 2, 9], [3, 4, 5], [0, 1, 2]),
            ([1, 2, 3, 4, 5], [5, 4, 3, 2, 1], [1, 2, 3, 4], [0, 1, 2, 3]),
            ([1, 2, 3, 4], [2, 1, 4, 3], [1, 3], [0, 2]),
            ([1, 2, 3], [3, 5, 1], [1, 2], [0, 1]),
        ] as [([Int64], [Int64], [Int], [Int])])
    func `rows that moved are deletions and insertions`(
        _ old: [Int64], _ new: [Int64], _ deletions: [Int], _ insertions: [Int]
    ) {
        let changes = difference(old, new)
        #expect(changes.deletions.positions == deletions && changes.insertions.positions == insertions)
    }

    @Test func `of equally long runs the one with fewer modified rows stays`() {
        let changes = difference([1, 2], [2, 1], modified: [1])
        #expect(changes.deletions.positions == [0] && changes.insertions.positions == [1])
        #expect(changes.modifications.isEmpty)
    }

    @Test func `a row that stays and was modified is a modification`() {
        let changes = difference([1, 2, 3], [3, 1, 2], modified: [1, 3])
        #expect(changes.insertions.positions == [0] && changes.modifications.positions == [1])
        #expect(changes.oldModifications.positions == [0])
    }

    @Test func `of rows that are there twice the first is the first`() {
        let changes = difference([7, 7, 8], [7, 8])
        #expect(changes.deletions.positions == [1] && changes.insertions.isEmpty)
        #expect(difference([7, 8, 7], [7, 7, 8]).insertions.positions == [1])
    }

    @Test func `a row that is known to be gone is a deletion, and an insertion if it is there`() {
        let changes = RowDifference([nil, 2], [1, 2], areInOrder: true) { _ in false }.changes
        #expect(changes.deletions.positions == [0] && changes.insertions.positions == [0])
    }

    @Test func `old rows and what is told of them make the new ones, by runs and row by row alike`() {
        for seed: UInt64 in 1...20_000 {
            var numbers = RepeatableNumbers(from: seed)
            let repeats = seed % 3 == 0
            func rows() -> [Int64] {
                let all = (0..<Int64.random(in: 0..<10, using: &numbers)).filter { _ in
                    Int.random(in: 0..<5, using: &numbers) > 0
                }
                return (repeats ? all.map { $0 / 2 } : all).shuffled(using: &numbers)
            }
            let (old, new) = (rows(), rows())
            let modified = Set((0..<10).filter { _ in Bool.random(using: &numbers) }.map { Int64($0) })
            let told = difference(old, new, modified: modified)
            var result = old.indices.filter { !told.deletions.contains($0) }.map { old[$0] }
            for position in told.insertions.positions { result.insert(new[position], at: min(position, result.count)) }
            #expect(result == new, "seed \(seed)")
            for position in told.modifications.positions {
                #expect(modified.contains(new[position]) && !told.insertions.contains(position), "seed \(seed)")
            }
            guard !repeats else { continue }
            // Only shared rows can be moved; a comparison row by row must give the same result.
            let (before, after) = (old.filter(new.contains), new.filter(old.contains))
            let positions = PositionSet(new.indices.filter { modified.contains(new[$0]) && old.contains(new[$0]) })
            let moves = RepeatedRowMoves(before, after, modified: positions)
            var expected = PositionChanges()
            expected.deletions = PositionSet(old.indices.filter { !new.contains(old[$0]) })
            expected.insertions = PositionSet(new.indices.filter { !old.contains(new[$0]) })
            expected.modifications = positions
            expected.add(removed: moves.removed, added: moves.added)
            #expect(told == expected, "seed \(seed)")
        }
    }
}
