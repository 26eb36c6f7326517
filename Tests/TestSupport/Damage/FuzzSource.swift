import Foundation

@testable import RealmStore

/// A fixture to be mutated: its bytes, and the positions of its nodes.
struct FuzzSource: Sendable {
    struct Place: Sendable {
        let ref: Int
        let kind: UInt8
        let count: Int
        let footprint: Int

        var hasRefs: Bool { kind & 0x40 != 0 }
        /// Bits of an element; 0 where elements are not integers.
        var width: Int { kind & 0x18 == 0 ? (1 << Int(kind & 7)) >> 1 : 0 }
    }

    let fixture: Fixture
    let bytes: [UInt8]
    let nodes: [Place]

    init(_ fixture: Fixture, in directory: TemporaryDirectory) throws {
        try self.init(Array(fixture.bytes()), like: fixture, in: directory)
    }

    /// Another file, which takes the same key as `fixture`.
    init(_ bytes: [UInt8], like fixture: Fixture, in directory: TemporaryDirectory) throws {
        self.fixture = fixture
        self.bytes = bytes
        guard !fixture.isEncrypted else {
            nodes = []
            return
        }
        let url = try directory.file("source.realm", Data(bytes))
        defer { try? FileManager.default.removeItem(at: url) }
        let file = try RealmFile.open(url.path, key: nil, sharing: .none)
        defer { withExtendedLifetime(file) {} }
        var found: [Place] = []
        var pending = [file.header.topRef].filter { !$0.isNone }
        while let ref = pending.popLast() {
            let node = try file.space.node(ref)
            found.append(
                Place(ref: ref.offset, kind: node.kind.byte, count: node.count, footprint: node.footprint))
            if node.kind.hasRefs { pending += (0..<node.count).compactMap { node.slot($0).ref } }
        }
        nodes = found
    }
}
