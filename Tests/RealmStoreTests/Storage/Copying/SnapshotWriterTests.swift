import Foundation
import Testing

@testable import RealmStore
@testable import TestSupport

/// The writer of whole files, below the public API.
@Suite("Snapshot writer") struct SnapshotWriterTests {
    private let directory: TemporaryDirectory
    private var target: URL { directory.url.appendingPathComponent("target") }

    init() throws { directory = try TemporaryDirectory() }

    private func open(_ file: URL, _ key: EncryptionKey? = nil) throws -> RealmFile {
        try RealmFile.open(file.path, key: key, sharing: .none)
    }

    private func source(_ name: String) throws -> RealmFile {
        try open(Fixture.named(name).copy(into: directory))
    }

    private func write(
        _ source: RealmFile, section: Int = FreeSpace.sectionByteCount, version: UInt64? = nil
    ) throws -> SnapshotWriter.Summary {
        let file = try FileDescriptor.open(target.path, .readWrite, create: 0o600)
        return try SnapshotWriter.write(
            SnapshotSource(source), to: file, at: target.path, key: nil, version: version,
            layout: SnapshotLayout(sectionByteCount: section))
    }

    /// Ranges of all nodes.
    private struct Places: NodeTreeVisitor {
        var ranges: [Range<Int>] = []

        mutating func visit(_ node: Node) -> Ref {
            ranges.append(node.ref.offset..<node.ref.offset + node.footprint)
            return node.ref
        }

        mutating func visit(_ node: Node, slots: [Int64]) -> Ref { visit(node) }
    }

    @Test func `no node crosses a section`() throws {
        let section = 1 << 18
        _ = try write(source("churned"), section: section)
        let copy = try open(target)
        var places = Places()
        var walk = NodeTreeWalk(copy.space, path: "")
        _ = try walk.run(try #require(copy.top).ref, &places)
        #expect(places.ranges.allSatisfy { $0.lowerBound / section == ($0.upperBound - 1) / section })
        let free = try FreeList(try #require(copy.top), in: copy.space)
        #expect(free.count > 1)
        let report = try Realm.verify(at: target)
        #expect(report.isSound, "\(report.problems)")
    }

    @Test(arguments: ["churned", "links", "names", "contacts_1k.enc", "empty"])
    func `a plan says how the file begins`(_ name: String) throws {
        let fixture = Fixture.named(name)
        let source = try SnapshotSource(
            open(fixture.copy(into: directory), fixture.key.flatMap { EncryptionKey($0) }))
        let file = try FileDescriptor.open(target.path, .readWrite, create: 0o600)
        _ = try SnapshotWriter.write(source, to: file, at: target.path, key: nil, version: 7)
        let plan = try SnapshotPlan(source, version: 7)
        #expect(try Data(contentsOf: target).prefix(24) == Data(plan.header))
    }

    @Test func `a plan leaves the same gaps`() throws {
        let (source, section) = (try source("churned"), 1 << 18)
        _ = try write(source, section: section, version: 7)
        let layout = SnapshotLayout(sectionByteCount: section)
        let plan = try SnapshotPlan(SnapshotSource(source), version: 7, layout: layout)
        #expect(try Data(contentsOf: target).prefix(24) == Data(plan.header))
        #expect(try plan != SnapshotPlan(SnapshotSource(source), version: 7))
    }

    @Test func `a stream of another version than was planned ends in an error`() throws {
        let (source, other) = (try SnapshotSource(source("links")), try SnapshotSource(source("churned")))
        let plan = try SnapshotPlan(other, version: 1)
        let error = #expect(throws: StorageError.self) {
            try SnapshotWriter.stream(source, plan, to: DigestSink(), at: "", key: nil, version: 1)
        }
        #expect(error?.kind == .changedWhileReading)
    }

    @Test func `a node larger than a section is refused`() throws {
        let source = try source("big_blobs")
        let error = #expect(throws: StorageError.self) { try write(source, section: 1 << 18) }
        #expect(error?.kind == .damaged)
    }

    @Test func `the digest is that of the source and of the copy`() throws {
        let source = try source("links")
        let written = try write(source)
        #expect(try SnapshotWriter.summary(of: SnapshotSource(source)) == written)
        #expect(try SnapshotWriter.summary(of: SnapshotSource(open(target))) == written)
        #expect(written.nodeCount > 100)
    }

    @Test(arguments: ["churned", "contacts_1k.enc"])
    func `a file is read again after its memory was given back`(_ name: String) throws {
        let fixture = Fixture.named(name)
        let file = try open(fixture.copy(into: directory), fixture.key.flatMap { EncryptionKey($0) })
        let source = try SnapshotSource(file)
        let roots = try #require(source.roots)
        let node = try file.space.node(roots.names)
        let first = node.slot(0).raw
        var releaseCount = 0
        var digests: [TreeDigest] = []
        for step in [Int.max, 1] {
            var walk = NodeTreeWalk(
                source.space, path: "",
                release: {
                    source.releaseMemory()
                    releaseCount += 1
                }, releaseStep: step)
            var reader = Digest()
            _ = try walk.run(roots.tables, &reader)
            digests.append(reader.digest)
            #expect(step > 1 || releaseCount == walk.nodeCount - 1)
        }
        #expect(releaseCount > 100 && digests[0] == digests[1])
        // A node that others have looked up is where it was.
        #expect(node.slot(0).raw == first)
    }

    /// Adds up the nodes that a walk visits.
    private struct Digest: NodeTreeVisitor {
        var digest = TreeDigest()

        mutating func visit(_ node: Node) -> Ref {
            digest.add(node)
            return node.ref
        }

        mutating func visit(_ node: Node, slots: [Int64]) -> Ref {
            digest.add(node.kind, slots: slots)
            return node.ref
        }
    }

    @Test func `the digest sees one changed bit`() throws {
        let damaged = try DamagedFile("ints")
        let before = try SnapshotWriter.summary(of: SnapshotSource(damaged.file))
        let top = try #require(damaged.file.top)
        var places = Places()
        var walk = NodeTreeWalk(damaged.file.space, path: "")
        _ = try walk.run(top.tables, &places)
        let leaf = try #require(places.ranges.first { $0.count > 512 })
        damaged.bytes[leaf.lowerBound + 16] ^= 1
        let file = try directory.file("changed", Data(damaged.bytes))
        #expect(try SnapshotWriter.summary(of: SnapshotSource(open(file))) != before)
    }

    @Test func `padding and bits beyond the last element are written as zeros`() throws {
        let places = try placesOfPadding(in: source("strings"))
        #expect(places.contains { $0 != 0 })
        _ = try write(source("strings"))
        #expect(try placesOfPadding(in: open(target)).allSatisfy { $0 == 0 })
    }

    /// The unused bits of each node's last word.
    private func placesOfPadding(in file: RealmFile) throws -> [UInt64] {
        struct Reader: NodeTreeVisitor {
            var words: [UInt64] = []

            mutating func visit(_ node: Node) -> Ref {
                let normal = NormalNode(node)
                if normal.footprint > Node.headerByteCount {
                    let last = node.payload + (normal.footprint - 2 * Node.headerByteCount)
                    words.append(last.load(as: UInt64.self) ^ normal.lastWord)
                }
                return node.ref
            }

            mutating func visit(_ node: Node, slots: [Int64]) -> Ref { node.ref }
        }
        var reader = Reader()
        var walk = NodeTreeWalk(file.space, path: "")
        _ = try walk.run(try #require(file.top).tables, &reader)
        return reader.words
    }

    @Test(arguments: [22, 23]) func `an older format must be upgraded first`(_ format: UInt8) throws {
        let bytes = try Fixture.named("versioned_1").bytes()
        var old = bytes
        (old[20], old[21]) = (format, format)
        let file = try directory.file("old", old)
        let error = #expect(throws: StorageError.self) { try write(open(file)) }
        #expect(error?.kind == .upgradeRequired(Int(format)))
    }

    @Test func `every width packs what it can hold`() {
        let samples: [[Int64]] = [
            [0, 0, 0], [0, 1, 1], [3, 0, 2], [15, 7, 0], [-128, 127, 0], [-32768, 200], [Int64(Int32.max), -1],
            [.min, .max, -1, 1],
        ]
        for (index, values) in samples.enumerated() {
            let code = IntegerPacking.widthCode(for: values)
            #expect(code == (index < 6 ? UInt8(index) : index == 6 ? 6 : 7))
            let words = IntegerPacking.words(values, widthCode: code)
            words.withUnsafeBytes { bytes in
                let start = bytes.baseAddress ?? UnsafeRawPointer(bitPattern: 8)!
                let array = IntegerArray(payload: start, count: values.count, widthCode: code)
                #expect((0..<values.count).map { array[$0] } == values)
            }
        }
    }
}
