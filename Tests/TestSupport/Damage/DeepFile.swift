import Testing

@testable import RealmStore

/// A file in which a part of a table is below 20,000 nodes that have one child each.
struct DeepFile {
    private(set) var bytes: [UInt8]

    /// - Parameters:
    ///   - part: of the table's array: 2 for objects, 3 for search indexes.
    ///   - kind: of the nodes; the byte in their headers.
    init(part: Int, kind: UInt8) throws {
        bytes = Array(try Fixture.named("links").bytes())
        let file = try PlainFile.open(bytes)
        defer { withExtendedLifetime(file) {} }
        let (space, top) = (file.space, try #require(file.top))
        func slots(_ ref: Ref) throws -> [Int64] {
            let node = try space.node(ref)
            return (0..<node.count).map { node.slot($0).raw }
        }
        var (tables, tops) = (try slots(top.tables), try slots(top.ref))
        var table = try slots(Ref(Int(tables[tables.count - 1])))
        var root = table[part]
        for _ in 0..<20_000 { root = add(kind, [0, 2 * 8 + 1, 2 * 1 + 1, root]) }
        table[part] = root
        tables[tables.count - 1] = add(0x47, table)
        tops[1] = add(0x47, tables)
        tops[2] = Int64(2 * (bytes.count + 8 + 8 * tops.count) + 1)
        let ref = add(0x47, tops)
        let place = 8 * Int(bytes[23] & 1)
        withUnsafeBytes(of: ref.littleEndian) { bytes.replaceSubrange(place..<place + 8, with: $0) }
    }

    private mutating func add(_ kind: UInt8, _ slots: [Int64]) -> Int64 {
        defer {
            bytes += [0x41, 0x41, 0x41, 0x41, kind] + [16, 8, 0].map { UInt8((slots.count >> $0) & 0xFF) }
            for slot in slots { withUnsafeBytes(of: slot.littleEndian) { bytes += $0 } }
        }
        return Int64(bytes.count)
    }
}
