/// The moved rows among those that two versions share, as deletions and insertions that produce the new order.
///
/// Not the fewest moves but those of Realm Core: the longest common run of rows stays, then the longest one before it
/// and the longest after it, and so on; among equally long ones the one with fewer modified rows, as counted by Core,
/// then the first.
struct RowMoves {
    /// Rows that are neighbours in both versions, in the same order. Positions are among the shared rows.
    struct Run: Equatable {
        var old: Int
        var new: Int
        var count: Int
    }

    /// Positions of the removed ones among the shared rows.
    private(set) var removed = PositionSet()
    /// Positions of the inserted ones among the shared rows.
    private(set) var added = PositionSet()

    private let runs: [Run]
    private let modified: PositionSet
    private var stays: [Run] = []
    /// The number of runs that may still be examined; beyond that, everything undecided counts as moved.
    private var budget = 50_000_000

    /// - Parameters:
    ///   - runs: in the order of the old version; none can be joined with the next.
    ///   - modified: positions of modified rows in the new version.
    init(_ runs: [Run], modified: PositionSet) {
        self.runs = runs
        self.modified = modified
        guard runs.count > 1, let last = runs.last else { return }
        // A common beginning stays.
        let first = runs[0].new == 0 ? 1 : 0
        let start = first == 1 ? runs[0].count : 0
        findRuns(first..<runs.count, start, start, last.old + last.count)
        var (old, new) = (start, start)
        let end = last.old + last.count
        for run in stays + [Run(old: end, new: end, count: 0)] {
            removed.append(old..<run.old)
            added.append(new..<run.new)
            (old, new) = (run.old + run.count, run.new + run.count)
        }
    }

    /// A part of both versions that is still to be matched: runs by number, with start and end.
    private struct Part {
        let runs: Range<Int>
        let oldStart: Int
        let newStart: Int
        let newEnd: Int
    }

    private enum Task {
        case search(Part)
        case keep(Run)
    }

    private mutating func findRuns(_ all: Range<Int>, _ oldStart: Int, _ newStart: Int, _ end: Int) {
        var tasks = [Task.search(Part(runs: all, oldStart: oldStart, newStart: newStart, newEnd: end))]
        while let task = tasks.popLast() {
            guard case .search(let part) = task else {
                if case .keep(let run) = task { stays.append(run) }
                continue
            }
            budget -= part.runs.count
            guard budget >= 0, let found = longest(part) else { continue }
            let run = runs[found]
            // Pushed in reverse: the first is processed first. Core compares both ends with the end of the new part.
            if run.old + run.count < part.newEnd, run.new + run.count < part.newEnd {
                tasks.append(
                    .search(
                        Part(
                            runs: found + 1..<part.runs.upperBound, oldStart: run.old + run.count,
                            newStart: run.new + run.count, newEnd: part.newEnd)))
            }
            tasks.append(.keep(run))
            if run.old > part.oldStart, run.new > part.newStart {
                tasks.append(
                    .search(
                        Part(
                            runs: part.runs.lowerBound..<found, oldStart: part.oldStart, newStart: part.newStart,
                            newEnd: run.new)))
            }
        }
    }

    private func longest(_ part: Part) -> Int? {
        var best: (number: Int, modified: Int?)?
        for number in part.runs {
            let run = runs[number]
            guard run.new >= part.newStart, run.new < part.newEnd else { continue }
            guard let known = best else {
                best = (number, nil)
                continue
            }
            let length = runs[known.number].count
            if run.count > length {
                best = (number, nil)
            } else if run.count == length {
                // For a run longer than all before it, Core counts up to its first row, not from there.
                let start = runs[known.number].new
                let before = known.modified ?? (start - length + 1 < 0 ? 0 : count(start - length + 1..<start + 1))
                let now = count(run.new..<run.new + run.count)
                best = now < before ? (number, now) : (known.number, before)
            }
        }
        return best?.number
    }

    private func count(_ range: Range<Int>) -> Int {
        modified.count(below: range.upperBound) - modified.count(below: range.lowerBound)
    }
}
