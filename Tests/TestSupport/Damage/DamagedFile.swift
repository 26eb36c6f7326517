import Foundation
import Testing

@testable import RealmStore

/// A copy of a fixture in which bytes are changed, at positions found by the engine's readers in the undamaged file.
final class DamagedFile {
    private let directory: TemporaryDirectory
    private let fixture: Fixture
    let file: RealmFile
    let group: Group
    var bytes: [UInt8]

    /// - Parameter change: a change written to the copy first.
    init(_ name: String, after change: ((Realm) throws -> Void)? = nil) throws {
        directory = try TemporaryDirectory()
        fixture = .named(name)
        let url = try fixture.copy(into: directory)
        if let change {
            let realm = try Realm(configuration: .init(fileURL: url, encryptionKey: fixture.key))
            try realm.write { try change(realm) }
        }
        bytes = Array(try Data(contentsOf: url))
        file = try RealmFile.open(url.path, key: fixture.key.flatMap { EncryptionKey($0) }, sharing: .none)
        group = try Group(file)
    }

    /// The Realm of the changed bytes, written to `url`; with the classes of the file.
    func opened(at url: URL) throws -> Realm {
        try Data(bytes).write(to: url)
        var configuration = Realm.Configuration(fileURL: url)
        configuration.lockMode = .privateFile
        configuration.schemaMode = .discovered
        return try Realm(configuration: configuration)
    }

    var space: NodeSpace { file.space }
    var top: Ref { file.header.topRef }

    func table(_ name: String) throws -> Table { try #require(group.table(ofClass: name)) }

    func column(_ table: String, _ name: String) throws -> Column {
        let owner = try self.table(table)
        return try #require(owner.column(named: name))
    }

    /// The first cluster of a class.
    func cluster(_ table: String) throws -> ClusterLeaf { try self.table(table).objects().leaf(containing: 0).leaf }

    /// The leaf of a property in the first cluster.
    func leaf(_ table: String, _ name: String) throws -> Ref {
        try cluster(table).column(column(table, name).leafIndex)
    }

    /// The collection of a property in the first object whose collection `fits`.
    func collection(_ table: String, _ name: String, where fits: (Node) throws -> Bool = { _ in true }) throws -> Node {
        let slots = try space.node(leaf(table, name))
        for row in 0..<slots.count {
            if let root = slots.slot(row).ref, try fits(space.node(root)) { return try space.node(root) }
        }
        throw Missing()
    }

    struct Missing: Error {}

    func child(_ ref: Ref, _ index: Int) throws -> Ref {
        let node = try space.node(ref)
        return try #require(node.slot(index).ref)
    }

    /// Writes an element of a node of integers or refs; low bits, if it is narrower.
    func set(_ index: Int, of ref: Ref, to value: Int64) throws {
        let node = try space.node(ref)
        let width = node.kind.width
        if width < 8 {
            let bit = index * width
            let offset = ref.offset + 8 + bit / 8
            let mask = UInt8(((1 << width) - 1) << (bit % 8))
            let shifted = UInt8(truncatingIfNeeded: value) << UInt8(bit % 8)
            bytes[offset] = (bytes[offset] & ~mask) | (shifted & mask)
        } else {
            write(value, byteCount: width / 8, at: ref.offset + 8 + index * width / 8)
        }
    }

    func write(_ value: Int64, byteCount: Int, at offset: Int) {
        for byte in 0..<byteCount { bytes[offset + byte] = UInt8(truncatingIfNeeded: value >> Int64(8 * byte)) }
    }

    func setCount(of ref: Ref, to count: Int) {
        for (index, shift) in [16, 8, 0].enumerated() {
            bytes[ref.offset + 5 + index] = UInt8((count >> shift) & 0xFF)
        }
    }

    func setKind(of ref: Ref, to kind: UInt8) { bytes[ref.offset + 4] = kind }

    func verify(_ level: Realm.VerifyLevel = .full) throws -> VerificationReport {
        let url = try directory.file("damaged.realm", Data(bytes))
        return try Realm.verify(at: url, encryptionKey: fixture.key, level: level, lockMode: .privateFile)
    }

    /// Expects an error of that code at that place; a place that ends in `[` matches every object.
    func expect(
        _ code: VerificationReport.Code, at place: String? = nil, level: Realm.VerifyLevel = .full,
        opens: Bool? = nil, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let report = try verify(level)
        let isFound = report.problems.contains { problem in
            guard problem.code == code, problem.severity == .error else { return false }
            guard let place else { return true }
            return place.hasSuffix("[") ? problem.where?.hasPrefix(place) ?? false : problem.where == place
        }
        #expect(isFound, "\(report.problems)", sourceLocation: sourceLocation)
        if let opens { #expect(report.opens == opens, sourceLocation: sourceLocation) }
    }
}
