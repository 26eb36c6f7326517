/// The last nodes of a new file, planned: three arrays of the free list, and the top array.
///
/// The list describes the free tail of the file, and its own size decides where the tail begins.
struct SnapshotEnd {
    /// The start of the free tail, after the top array.
    let tail: Int
    /// The top array.
    let topRef: Ref
    /// The size of the file: whole pages.
    let logicalByteCount: Int
    let positions: [Int64]
    let lengths: [Int64]
    private let version: UInt64
    private let fileIdentifier: UInt64
    private let names: Ref
    private let tables: Ref

    /// Lengths have 16 bits at least: that of the tail depends on their size.
    static let lengthWidthCode: UInt8 = 5
    private static let slotCount = 11

    static func maximumByteCount(gapCount: Int) -> Int {
        // A gap in front of these nodes adds an element, and so does the tail.
        (4 * Node.headerByteCount) + (8 * ((3 * (gapCount + 2)) + slotCount))
    }

    /// - Parameters:
    ///   - start: the offset of the first node.
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
        var topByteCount = 0
        // Both only grow, and so do their needs: a few rounds at most.
        while true {
            size = (tail / PageCipher.pageSize + 1) * PageCipher.pageSize
            let positionCode = IntegerPacking.widthCode(for: gapPositions + [Int64(tail)])
            let top = SnapshotEnd.slots(
                names, tables, size, Ref(tail), Ref(tail), Ref(tail), version: version, fileIdentifier)
            topByteCount = SnapshotEnd.footprint(SnapshotEnd.slotCount, IntegerPacking.widthCode(for: top))
            let list = [positionCode, lengthCode, 0].reduce(0) { $0 + SnapshotEnd.footprint(count, $1) }
            let end = start + list + topByteCount
            if end == tail { break }
            tail = end
        }
        topRef = Ref(tail - topByteCount)
        self.tail = tail
        logicalByteCount = size
        positions = gapPositions + [Int64(tail)]
        lengths = gapLengths + [Int64(size - tail)]
    }

    private static func footprint(_ count: Int, _ widthCode: UInt8) -> Int {
        EncodedIntegers.byteCount(NodeKind(.bits, widthCode: widthCode), count: count)
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
