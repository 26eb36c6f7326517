import Foundation
import Testing

@testable import RealmStore
@testable import RealmTools
@testable import TestSupport

/// A file with misplaced nodes or inconsistent counts is not rewritten as if it were sound.
@Suite struct UnsoundSourceTests {
    private let directory: TemporaryDirectory
    private var url: URL { directory.url.appendingPathComponent("unsound.realm") }
    private var target: URL { directory.url.appendingPathComponent("target.realm") }

    init() throws { directory = try TemporaryDirectory() }

    private var configuration: Realm.Configuration {
        var configuration = Realm.Configuration(fileURL: url)
        configuration.lockMode = .privateFile
        configuration.schemaMode = .discovered
        return configuration
    }

    private func place(_ damaged: DamagedFile) throws { try Data(damaged.bytes).write(to: url) }

    /// The code of the error that `body` throws; nil if it does not throw.
    private func code(_ body: () throws -> Void) -> Realm.Error.Code? {
        do { try body() } catch { return (error as? Realm.Error)?.code }
        return nil
    }

    /// Every operation that creates one file from another.
    private func rewrites() -> [(String, () throws -> Void)] {
        let archive = directory.url.appendingPathComponent("a.realm.tar.zst")
        return [
            ("compact", { _ = try Realm.compact(for: configuration) }),
            ("copy", { try Realm(configuration: configuration).writeCopy(toFile: target) }),
            ("encrypt", { try Realm.changeEncryptionKey(for: configuration, to: Fixture.key) }),
            ("backup", { _ = try RealmBackup.create(from: configuration, to: archive) }),
            (
                "full backup",
                {
                    var options = RealmBackup.Options()
                    options.verification = .full
                    _ = try RealmBackup.create(from: configuration, to: archive, options: options)
                }
            ),
            (
                "enumeration",
                {
                    var options = Realm.FileWriteOptions()
                    options.enumeratesStrings = true
                    try Realm(configuration: configuration).writeCopy(
                        toFile: target, encryptionKey: nil, options: options)
                }
            ),
        ]
    }

    private func expectRefusals(_ damaged: DamagedFile) throws {
        try place(damaged)
        for (name, rewrite) in rewrites() {
            #expect(code(rewrite) == .invalidDatabase, "\(name)")
            #expect(try Array(Data(contentsOf: url)) == damaged.bytes, "\(name)")
            #expect(!FileManager.default.fileExists(atPath: target.path), "\(name)")
        }
    }

    @Test func `a node that is used twice is not rewritten as two`() throws {
        let damaged = try DamagedFile("types_all")
        let (first, second) = (try damaged.leaf("AllInt", "req"), try damaged.column("AllInt", "opt"))
        try damaged.set(second.leafIndex + 1, of: damaged.cluster("AllInt").ref, to: Int64(first.offset))
        try expectRefusals(damaged)
    }

    @Test func `a text in a node of its own that lost its end is not rewritten`() throws {
        let damaged = try DamagedFile("types_all")
        // A key of a dictionary, beside one of more than 63 bytes.
        let texts = damaged.bytes.indices.filter { place in
            place % 8 == 0 && place + 16 <= damaged.bytes.count
                && Array(damaged.bytes[place..<place + 8]) == [0x41, 0x41, 0x41, 0x41, 0x11, 0, 0, 2]
                && damaged.bytes[place + 9] == 0
        }
        let place = try #require(texts.first)
        damaged.setCount(of: Ref(place), to: 1)
        try expectRefusals(damaged)
    }

    @Test func `a number of a text that is stored once must be that of one`() throws {
        let damaged = try DamagedFile("strings")
        let leaf = try damaged.leaf("Enumerated", "plain")
        damaged.bytes[leaf.offset + Node.headerByteCount] = 0xFF
        try expectRefusals(damaged)
    }

    @Test func `nodes that overlap are not rewritten`() throws {
        let damaged = try DamagedFile("types_all")
        let leaf = try damaged.space.node(damaged.leaf("AllInt", "req"))
        damaged.setCount(of: leaf.ref, to: leaf.count + 64)
        try expectRefusals(damaged)
    }

    @Test func `bytes that are neither used nor free are noticed`() throws {
        let damaged = try DamagedFile("types_all")
        let list = try #require(damaged.file.top).freeLengths
        let first = try damaged.space.integers(list, "lengths")[0]
        try damaged.set(0, of: list, to: first - 8)
        try expectRefusals(damaged)
    }

    @Test func `a node in free space is noticed`() throws {
        let damaged = try DamagedFile("types_all")
        let list = try #require(damaged.file.top).freePositions
        let first = try damaged.space.integers(list, "positions")[0]
        try damaged.set(0, of: list, to: first + 8)
        try expectRefusals(damaged)
    }

    @Test func `a link without its backlink is not rewritten`() throws {
        let damaged = try DamagedFile("types_all")
        let leaf = try damaged.leaf("AllLink", "opt")
        let links = try damaged.space.integers(leaf, "links")
        let row = try #require((0..<links.count).first { links[$0] > 1 })
        try damaged.set(row, of: leaf, to: links[row] - 1)
        try expectRefusals(damaged)
    }

    @Test func `an index that lacks an object is not rewritten`() throws {
        let damaged = try DamagedFile("contacts_10k")
        let index = try damaged.column("Tag", "name").indexRoot
        let node = try damaged.space.refs(index, "an index", context: true)
        let row = try #require((1..<node.count).first { node.slot($0).number != nil })
        let number = try #require(node.slot(row).number)
        try damaged.set(row, of: index, to: Int64((number + 1) << 1) | 1)
        try expectRefusals(damaged)
    }
}
