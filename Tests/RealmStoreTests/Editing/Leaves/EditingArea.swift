@testable import RealmStore

/// An arena over committed nodes made by hand, or over none.
final class EditingArea {
    let arena: Arena
    /// Bytes of the committed part.
    let end: Int
    private let range: AddressRange

    private static let arenaStart = 1 << 30

    /// - Parameter build: makes the committed nodes with the arena that it is given; their refs are the same in
    ///   `space` of the result.
    init() throws {
        range = try AddressRange(atLeast: 1 << 33)
        end = FileLayout.headerByteCount
        arena = Arena(
            over: NodeSpace(base: range.base, end: end, pages: nil), in: range, from: EditingArea.arenaStart)
    }

    /// Commits the bytes of a file image, whose nodes the arena then copies before it changes them.
    init(committed bytes: [UInt8]) throws {
        range = try AddressRange(atLeast: 1 << 33)
        let pages = (max(bytes.count, 1) + 4095) / 4096 * 4096
        try range.allocate(byteCount: pages, at: 0).copyMemory(from: bytes, byteCount: bytes.count)
        end = bytes.count
        arena = Arena(
            over: NodeSpace(base: range.base, end: end, pages: nil), in: range, from: EditingArea.arenaStart)
    }

    var space: NodeSpace { arena.space }
}
