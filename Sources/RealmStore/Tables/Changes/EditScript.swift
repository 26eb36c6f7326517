/// The changes of the elements of a collection, one after the other, as the fate of the old positions.
///
/// The new collection is a list of runs: elements that stayed, inserted ones, moved ones. The original number of
/// elements is not needed: the last run, of the elements after all touched ones, has no end.
struct EditScript: Sendable {
    private struct Run {
        enum Source {
            /// Elements that stayed, from a position in the old collection on.
            case kept(Int)
            case inserted
            /// One element; `serial` counts the moves.
            case moved(from: Int, serial: Int)
        }

        var source: Source
        var count: Int
        var isModified = false
    }

    /// The runs in groups of a few hundred, for fast search and insertion. No group is empty, except a single one.
    private var chunks: [[Run]] = [[Run(source: .kept(0), count: ChangesetReader.maximumCount)]]
    /// The number of elements in each group.
    private var counts = [ChangesetReader.maximumCount]
    private var moveCount = 0
    private var isCleared = false

    private static let chunkCapacity = 256

    init() {}

    /// Applies a change; ignores one at an impossible position.
    mutating func apply(_ change: ElementChange) {
        switch change {
        case .insert(let position): insert(Run(source: .inserted, count: 1), at: position)
        case .set(let position): set(position)
        case .erase(let position): _ = removed(position)
        case .move(let source, let target): move(source, target)
        case .clear(let count): clear(count)
        }
    }

    // MARK: Changes

    private mutating func insert(_ run: Run, at position: Int) {
        guard let place = start(at: position) else { return }
        if case .inserted = run.source { isCleared = false }
        counts[place.chunk] += run.count
        if !grow(before: place, by: run) { chunks[place.chunk].insert(run, at: place.run) }
        splitIfLong(place.chunk)
    }

    private mutating func set(_ position: Int) {
        guard let place = alone(position) else { return }
        if case .inserted = chunks[place.chunk][place.run].source { return }
        if chunks[place.chunk][place.run].isModified { return }
        chunks[place.chunk][place.run].isModified = true
        if grow(before: place, by: chunks[place.chunk][place.run]) { chunks[place.chunk].remove(at: place.run) }
    }

    /// Removes an element; nil if there is none.
    private mutating func removed(_ position: Int) -> Run? {
        guard let place = alone(position) else { return nil }
        let run = chunks[place.chunk].remove(at: place.run)
        counts[place.chunk] -= 1
        if chunks[place.chunk].isEmpty, chunks.count > 1 {
            chunks.remove(at: place.chunk)
            counts.remove(at: place.chunk)
        }
        return run
    }

    private mutating func move(_ source: Int, _ target: Int) {
        guard source != target, var run = removed(source) else { return }
        if case .kept(let position) = run.source {
            run.source = .moved(from: position, serial: moveCount)
            moveCount += 1
        }
        let wasCleared = isCleared
        insert(run, at: target)
        isCleared = wasCleared
    }

    private mutating func clear(_ count: Int) {
        let (start, position) = rest
        self = EditScript()
        isCleared = true
        let end = min(max(0, start + count - position), ChangesetReader.maximumCount)
        chunks[0][0].source = .kept(end)
    }

    /// The start of the elements after all touched ones, in the old collection and in the new one.
    private var rest: (old: Int, new: Int) {
        guard let last = chunks.last?.last, case .kept(let start) = last.source else { return (0, 0) }
        return (start, counts.reduce(0, +) - last.count)
    }

    // MARK: Runs

    private typealias Place = (chunk: Int, run: Int)

    /// The run of the element at a position, and the number of its elements before that.
    private func find(_ position: Int) -> (place: Place, offset: Int)? {
        var rest = position
        for chunk in counts.indices {
            if rest >= counts[chunk] {
                rest -= counts[chunk]
                continue
            }
            for run in chunks[chunk].indices {
                let count = chunks[chunk][run].count
                if rest < count { return ((chunk, run), rest) }
                rest -= count
            }
        }
        return nil
    }

    /// The run that begins with the element at a position.
    private mutating func start(at position: Int) -> Place? {
        guard let (place, offset) = find(position) else { return nil }
        if offset == 0 { return place }
        let (head, tail) = EditScript.split(chunks[place.chunk][place.run], offset)
        chunks[place.chunk][place.run] = head
        chunks[place.chunk].insert(tail, at: place.run + 1)
        return (place.chunk, place.run + 1)
    }

    /// The element at a position as a run of its own.
    private mutating func alone(_ position: Int) -> Place? {
        guard let place = start(at: position) else { return nil }
        let run = chunks[place.chunk][place.run]
        if run.count > 1 {
            let (head, tail) = EditScript.split(run, 1)
            chunks[place.chunk][place.run] = head
            chunks[place.chunk].insert(tail, at: place.run + 1)
            splitIfLong(place.chunk)
        }
        return place.run < chunks[place.chunk].count ? place : (place.chunk + 1, place.run - chunks[place.chunk].count)
    }

    private static func split(_ run: Run, _ count: Int) -> (Run, Run) {
        var (head, tail) = (run, run)
        head.count = count
        tail.count -= count
        if case .kept(let start) = run.source { tail.source = .kept(start + count) }
        return (head, tail)
    }

    /// Extends the run before a place by the elements of `run`, if they follow its own.
    private mutating func grow(before place: Place, by run: Run) -> Bool {
        guard place.run > 0 else { return false }
        let last = chunks[place.chunk][place.run - 1]
        guard last.isModified == run.isModified else { return false }
        switch (last.source, run.source) {
        case (.inserted, .inserted): break
        case (.kept(let start), .kept(let next)) where start + last.count == next: break
        default: return false
        }
        chunks[place.chunk][place.run - 1].count += run.count
        return true
    }

    private mutating func splitIfLong(_ chunk: Int) {
        guard chunks[chunk].count > EditScript.chunkCapacity else { return }
        let half = chunks[chunk].count / 2
        let tail = Array(chunks[chunk][half...])
        chunks[chunk].removeSubrange(half...)
        let count = tail.reduce(0) { $0 + $1.count }
        counts[chunk] -= count
        chunks.insert(tail, at: chunk + 1)
        counts.insert(count, at: chunk + 1)
    }
}

// MARK: The outcome

extension EditScript {
    /// A moved element.
    private struct Move {
        let from: Int
        let to: Int
        let serial: Int
        let isModified: Bool
    }

    /// The resulting changes of positions.
    ///
    /// A moved element is a deletion and an insertion, unless other changes have brought it back to its place among
    /// those that stayed.
    var changes: PositionChanges {
        var changes = PositionChanges()
        changes.isCleared = isCleared
        var moves: [Move] = []
        var (oldEnd, position) = (0, 0)
        for run in chunks.joined() {
            let range = position..<position + run.count
            position = range.upperBound
            switch run.source {
            case .kept(let start):
                changes.deletions.append(oldEnd..<start)
                oldEnd = start + run.count
                if run.isModified { changes.modifications.append(range) }
            case .inserted: changes.insertions.append(range)
            case .moved(let from, let serial):
                changes.insertions.append(range)
                moves.append(Move(from: from, to: range.lowerBound, serial: serial, isModified: run.isModified))
            }
        }
        if !moves.isEmpty { EditScript.takeBack(moves, &changes) }
        return changes
    }

    /// Undoes moves without effect: in the order of the moves, each after which as many unmoved elements precede the
    /// element as before. `moves` are in the order of their targets.
    private static func takeBack(_ moves: [Move], _ changes: inout PositionChanges) {
        let bySource = moves.indices.sorted { moves[$0].from < moves[$1].from }
        var rank = [Int](repeating: 0, count: moves.count)
        for (index, move) in bySource.enumerated() { rank[move] = index }
        var (sources, targets) = (PrefixCounts(moves.count), PrefixCounts(moves.count))
        var undone: [Int] = []
        for index in moves.indices.sorted(by: { moves[$0].serial < moves[$1].serial }) {
            let move = moves[index]
            let old = move.from - changes.deletions.count(below: move.from) + sources.count(below: rank[index])
            let new = move.to - changes.insertions.count(below: move.to) + targets.count(below: index)
            guard old == new else { continue }
            sources.add(rank[index])
            targets.add(index)
            undone.append(index)
        }
        if undone.isEmpty { return }
        changes.deletions = changes.deletions.subtracting(undone.map { moves[$0].from }.sorted())
        let places = undone.map { moves[$0].to }.sorted()
        changes.insertions = changes.insertions.subtracting(places)
        let modified = undone.filter { moves[$0].isModified }.map { moves[$0].to }.sorted()
        changes.modifications = changes.modifications.union(PositionSet(modified))
    }
}

/// Counts the added numbers below a bound: a Fenwick tree.
private struct PrefixCounts {
    private var sums: [Int]

    init(_ bound: Int) { sums = [Int](repeating: 0, count: bound + 1) }

    mutating func add(_ number: Int) {
        var index = number + 1
        while index < sums.count {
            sums[index] += 1
            index += index & -index
        }
    }

    func count(below bound: Int) -> Int {
        var (index, count) = (bound, 0)
        while index > 0 {
            count += sums[index]
            index -= index & -index
        }
        return count
    }
}
