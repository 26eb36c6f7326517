/// The equivalent of `RowMoves` for rows that occur more than once: row by row, therefore slower.
struct RepeatedRowMoves {
    private(set) var removed = PositionSet()
    private(set) var added = PositionSet()

    private let old: [Int64]
    private let places: [Int64: [Int]]
    private let modified: PositionSet
    private var stays: [RowMoves.Run] = []
    private var budget = 50_000_000

    /// - Parameters:
    ///   - old: the shared rows in the old order.
    ///   - new: the same in the new order.
    ///   - modified: positions of modified rows in the new version.
    init(_ old: [Int64], _ new: [Int64], modified: PositionSet) {
        self.old = old
        self.modified = modified
        places = Dictionary(grouping: new.indices, by: { new[$0] })
        guard let start = old.indices.first(where: { old[$0] != new[$0] }) else { return }
        find(start..<old.count, start..<new.count)
        var (first, second) = (start, start)
        for run in stays + [RowMoves.Run(old: old.count, new: new.count, count: 0)] {
            removed.append(first..<run.old)
            added.append(second..<run.new)
            (first, second) = (run.old + run.count, run.new + run.count)
        }
    }

    private enum Task {
        case search(Range<Int>, Range<Int>)
        case keep(RowMoves.Run)
    }

    private mutating func find(_ old: Range<Int>, _ new: Range<Int>) {
        var tasks = [Task.search(old, new)]
        while let task = tasks.popLast() {
            switch task {
            case .keep(let run): stays.append(run)
            case .search(let old, let new):
                guard let run = longest(old, new), run.count > 0 else { continue }
                let (oldEnd, newEnd) = (run.old + run.count, run.new + run.count)
                if oldEnd < new.upperBound, newEnd < new.upperBound, oldEnd <= old.upperBound {
                    tasks.append(.search(oldEnd..<old.upperBound, newEnd..<new.upperBound))
                }
                tasks.append(.keep(run))
                if run.old > old.lowerBound, run.new > new.lowerBound {
                    tasks.append(.search(old.lowerBound..<run.old, new.lowerBound..<run.new))
                }
            }
        }
    }

    private mutating func longest(_ oldRange: Range<Int>, _ newRange: Range<Int>) -> RowMoves.Run? {
        var best = RowMoves.Run(old: oldRange.lowerBound, new: newRange.lowerBound, count: 0)
        var bestModified: Int? = 0
        // The lengths of the runs that end at a row, by its place in the new version.
        var previous: [Int: Int] = [:]
        for position in oldRange {
            var current: [Int: Int] = [:]
            for place in places[old[position]] ?? [] where newRange.contains(place) {
                budget -= 1
                if budget < 0 { return nil }
                let length = (previous[place - 1] ?? 0) + 1
                current[place] = length
                let run = RowMoves.Run(old: position - length + 1, new: place - length + 1, count: length)
                if length > best.count {
                    (best, bestModified) = (run, nil)
                } else if length == best.count {
                    let start = best.new - length + 1
                    let before = bestModified ?? (start < 0 ? 0 : count(start..<best.new + 1))
                    let now = count(run.new..<place + 1)
                    bestModified = before
                    if now < before { (best, bestModified) = (run, now) }
                }
            }
            previous = current
        }
        return best
    }

    private func count(_ range: Range<Int>) -> Int {
        modified.count(below: range.upperBound) - modified.count(below: range.lowerBound)
    }
}
