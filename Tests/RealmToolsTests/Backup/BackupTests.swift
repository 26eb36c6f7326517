import Foundation
import TestSupport
import Testing

@testable import RealmStore
@testable import RealmTools

/// Archives that are made, listed, checked and restored.
@Suite("Backup") struct BackupTests {
    private let place: BackupPlace

    init() throws { place = try BackupPlace() }

    @Test(arguments: Fixture.all.filter { !["contacts_10k", "churned", "big_tree"].contains($0.name) })
    func `a file comes back with what it held`(fixture: Fixture) throws {
        let source = place.configuration(try fixture.copy(into: place.directory), fixture.key)
        let before = try Data(contentsOf: source.fileURL!)
        let archive = place.url("a.realm.tar.zst")
        let target = place.configuration(place.url("restored/back.realm"), fixture.key)
        var options = RealmBackup.Options()
        options.dropsSyncHistory = true
        let manifest = try RealmBackup.create(from: source, to: archive, options: options)
        #expect(try Data(contentsOf: source.fileURL!) == before)
        try FileManager.default.createDirectory(at: place.url("restored"), withIntermediateDirectories: false)
        let result = try RealmBackup.restore(archive, to: target)
        #expect(result.manifest == manifest && result.isStructureChecked && result.safetyCopy == nil)
        #expect(try place.content(of: target) == place.content(of: source))
    }

    /// The copy for a full verification lies on the disk.
    @Test(arguments: Fixture.all.filter { !["contacts_10k", "big_tree"].contains($0.name) }, [false, true])
    func `a copy on the disk and one made while it is archived are the same`(
        fixture: Fixture, decrypts: Bool
    ) throws {
        let source = place.configuration(try fixture.copy(into: place.directory), fixture.key)
        var options = RealmBackup.Options()
        options.dropsSyncHistory = true
        options.decrypts = decrypts
        let streamed = try RealmBackup.create(from: source, to: place.url("s.realm.tar.zst"), options: options)
        options.verification = .full
        let copied = try RealmBackup.create(from: source, to: place.url("c.realm.tar.zst"), options: options)
        #expect(streamed.realm == copied.realm)
        #expect(try RealmBackup.verify(place.url("s.realm.tar.zst")).failed == nil)
    }

    /// Notes with each step whether the file is open.
    private final class OpenSteps: Progress, @unchecked Sendable {
        var path = ""
        var steps: [(completed: Int64, isOpen: Bool)] = []

        override var completedUnitCount: Int64 {
            didSet { steps.append((completedUnitCount, !SessionLock.holders(path).isEmpty)) }
        }
    }

    @Test func `no version stays in use while a copy on the disk is archived`() throws {
        let source = try place.fixture("links")
        var options = RealmBackup.Options()
        options.level = 10
        let progress = OpenSteps(parent: nil)
        progress.path = source.fileURL!.path
        try RealmBackup.create(
            from: source, to: place.url("a.realm.tar.zst"), options: options, progress: progress)
        #expect(progress.steps.contains { $0.completed == 450 && $0.isOpen })
        let archiving = progress.steps.filter { $0.completed > 450 }
        #expect(!archiving.isEmpty && archiving.allSatisfy { !$0.isOpen })
    }

    @Test func `the manifest says what is in the archive`() throws {
        let source = try place.fixture("links")
        let begin = Date()
        let manifest = try RealmBackup.create(from: source, to: place.url("a.realm.tar.zst"))
        let info = try Realm.fileInfo(at: source.fileURL!)
        #expect(manifest.format == "realmctl-backup" && manifest.formatVersion == 1)
        #expect(manifest.tool == "RealmStore \(RealmStoreInformation.version)")
        #expect(abs(manifest.created.timeIntervalSince(begin)) < 100)
        #expect(manifest.origin?.path == source.fileURL!.resolvingSymlinksInPath().path)
        #expect(manifest.origin?.host == HostIdentity.name)
        #expect(manifest.realm.member == "links.realm" && !manifest.realm.encrypted)
        #expect(manifest.realm.schemaVersion == info.schemaVersion)
        #expect(manifest.realm.commitVersion == info.commitVersion)
        #expect(manifest.realm.fileFormat == 24 && manifest.realm.keyFingerprint == nil)
        #expect(
            manifest.realm.classes == info.classes.map { RealmBackup.ClassCount(name: $0.name, objects: $0.objects) })
        #expect(manifest.compression == RealmBackup.Compression(level: 3, windowLog: 27))
        #expect(try RealmBackup.manifest(of: place.url("a.realm.tar.zst")) == manifest)
    }

    @Test func `the manifest's keys come in their order`() throws {
        let manifest = try RealmBackup.create(from: place.fixture("empty"), to: place.url("a.realm.tar.zst"))
        let names = manifest.json.split(separator: "\"").map(String.init).filter { text in
            [
                "format", "formatVersion", "tool", "created", "origin", "host", "path", "realm", "member", "bytes",
                "sha256", "fileFormat", "schemaVersion", "encrypted", "keyFingerprint", "history", "commitVersion",
                "classes", "compression", "level", "windowLog",
            ].contains(text)
        }
        #expect(
            names == [
                "format", "formatVersion", "tool", "created", "origin", "host", "path", "realm", "member", "bytes",
                "sha256", "fileFormat", "schemaVersion", "encrypted", "keyFingerprint", "history", "commitVersion",
                "classes", "compression", "level", "windowLog",
            ])
    }

    @Test func `an encrypted file stays encrypted, with level 1`() throws {
        let source = try place.fixture("types_all.enc")
        var options = RealmBackup.Options()
        options.level = 19
        let manifest = try RealmBackup.create(from: source, to: place.url("a.realm.tar.zst"), options: options)
        #expect(manifest.realm.encrypted && manifest.compression.level == 1)
        #expect(manifest.realm.keyFingerprint == Realm.keyFingerprint(Fixture.key))
        let target = place.url("back.realm")
        let blind = try RealmBackup.restore(place.url("a.realm.tar.zst"), to: place.configuration(target))
        #expect(!blind.isStructureChecked)
        #expect(try place.content(of: place.configuration(target, Fixture.key)) == place.content(of: source))
    }

    @Test func `encryption is taken off, put on and changed`() throws {
        let source = try place.fixture("types_all.enc")
        let content = try place.content(of: source)
        var options = RealmBackup.Options()
        options.decrypts = true
        let (plain, secret) = (place.url("plain.realm.tar.zst"), place.url("secret.realm.tar.zst"))
        #expect(try !RealmBackup.create(from: source, to: plain, options: options).realm.encrypted)
        try RealmBackup.create(from: source, to: secret)
        let other = Data((0..<64).map { 255 - $0 })
        for (archive, key) in [(plain, nil), (secret, Fixture.key)] as [(URL, Data?)] {
            for newKey in [nil, other] {
                let target = place.url("back-\(archive.lastPathComponent)-\(newKey == nil)")
                var restoring = RealmBackup.RestoreOptions()
                restoring.encryption = .changed(newKey)
                try RealmBackup.restore(archive, to: place.configuration(target, key), options: restoring)
                #expect(try place.content(of: place.configuration(target, newKey)) == content)
                #expect(try FileStatus.ofPath(target.path).mode == 0o600)
            }
        }
    }

    @Test func `a wrong key or none restores nothing that was to be changed`() throws {
        let archive = place.url("a.realm.tar.zst")
        try RealmBackup.create(from: place.fixture("types_all.enc"), to: archive)
        let before = try place.names()
        var options = RealmBackup.RestoreOptions()
        let wrong = place.configuration(place.url("back.realm"), Data((0..<64).map { 255 - $0 }))
        let error = #expect(throws: RLMError.self) { try RealmBackup.restore(archive, to: wrong, options: options) }
        #expect(error?.reason == .wrongEncryptionKey)
        #expect(error?.localizedDescription.contains(archive.path) == true)
        options.encryption = .changed(nil)
        let missing = #expect(throws: RLMError.self) {
            try RealmBackup.restore(archive, to: place.configuration(place.url("back.realm")), options: options)
        }
        #expect(missing?.reason == .encryptionKeyRequired)
        #expect(try place.names() == before)
    }

    @Test func `archives can be read by their owner only and are never replaced`() throws {
        let source = try place.fixture("links")
        let archive = place.url("a.realm.tar.zst")
        try RealmBackup.create(from: source, to: archive)
        #expect(try FileStatus.ofPath(archive.path).mode == 0o600)
        let before = try Data(contentsOf: archive)
        let error = #expect(throws: RLMError.self) { try RealmBackup.create(from: source, to: archive) }
        #expect(error?.code == .fileExists)
        #expect(try Data(contentsOf: archive) == before)
        #expect(try place.names() == ["a.realm.tar.zst", "links.realm"])
    }

    @Test func `names of archives have the time, and are free`() throws {
        let date = Date(timeIntervalSince1970: 1_790_000_000)
        let file = URL(fileURLWithPath: "/srv/app.realm")
        let first = RealmBackup.archiveURL(forFileAt: file, in: place.directory.url, date: date)
        #expect(first.lastPathComponent == "app-20260921T141320Z.realm.tar.zst")
        try Data().write(to: first)
        let second = RealmBackup.archiveURL(forFileAt: file, in: place.directory.url, date: date)
        #expect(second.lastPathComponent == "app-20260921T141320Z-2.realm.tar.zst")
        let other = RealmBackup.archiveURL(
            forFileAt: URL(fileURLWithPath: "data.v2.db"), in: place.directory.url, date: date)
        #expect(other.lastPathComponent == "data.v2.db-20260921T141320Z.realm.tar.zst")
    }

    @Test func `a file that is being written is archived at one version`() throws {
        let source = try place.fixture("links")
        var writing = source
        writing.schemaMode = .discovered
        let realm = try Realm(configuration: writing)
        let before = try place.content(of: source)
        try realm.write {
            for object in realm.schema.objectSchema.flatMap({ Array(realm.dynamicObjects($0.className)) }) {
                realm.delete(object)
            }
            try RealmBackup.create(from: source, to: place.url("a.realm.tar.zst"))
        }
        try RealmBackup.restore(place.url("a.realm.tar.zst"), to: place.configuration(place.url("back.realm")))
        #expect(try place.content(of: place.configuration(place.url("back.realm"))) == before)
        #expect(try place.content(of: source) != before)
    }

    @Test func `a file of a synchronised app needs leave, and can be kept as it is`() throws {
        let source = try place.synced()
        let archive = place.url("a.realm.tar.zst")
        let error = #expect(throws: RLMError.self) { try RealmBackup.create(from: source, to: archive) }
        #expect(error?.code == .syncHistory)
        var options = RealmBackup.Options()
        options.keepsSyncHistory = true
        #expect(try RealmBackup.create(from: source, to: archive, options: options).realm.history == .syncClient)
        try RealmBackup.restore(archive, to: place.configuration(place.url("back.realm")))
        #expect(try Data(contentsOf: place.url("back.realm")) == Data(contentsOf: source.fileURL!))
        options.keepsSyncHistory = false
        options.dropsSyncHistory = true
        let local = place.url("local.realm.tar.zst")
        #expect(try RealmBackup.create(from: source, to: local, options: options).realm.history == .local)
    }

    @Test func `options that make no sense are refused`() throws {
        let source = try place.fixture("empty")
        for change in [
            { $0.level = 0 }, { $0.level = 23 }, { $0.longWindowLog = 9 }, { $0.longWindowLog = 32 },
            { $0.threads = 0 },
            {
                $0.keepsSyncHistory = true
                $0.decrypts = true
            },
        ] as [(inout RealmBackup.Options) -> Void] {
            var options = RealmBackup.Options()
            change(&options)
            let error = #expect(throws: RLMError.self) {
                try RealmBackup.create(from: source, to: place.url("a.realm.tar.zst"), options: options)
            }
            #expect(error?.code == .invalidInput)
        }
        #expect(try place.names() == ["empty.realm"])
    }

    @Test func `a damaged file is not archived`() throws {
        var bytes = try Fixture.named("links").bytes()
        for offset in stride(from: 64, to: bytes.count / 2, by: 97) { bytes[offset] ^= 0x55 }
        let source = place.configuration(try place.directory.file("bad.realm", bytes))
        #expect(throws: RLMError.self) { try RealmBackup.create(from: source, to: place.url("a.realm.tar.zst")) }
        #expect(try place.names() == ["bad.realm"])
    }

    // MARK: Programs of the system

    @Test(arguments: ["täglich.realm", String(repeating: "n", count: 120) + ".realm", "a b.realm"])
    func `tar and zstd accept an archive`(name: String) throws {
        guard let tar = SystemProgram("tar"), let zstd = SystemProgram("zstd") else { return }
        let url = place.url(name)
        try Fixture.named("links").bytes().write(to: url)
        let archive = place.url("a.realm.tar.zst")
        let manifest = try RealmBackup.create(from: place.configuration(url), to: archive)
        #expect(try zstd.succeeds(["-q", "-t", archive.path]))
        let out = place.url("out")
        try FileManager.default.createDirectory(at: out, withIntermediateDirectories: false)
        #expect(try tar.succeeds(["--zstd", "-xf", archive.path], in: out))
        let restored = out.appendingPathComponent(name)
        #expect(try SHA256.digest(Array(Data(contentsOf: restored))).hexadecimal == manifest.realm.sha256)
        #expect(try place.content(of: place.configuration(restored)) == place.content(of: place.configuration(url)))
        let text = try String(contentsOf: out.appendingPathComponent("manifest.json"), encoding: .utf8)
        #expect(text == manifest.json + "\n")
    }

    @Test func `zstd and tar fail on an archive that is cut off`() throws {
        guard let zstd = SystemProgram("zstd") else { return }
        let archive = place.url("a.realm.tar.zst")
        try RealmBackup.create(from: place.fixture("links"), to: archive)
        let bytes = try Data(contentsOf: archive)
        try bytes.prefix(bytes.count - 1).write(to: archive)
        #expect(try !zstd.succeeds(["-q", "-t", archive.path]))
    }

    @Test(arguments: [1, 3, 9, 19, 22], [1, 2])
    func `levels and threads make archives that come back`(level: Int, threads: Int) throws {
        let source = try place.fixture("links")
        var options = RealmBackup.Options()
        options.level = level
        options.threads = threads
        options.longWindowLog = threads == 2 ? 27 : nil
        let manifest = try RealmBackup.create(from: source, to: place.url("a.realm.tar.zst"), options: options)
        #expect(manifest.compression.level == level)
        try RealmBackup.restore(place.url("a.realm.tar.zst"), to: place.configuration(place.url("back.realm")))
        #expect(try place.content(of: place.configuration(place.url("back.realm"))) == place.content(of: source))
    }
}
