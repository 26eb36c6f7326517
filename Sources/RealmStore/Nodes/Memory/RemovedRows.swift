/// Elements of a leaf that are removed together: each of those that stay moves once.
struct RemovedRows {
    private let rows: [Int]

    /// Number of elements that are removed.
    var count: Int { rows.count }

    /// - Precondition: `rows` ascend.
    init(_ rows: [Int]) { self.rows = rows }

    /// Whether nothing of a leaf of `count` elements stays behind the first removed one.
    func areLast(of count: Int) -> Bool { rows.first == count - rows.count && rows.last == count - 1 }

    /// Calls `move` with each run of elements that stay, in their order, and the place to which its first one moves.
    /// What is before the first removed element stays where it is.
    ///
    /// The element before a run is a removed one, and nothing from its place on was written yet. Traps if an element
    /// is not below `count`.
    @inline(__always)
    func forEachKept<E: Error>(of count: Int, _ move: (Range<Int>, Int) throws(E) -> Void) throws(E) {
        for (index, row) in rows.enumerated() {
            let end = index + 1 < rows.count ? rows[index + 1] : count
            precondition(row >= 0 && row < end, "rows are removed in their order, inside the leaf")
            if row + 1 < end { try move(row + 1..<end, row - index) }
        }
    }

    /// Calls `remove` with each removed element, in their order.
    @inline(__always)
    func forEach<E: Error>(_ remove: (Int) throws(E) -> Void) throws(E) {
        for row in rows { try remove(row) }
    }

    /// Calls `remove` with each removed element, from the last one on, so that those before it are where they were.
    @inline(__always)
    func forEachFromLast<E: Error>(_ remove: (Int) throws(E) -> Void) throws(E) {
        for row in rows.reversed() { try remove(row) }
    }
}
