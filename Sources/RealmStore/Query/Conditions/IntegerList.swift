/// A set of ints to search for: a few ranges, or many single ones.
struct IntegerList {
    private var ranges: [IntegerRange] = []
    /// The numbers in a hash table with linear probing; empty if there are few ranges.
    private var slots: [Int64] = []
    /// The content of an unused slot: a number that is not in the list.
    private var unused: Int64 = 0

    /// Testing more ranges, on all rows at once, takes longer than looking up the number of each row.
    private static let fewRanges = 16
    /// Differs between processes, to prevent chosen collisions.
    private static let factor = UInt64.random(in: .min ... .max) | 1

    init(_ numbers: [Int64]) {
        for number in numbers.sorted() {
            if let last = ranges.last, number == last.high || number &- 1 == last.high {
                ranges[ranges.count - 1] = IntegerRange(low: last.low, high: number)
            } else {
                ranges.append(.only(number))
            }
        }
        guard ranges.count > IntegerList.fewRanges else { return }
        let distinct = Set(numbers)
        while distinct.contains(unused) { unused += 1 }
        slots = Array(repeating: unused, count: 1 << (Int.bitWidth - (distinct.count * 2).leadingZeroBitCount))
        for number in distinct { slots[place(of: number)] = number }
    }

    /// The approximate cost of testing a row.
    var cost: Int { slots.isEmpty ? ranges.count / 4 : 4 }

    /// The slot of a number, or the unused one where it would go.
    @inline(__always)
    private func place(of number: Int64) -> Int {
        let mask = slots.count &- 1
        var place = Int(truncatingIfNeeded: (UInt64(bitPattern: number) &* IntegerList.factor) &>> 32) & mask
        while slots[place] != number, slots[place] != unused { place = (place &+ 1) & mask }
        return place
    }

    /// Those of `rows` whose int is one of these.
    func rows(of leaf: ColumnLeaf, among rows: RowSet) -> RowSet {
        if slots.isEmpty {
            return ranges.reduce(RowSet()) { found, range in
                let more = leaf.int.map { range.rows(of: $0) } ?? leaf.optionalInt.map { range.rows(of: $0) }
                return more.map { found.union(rows.intersection($0)) } ?? found
            }
        }
        if let values = leaf.int { return rows.filter { contains(values[$0]) } }
        if let values = leaf.optionalInt { return rows.filter { values[$0].map { contains($0) } ?? false } }
        return RowSet()
    }

    @inline(__always)
    private func contains(_ number: Int64) -> Bool { number != unused && slots[place(of: number)] == number }
}
