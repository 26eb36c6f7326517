/// Where gaps begin and end, roughly: whether a node may border on one is known from its position alone, in constant
/// time and without reading its header.
struct GapBorders {
    /// A bit for each piece of `pieceByteCount` bytes that has a border; pieces share bits in large files.
    private var pieces = [UInt64](repeating: 0, count: pieceCount / 64)

    /// The size up to which nodes before a gap are found; after one they all are.
    static let nodeByteCount = 2048
    private static let pieceByteCount = 1024
    private static let pieceCount = 1 << 17

    init(_ gaps: [Gap]) {
        for gap in gaps where gap.byteCount > 0 {
            mark(gap.end)
            for distance in stride(from: 0, through: GapBorders.nodeByteCount, by: GapBorders.pieceByteCount) {
                mark(gap.position - distance)
            }
        }
    }

    private mutating func mark(_ position: Int) {
        let piece = (position / GapBorders.pieceByteCount) & (GapBorders.pieceCount - 1)
        pieces[piece / 64] |= 1 << (piece % 64)
    }

    /// Whether a node at `position` may border on a gap; false if it does not.
    func mayBorder(_ position: Int) -> Bool {
        let piece = (position / GapBorders.pieceByteCount) & (GapBorders.pieceCount - 1)
        return pieces[piece / 64] & (1 << (piece % 64)) != 0
    }
}
