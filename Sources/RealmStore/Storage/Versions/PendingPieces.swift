/// Bytes of a plain file that are not written yet: pieces at any positions, which few calls write together.
///
/// Pieces of one page are written with the bytes between them, which are what the file holds there already. The system
/// moves whole pages to the disk, so that this writes no page more, and only the writer changes bytes of the file.
final class PendingPieces {
    private let file: WritableFile
    private var buffer: UnsafeMutableRawBufferPointer
    private var used = 0
    private var pieces: [Piece] = []

    private struct Piece {
        /// The position in the file.
        let start: Int
        /// The position in the buffer.
        let offset: Int
        var byteCount: Int

        var end: Int { start + byteCount }
    }

    private static let bufferByteCount = 1 << 20
    private static let pageByteCount = 4096
    /// Pieces are only sought neighbours for while they are few.
    private static let maximumPieceCount = 256

    init(_ file: WritableFile) {
        self.file = file
        buffer = .allocate(byteCount: PendingPieces.bufferByteCount, alignment: 16)
    }

    deinit { buffer.deallocate() }

    /// The buffer for the `byteCount` bytes that belong at `position`; it must be filled before the next call.
    func room(for byteCount: Int, at position: Int) throws(StorageError) -> UnsafeMutableRawPointer {
        if byteCount > buffer.count - used || pieces.count == PendingPieces.maximumPieceCount {
            try flush()
            if byteCount > buffer.count {
                buffer.deallocate()
                buffer = .allocate(byteCount: byteCount, alignment: 16)
            }
        }
        if let last = pieces.last, last.end == position {
            pieces[pieces.count - 1].byteCount += byteCount
        } else {
            pieces.append(Piece(start: position, offset: used, byteCount: byteCount))
        }
        defer { used += byteCount }
        return buffer.baseAddress! + used
    }

    /// Writes everything.
    func flush() throws(StorageError) {
        guard !pieces.isEmpty else { return }
        let sorted = pieces.count == 1 ? pieces : pieces.sorted { $0.start < $1.start }
        var first = 0
        while first < sorted.count {
            var last = first
            while last + 1 < sorted.count, PendingPieces.areNeighbours(sorted[last], sorted[last + 1]) { last += 1 }
            try write(sorted[first...last])
            first = last + 1
        }
        drop()
    }

    /// Discards everything.
    func drop() {
        used = 0
        pieces.removeAll(keepingCapacity: true)
    }

    /// Whether nothing but a part of one page is between two pieces.
    private static func areNeighbours(_ piece: Piece, _ next: Piece) -> Bool {
        assert(piece.end <= next.start, "no byte is written twice by one commit")
        return piece.end == next.start
            || piece.end < next.start && (piece.end - 1) / pageByteCount == next.start / pageByteCount
    }

    private func write(_ group: ArraySlice<Piece>) throws(StorageError) {
        guard let first = group.first, let last = group.last else { return }
        guard group.count > 1 else {
            return try file.write(bytes(of: first), at: first.start)
        }
        let whole = UnsafeMutableRawBufferPointer.allocate(byteCount: last.end - first.start, alignment: 16)
        defer { whole.deallocate() }
        var end = first.start
        for piece in group {
            let gap = UnsafeRawBufferPointer(start: file.contents.range.base + end, count: piece.start - end)
            UnsafeMutableRawBufferPointer(rebasing: whole[(end - first.start)...]).copyMemory(from: gap)
            UnsafeMutableRawBufferPointer(rebasing: whole[(piece.start - first.start)...])
                .copyMemory(from: bytes(of: piece))
            end = piece.end
        }
        try file.write(UnsafeRawBufferPointer(whole), at: first.start)
    }

    private func bytes(of piece: Piece) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: buffer[piece.offset..<piece.offset + piece.byteCount])
    }
}
