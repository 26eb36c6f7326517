import Foundation
import TestSupport
import Testing

@testable import RealmStore
@testable import RealmTools

/// Archives that are damaged, truncated or forged: they are refused with the stage that fails, and nothing is written.
///
///     REALMSTORE_ARCHIVE_MUTANTS      how many random archives are read (300)
///     REALMSTORE_ARCHIVE_SEED the seed
@Suite("Backup: damage") struct BackupDamageTests {
    private let place: BackupPlace
    private let archive: URL
    private let manifest: RealmBackup.Manifest
    private let bytes: Data
    /// The start of the second frame.
    private let secondFrame: Int

    private static let environment = ProcessInfo.processInfo.environment
    private static let mutants = environment["REALMSTORE_ARCHIVE_MUTANTS"].flatMap { Int($0) } ?? 300

    init() throws {
        place = try BackupPlace()
        archive = place.url("a.realm.tar.zst")
        manifest = try RealmBackup.create(from: place.fixture("empty_classes"), to: archive)
        bytes = try Data(contentsOf: archive)
        let magic = Data(ZstdInput.magic)
        secondFrame = try #require(bytes.range(of: magic, in: 4..<bytes.count)?.lowerBound)
    }

    /// Two frames with this content.
    private func pack(_ frames: [[UInt8]], to url: URL? = nil) throws -> URL {
        let url = url ?? place.url("packed.realm.tar.zst")
        try Data().write(to: url)
        var output = try ZstdOutput(FileDescriptor.open(url.path, .readWrite))
        for frame in frames {
            try output.beginFrame(ZstdOutput.Settings(level: 3), byteCount: frame.count)
            try output.append(frame)
            try output.endFrame()
        }
        return url
    }

    private func unpacked() throws -> [[UInt8]] {
        var input = try ZstdInput(FileDescriptor.open(archive.path, .readOnly))
        let first = try #require(try input.frame(upTo: 1 << 20))
        return [first, try input.read(.max)]
    }

    private func member(_ name: String, _ content: [UInt8]) -> [UInt8] {
        TarHeader(name: name, byteCount: content.count, modified: 0).bytes + content
            + [UInt8](repeating: 0, count: TarHeader.padding(content.count))
    }

    /// The stage at which an archive fails, also when it is to be restored over a file, which stays as it is.
    private func failure(_ archive: URL) throws -> RealmBackup.Stage? {
        let report = try RealmBackup.verify(archive)
        let target = place.url("target.realm")
        let old = try Fixture.named("links").bytes()
        try old.write(to: target)
        let before = try place.names()
        var options = RealmBackup.RestoreOptions()
        options.replacesExisting = true
        guard let failed = report.failed else { return nil }
        let error = #expect(throws: RLMError.self) {
            try RealmBackup.restore(archive, to: place.configuration(target), options: options)
        }
        #expect(error?.code == .badArchive && error?.backupStage == failed)
        #expect(error?.localizedDescription.contains(archive.path) == true)
        #expect(try Data(contentsOf: target) == old)
        #expect(try place.names() == before)
        return failed
    }

    // MARK: Bytes

    @Test func `a changed byte anywhere is found`() throws {
        let damaged = place.url("damaged.realm.tar.zst")
        for offset in bytes.indices {
            var changed = bytes
            changed[offset] ^= 1 << UInt8(offset % 8)
            try changed.write(to: damaged)
            let report = try RealmBackup.verify(damaged)
            // Some bits of a frame mean nothing: if the archive is sound, its content is unchanged.
            if report.isSound { #expect(report.manifest == manifest, "offset \(offset)") }
        }
    }

    @Test func `an archive that ends anywhere too early is refused`() throws {
        let short = place.url("short.realm.tar.zst")
        for count in bytes.indices {
            try bytes.prefix(count).write(to: short)
            let report = try RealmBackup.verify(short)
            let expected: RealmBackup.Stage = count == secondFrame ? .structure : .compression
            #expect(report.failed == expected, "\(count) bytes: \(report.message ?? "")")
        }
    }

    @Test func `header, manifest, middle and tail: a restore names the stage and changes nothing`() throws {
        let damaged = place.url("damaged.realm.tar.zst")
        let offsets = [
            0, 5, 20, secondFrame / 2, secondFrame - 1, secondFrame, secondFrame + 8,
            (secondFrame + bytes.count) / 2, bytes.count - 5, bytes.count - 1,
        ]
        for offset in offsets {
            var changed = bytes
            changed[offset] ^= 0xFF
            try changed.write(to: damaged)
            #expect(try failure(damaged) == .compression, "offset \(offset)")
        }
        for count in [0, 1, 4, secondFrame - 1, secondFrame + 1, bytes.count / 2, bytes.count - 1] {
            try bytes.prefix(count).write(to: damaged)
            #expect(try failure(damaged) == .compression, "\(count) bytes")
        }
        try bytes.prefix(secondFrame).write(to: damaged)
        #expect(try failure(damaged) == .structure)
        try (bytes + Data("more".utf8)).write(to: damaged)
        #expect(try failure(damaged) == .compression)
    }

    @Test func `frames behind the archive are refused, skippable ones are not`() throws {
        let skippable = Data([0x50, 0x2A, 0x4D, 0x18, 3, 0, 0, 0, 1, 2, 3])
        let longer = place.url("longer.realm.tar.zst")
        try (bytes + skippable).write(to: longer)
        #expect(try failure(longer) == nil)
        let content = try unpacked()
        #expect(try failure(pack(content)) == nil)
        #expect(try failure(pack(content + [[0]])) == .structure)
        #expect(try failure(pack(content + content)) == .structure)
    }

    // MARK: Members

    @Test func `other members than the two are refused`() throws {
        let content = try unpacked()
        let realm = Array(content[1][512...])
        let end = TarHeader.end
        #expect(try failure(pack([content[0] + content[0], content[1]])) == .structure)
        #expect(try failure(pack([content[0] + content[1]])) == .structure)
        #expect(try failure(pack([content[0], end])) == .structure)
        #expect(try failure(pack([content[1], content[1]])) == .structure)
        #expect(try failure(pack([member("other.json", [123, 125]), content[1]])) == .structure)
        #expect(try failure(pack([content[0], member("../app.realm", realm) + end])) == .structure)
        #expect(try failure(pack([content[0], member("other.realm", Array(realm.prefix(4096))) + end])) == .structure)
        #expect(try failure(pack([content[0], Array(content[1].dropLast(512))])) == .structure)
        #expect(try failure(pack([content[0], content[1].dropLast(1024) + member("x", [1]) + end])) == .structure)
    }

    @Test func `a Realm with another digest is refused`() throws {
        var content = try unpacked()
        content[1][600] ^= 1
        #expect(try failure(pack(content)) == .contents)
    }

    @Test func `a file that is not a Realm is refused, regardless of its digest`() throws {
        let noise = (0..<8192).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        let digest = SHA256.digest(noise).hexadecimal
        let json = manifest.json.replacing(manifest.realm.sha256, with: digest)
            .replacing("\"bytes\": \(manifest.realm.bytes)", with: "\"bytes\": 8192")
        let first = member("manifest.json", Array(json.utf8))
        let url = try pack([first, member(manifest.realm.member, noise) + TarHeader.end])
        #expect(try RealmBackup.verify(url).isSound)
        #expect(try RealmBackup.verify(url, deep: true).failed == .realm)
        let error = #expect(throws: RLMError.self) {
            try RealmBackup.restore(url, to: place.configuration(place.url("back.realm")))
        }
        #expect(error?.backupStage == .realm)
        #expect(try !place.names().contains("back.realm"))
    }

    @Test func `a manifest that lies about the classes is refused`() throws {
        let class1 = try #require(manifest.realm.classes.first)
        let json = manifest.json.replacing(
            "\"\(class1.name)\", \"objects\": 0", with: "\"\(class1.name)\", \"objects\": 7")
        #expect(json != manifest.json)
        let url = try pack([member("manifest.json", Array(json.utf8)), unpacked()[1]])
        let error = #expect(throws: RLMError.self) {
            try RealmBackup.restore(url, to: place.configuration(place.url("back.realm")))
        }
        #expect(error?.backupStage == .realm)
    }

    @Test func `a plain Realm that is said to be encrypted is refused`() throws {
        let json = manifest.json.replacing("\"encrypted\": false", with: "\"encrypted\": true")
        #expect(json != manifest.json)
        #expect(try failure(pack([member("manifest.json", Array(json.utf8)), unpacked()[1]])) == .contents)
    }

    @Test(arguments: [
        ".hidden.realm", "app.realm.lock", "a\\nb.realm", "a\\u001b[2J.realm", "a\\u009bm.realm", "a\\u202erm.realm",
        "a\\u007f.realm",
    ])
    func `a member whose name is hidden, a lock file's or not what it looks like is refused`(name: String) throws {
        let json = manifest.json.replacing(manifest.realm.member, with: name)
        #expect(json != manifest.json)
        #expect(try failure(pack([member("manifest.json", Array(json.utf8)), unpacked()[1]])) == .structure)
    }

    @Test(arguments: [".hidden.realm", "app.lock", "a\nb.realm", "...", "manifest.json", "\u{202E}x.realm"])
    func `a Realm of any name can be archived and restored`(name: String) throws {
        let source = place.url(name)
        try Fixture.named("empty_classes").bytes().write(to: source)
        let archive = place.url("named.realm.tar.zst")
        let made = try RealmBackup.create(from: place.configuration(source), to: archive)
        #expect(try RealmBackup.manifest(of: archive) == made)
        #expect(try RealmBackup.restore(archive, to: place.configuration(place.url("back.realm"))).isStructureChecked)
    }

    // MARK: Manifests

    @Test(arguments: [
        "", "{", "[]", "null", "{}", "{\"format\": \"tar\", \"formatVersion\": 1}",
        "{\"format\": \"realmctl-backup\", \"formatVersion\": 2}",
        "{\"format\": \"realmctl-backup\", \"formatVersion\": 1}",
    ])
    func `a manifest without what it must say is refused`(json: String) throws {
        #expect(try failure(pack([member("manifest.json", Array(json.utf8)), unpacked()[1]])) == .structure)
    }

    @Test(arguments: [
        ("\"bytes\": 4096", "\"bytes\": -1"), ("\"bytes\": 4096", "\"bytes\": 99999999999999999999"),
        ("\"bytes\": 4096", "\"bytes\": \"4096\""), ("\"level\": 3", "\"level\": null"),
        ("empty_classes.realm\", \"bytes", "../a.realm\", \"bytes"),
        ("empty_classes.realm\", \"bytes", "..\", \"bytes"),
        ("empty_classes.realm\", \"bytes", "\", \"bytes"), ("\"history\": \"", "\"history\": \"x"),
        ("\"created\": \"2", "\"created\": \"x2"),
    ])
    func `a manifest with a wrong value is refused`(old: String, new: String) throws {
        let json = manifest.json.replacing(old, with: new)
        #expect(json != manifest.json)
        #expect(try failure(pack([member("manifest.json", Array(json.utf8)), unpacked()[1]])) == .structure)
    }

    @Test func `unknown keys are ignored, a newer format is not`() throws {
        let more = manifest.json.replacing("{\"format\"", with: "{\"colour\": [1, {}], \"format\"")
        let url = try pack([member("manifest.json", Array(more.utf8)), unpacked()[1]])
        #expect(try RealmBackup.manifest(of: url) == manifest)
        let newer = manifest.json.replacing("\"formatVersion\": 1", with: "\"formatVersion\": 2")
        let message = try RealmBackup.verify(pack([member("manifest.json", Array(newer.utf8)), unpacked()[1]])).message
        #expect(message?.contains("format version 2") == true)
    }

    @Test func `a file that is not an archive is refused`() throws {
        for content in [Data(), Data("text".utf8), try Fixture.named("empty").bytes(), Data(count: 10_000)] {
            let url = try place.directory.file("none.realm.tar.zst", content)
            #expect(throws: RLMError.self) { try RealmBackup.manifest(of: url) }
            #expect(try failure(url) == .compression)
        }
        #expect(throws: RLMError.self) { try RealmBackup.manifest(of: place.directory.url) }
        #expect(throws: RLMError.self) { try RealmBackup.manifest(of: place.url("missing.realm.tar.zst")) }
    }

    // MARK: Chance

    @Test func `random archives are refused or sound`() throws {
        let seed =
            BackupDamageTests.environment["REALMSTORE_ARCHIVE_SEED"].flatMap { UInt64($0) } ?? .random(in: 0...(.max))
        print("archives, seed \(seed)")
        var random = SeededGenerator(seed: seed)
        let frames = try unpacked()
        let mutant = place.url("mutant.realm.tar.zst")
        for round in 0..<BackupDamageTests.mutants {
            if random.next() % 2 == 0 {
                var changed = bytes
                random.change(&changed)
                try changed.write(to: mutant)
            } else {
                // Behind sound frames the reader of tar and manifest sees the damage.
                var (first, second) = (Data(frames[0]), Data(frames[1]))
                if random.next() % 2 == 0 { random.change(&first) } else { random.change(&second) }
                _ = try pack([Array(first), Array(second)], to: mutant)
            }
            let report = try RealmBackup.verify(mutant)
            let target = place.url("back.realm")
            do {
                try RealmBackup.restore(mutant, to: place.configuration(target))
                #expect(report.isSound, "seed \(seed), round \(round)")
                try FileManager.default.removeItem(at: target)
            } catch let error as RLMError {
                #expect([.badArchive, .outOfDiskSpace].contains(error.code), "seed \(seed), round \(round): \(error)")
            }
        }
    }
}

extension SeededGenerator {
    /// Changes, removes, inserts or repeats bytes.
    fileprivate mutating func change(_ bytes: inout Data) {
        for _ in 0...below(4) where !bytes.isEmpty {
            let start = below(bytes.count)
            let end = min(bytes.count, start + 1 + below(40))
            switch next() % 5 {
            case 0: bytes[start] = UInt8(truncatingIfNeeded: next())
            case 1: bytes.removeSubrange(start..<end)
            case 2: bytes.insert(contentsOf: Array(bytes[start..<end]), at: start)
            case 3:
                bytes.replaceSubrange(start..<end, with: (start..<end).map { _ in UInt8(truncatingIfNeeded: next()) })
            default: bytes.removeSubrange(start...)
            }
            bytes = Data(bytes)
        }
    }
}
