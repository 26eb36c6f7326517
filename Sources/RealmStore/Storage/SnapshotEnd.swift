/// The last nodes of a new file, planned: three arrays of the free list, and the top array.
///
/// The list says where the file's tail is free, and its own size decides where that begins.
struct SnapshotEnd {
    /// Where the free tail begins, behind the top array.
    let tail: Int
    /// The size of the file: whole pages.
    let logicalByteCount: Int
    let positions: [Int64]
    let lengths: [Int64]
    private let version: UInt64
    private let fileIdentifier: UInt64
    private let names: Ref
    private let tables: Ref

    /// Lengths have 16 bits at least: the tail's is not known before their size is.
    static let lengthWidthCode: UInt8 = 5
    private static let slotCount = 11

    static func maximumByteCount(gapCount: Int) -> Int {
        // A gap in front of these nodes adds an element, and so does the tail.
        (4 * Node.headerByteCount) + (8 * ((3 * (gapCount + 2)) + slotCount))
    }

    /// - Parameters:
    ///   - start: where the first of the nodes lies.
    ///   - gaps: free blocks before it.
    init(
        start: Int, gaps: [FreeList.Block], names: Ref, tables: Ref, version: UInt64, fileIdentifier: UInt64
    ) {
        (self.names, self.tables, self.version, self.fileIdentifier) = (names, tables, version, fileIdentifier)
        let gapPositions = gaps.map { Int64($0.position) }
        let gapLengths = gaps.map { Int64($0.byteCount) }
        let count = gaps.count + 1
        let lengthCode = max(SnapshotEnd.lengthWidthCode, IntegerPacking.widthCode(for: gapLengths))
        var tail = start
        var size = 0
        // Both only grow, and what they need grows with them: a few rounds at most.
        while true {
            size = (tail / PageCipher.pageSize + 1) * PageCipher.pageSize
            let positionCode = IntegerPacking.widthCode(for: gapPositions + [Int64(tail)])
            let top = SnapshotEnd.slots(
                names, tables, size, Ref(tail), Ref(tail), Ref(tail), version: version, fileIdentifier)
            let needed = [
                (positionCode, count), (lengthCode, count), (0, count),
                (IntegerPacking.widthCode(for: top), SnapshotEnd.slotCount),
            ].reduce(0) { sum, array in
                let bits = ((1 << Int(array.0)) >> 1) * array.1
                return sum + Node.headerByteCount + ((bits + 63) / 64 * 8)
            }
            if start + needed == tail { break }
            tail = start + needed
        }
        self.tail = tail
        logicalByteCount = size
        positions = gapPositions + [Int64(tail)]
        lengths = gapLengths + [Int64(size - tail)]
    }

    /// The elements of the top array.
    func slots(positions: Ref, lengths: Ref, versions: Ref) -> [Int64] {
        SnapshotEnd.slots(
            names, tables, logicalByteCount, positions, lengths, versions, version: version, fileIdentifier)
    }

    private static func slots(
        _ names: Ref, _ tables: Ref, _ size: Int, _ positions: Ref, _ lengths: Ref, _ versions: Ref, version: UInt64,
        _ fileIdentifier: UInt64
    ) -> [Int64] {
        let type = UInt64(TopArray.HistoryType.inRealm.rawValue)
        let slots = [
            Slot(names), Slot(tables), Slot(number: UInt64(size)), Slot(positions), Slot(lengths), Slot(versions),
            Slot(number: version), Slot(number: type), .empty, Slot(number: 1), Slot(number: fileIdentifier),
        ]
        return slots.map(\.raw)
    }
}
