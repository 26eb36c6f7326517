import Testing

@testable import RealmStore

@Suite struct PositionSetTests {
    @Test func `neighbours become one range`() {
        #expect(PositionSet([1, 2, 3, 5]).ranges == [1..<4, 5..<6])
    }

    @Test func `random sets answer as plain ones do`() {
        for seed: UInt64 in 1...500 {
            var numbers = RepeatableNumbers(from: seed)
            func random() -> Set<Int> {
                Set((0..<Int.random(in: 0..<12, using: &numbers)).map { _ in Int.random(in: 0..<20, using: &numbers) })
            }
            let (first, second) = (random(), random())
            let (left, right) = (PositionSet(first.sorted()), PositionSet(second.sorted()))
            #expect(left.positions == first.sorted() && left.count == first.count, "seed \(seed)")
            #expect(left.union(right).positions == first.union(second).sorted(), "seed \(seed)")
            let common = first.intersection(second)
            #expect(left.subtracting(common.sorted()).positions == first.subtracting(common).sorted(), "seed \(seed)")
            let missing = (0..<60).filter { !first.contains($0) }
            for position in 0..<25 {
                #expect(left.contains(position) == first.contains(position), "seed \(seed)")
                #expect(left.count(below: position) == first.filter { $0 < position }.count, "seed \(seed)")
                #expect(left.missing(position) == missing[position], "seed \(seed)")
            }
        }
    }
}
