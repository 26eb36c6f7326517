import Foundation

@testable import RealmStore

/// Files put together from the nodes of an arena, as a commit would, but without history and free space.
enum PlainFile {
    /// The bytes of a file with these tables.
    static func bytes(names: Ref, tables: Ref, in space: NodeSpace) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: FileLayout.headerByteCount)
        let newNames = try append(names, to: &bytes, in: space)
        let newTables = try append(tables, to: &bytes, in: space)
        let end = bytes.count + 8 + 3 * 8
        let top = node(kind: 0x47, count: 3, payload: [newNames, newTables, (end << 1) | 1].flatMap(littleEndian))
        let topRef = bytes.count
        bytes += top
        bytes.replaceSubrange(
            0..<24, with: littleEndian(topRef) + littleEndian(0) + Array("T-DB".utf8) + [24, 0, 0, 0])
        return bytes
    }

    /// Opens a file of those bytes; it is removed at once, and lives as long as the result.
    static func open(_ bytes: [UInt8]) throws -> RealmFile {
        let path = NSTemporaryDirectory() + "plain-\(UUID().uuidString).realm"
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        return try RealmFile.open(path, key: nil, sharing: .none)
    }

    /// A file to which nothing was ever committed.
    static func empty() throws -> RealmFile {
        try open([UInt8](repeating: 0, count: 16) + Array("T-DB".utf8) + [0, 0, 0, 0])
    }

    private static func append(_ ref: Ref, to bytes: inout [UInt8], in space: NodeSpace) throws -> Int {
        let found = try space.node(ref)
        var payload = [UInt8](found.bytes)
        if found.kind.hasRefs {
            payload = []
            for index in 0..<found.count {
                let slot = found.slot(index)
                let child = try slot.ref.map { try append($0, to: &bytes, in: space) }
                payload += littleEndian(child ?? Int(slot.raw))
            }
        }
        let kind = found.kind.hasRefs ? found.kind.byte | 7 : found.kind.byte
        let position = bytes.count
        bytes += node(kind: kind, count: found.count, payload: payload)
        return position
    }

    private static func node(kind: UInt8, count: Int, payload: [UInt8]) -> [UInt8] {
        let size = [UInt8((count >> 16) & 0xFF), UInt8((count >> 8) & 0xFF), UInt8(count & 0xFF)]
        let header = Array("AAAA".utf8) + [kind] + size
        return header + payload + [UInt8](repeating: 0, count: (8 - payload.count % 8) % 8)
    }

    private static func littleEndian(_ number: Int) -> [UInt8] {
        withUnsafeBytes(of: UInt64(bitPattern: Int64(number)).littleEndian) { Array($0) }
    }
}
