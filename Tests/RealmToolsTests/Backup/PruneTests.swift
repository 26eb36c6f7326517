import Foundation
import TestSupport
import Testing

@testable import RealmStore
@testable import RealmTools

/// The archives that are kept, and the removal of the others.
@Suite("Backup: retention") struct PruneTests {
    private static func date(_ text: String) -> Date { (try? Date(text, strategy: .iso8601)) ?? .distantPast }

    private static let now = date("2026-11-21T12:00:00Z")

    private typealias Policy = RealmBackup.KeepPolicy

    /// A policy, times of archives and which of them it keeps, by number.
    struct Case: Sendable {
        let name: String
        let policy: RealmBackup.KeepPolicy
        let times: [String]
        let kept: [Int]

        init(
            _ name: String, _ change: (inout RealmBackup.KeepPolicy) -> Void, _ times: [String], kept: [Int]
        ) {
            self.name = name
            var policy = RealmBackup.KeepPolicy()
            change(&policy)
            self.policy = policy
            self.times = times
            self.kept = kept
        }
    }

    private static let cases = [
        Case(
            "the last", { $0.last = 2 },
            [
                "2026-11-21T03:00:00Z", "2026-11-20T03:00:00Z", "2026-11-19T03:00:00Z",
            ], kept: [0, 1]),
        Case(
            "the last of one second", { $0.last = 2 },
            [
                "2026-11-21T03:00:00Z", "2026-11-21T03:00:00Z", "2026-11-21T03:00:00Z",
            ], kept: [0, 1]),
        Case(
            "more than there are", { $0.last = 9 },
            [
                "2026-11-21T03:00:00Z"
            ], kept: [0]),
        Case(
            "hours end with the hour", { $0.hourly = 2 },
            [
                "2026-11-21T03:00:00Z", "2026-11-21T02:59:59Z", "2026-11-21T02:00:00Z", "2026-11-21T01:59:59Z",
            ], kept: [0, 1]),
        Case(
            "days end at midnight UTC", { $0.daily = 2 },
            [
                "2026-11-21T00:00:00Z", "2026-11-20T23:59:59Z", "2026-11-20T00:00:00Z", "2026-11-19T23:59:59Z",
            ], kept: [0, 1]),
        Case(
            "days without archives do not count", { $0.daily = 3 },
            [
                "2026-11-21T03:00:00Z", "2026-11-01T03:00:00Z", "2026-10-01T03:00:00Z", "2026-09-01T03:00:00Z",
            ], kept: [0, 1, 2]),
        Case(
            "weeks begin on Mondays", { $0.weekly = 2 },
            [
                "2026-11-16T00:00:00Z", "2026-11-15T23:59:59Z", "2026-11-09T00:00:00Z", "2026-11-08T23:59:59Z",
            ], kept: [0, 1]),
        Case(
            "a week goes across years", { $0.weekly = 2 },
            [
                "2027-01-03T01:00:00Z", "2026-12-28T01:00:00Z", "2026-12-27T01:00:00Z",
            ], kept: [0, 2]),
        Case(
            "weeks before 1970", { $0.weekly = 1 },
            [
                "1969-12-31T00:00:00Z", "1969-12-29T00:00:00Z", "1969-12-28T00:00:00Z",
            ], kept: [0]),
        Case(
            "months", { $0.monthly = 2 },
            [
                "2026-11-30T01:00:00Z", "2026-11-01T00:00:00Z", "2026-10-31T23:59:59Z", "2026-09-30T01:00:00Z",
            ], kept: [0, 2]),
        Case(
            "the same month of another year", { $0.monthly = 2 },
            [
                "2026-11-30T01:00:00Z", "2025-11-30T01:00:00Z", "2024-11-30T01:00:00Z",
            ], kept: [0, 1]),
        Case(
            "years", { $0.yearly = 2 },
            [
                "2026-01-01T00:00:00Z", "2025-12-31T23:59:59Z", "2025-01-01T00:00:00Z", "2024-06-01T00:00:00Z",
            ], kept: [0, 1]),
        Case(
            "within a time of the newest", { $0.within = .seconds(86_400) },
            [
                "2020-01-02T00:00:00Z", "2020-01-01T00:00:00Z", "2019-12-31T23:59:59Z",
            ], kept: [0, 1]),
        Case(
            "any rule", { ($0.last, $0.yearly) = (1, 2) },
            [
                "2026-11-21T03:00:00Z", "2026-11-20T03:00:00Z", "2025-11-20T03:00:00Z",
            ], kept: [0, 2]),
        Case(
            "too young", { ($0.last, $0.minimumAge) = (1, .seconds(3600)) },
            [
                "2026-11-21T11:30:00Z", "2026-11-21T11:00:01Z", "2026-11-21T11:00:00Z",
            ], kept: [0, 1]),
        Case(
            "from the future", { $0.last = 1 },
            [
                "2099-01-01T00:00:00Z", "2026-11-21T03:00:00Z",
            ], kept: [0]),
    ]

    @Test(arguments: cases)
    func `rules keep what they say`(_ one: Case) {
        let rules = one.policy.rules(for: one.times.map(PruneTests.date), now: PruneTests.now)
        #expect(rules.indices.filter { !rules[$0].isEmpty } == one.kept, "\(one.name): \(rules)")
    }

    @Test func `grandfathers, fathers and sons are kept`() {
        let times = (0..<1000).map { PruneTests.now.addingTimeInterval(Double($0) * -86_400) }
        var policy = RealmBackup.KeepPolicy()
        (policy.daily, policy.weekly, policy.monthly) = (7, 5, 12)
        let rules = policy.rules(for: times, now: PruneTests.now)
        #expect(rules.count { $0.contains(.daily) } == 7)
        #expect(rules.count { $0.contains(.weekly) } == 5)
        #expect(rules.count { $0.contains(.monthly) } == 12)
        #expect(rules[0] == [.daily, .weekly, .monthly])
        #expect(rules.count { !$0.isEmpty } == 21)
    }

    // MARK: Directories

    private let place: BackupPlace

    init() throws { place = try BackupPlace() }

    /// An archive whose manifest has that time.
    private func archive(_ name: String, _ time: String, of member: String = "app.realm", path: String? = "/srv") throws
    {
        let json = """
            {"format": "realmctl-backup", "formatVersion": 1, "tool": "t", "created": "\(time)",
            "origin": \(path.map { "{\"host\": \"h\", \"path\": \"\($0)\"}" } ?? "null"),
            "realm": {"member": "\(member)", "bytes": 1, "sha256": "", "fileFormat": 24, "schemaVersion": null,
            "encrypted": false, "keyFingerprint": null, "history": "local", "commitVersion": 1, "classes": []},
            "compression": {"level": 3, "windowLog": 27}}
            """
        let content = Array(json.utf8)
        let frame =
            TarHeader(name: "manifest.json", byteCount: content.count, modified: 0).bytes + content
            + [UInt8](repeating: 0, count: TarHeader.padding(content.count))
        var output = try ZstdOutput(
            FileDescriptor.open(place.url(name).path, .readWrite, create: 0o600, exclusive: true))
        try output.beginFrame(ZstdOutput.Settings(level: 3), byteCount: frame.count)
        try output.append(frame)
        try output.endFrame()
    }

    private func prune(_ last: Int, dryRun: Bool = false) throws -> RealmBackup.PruneReport {
        var policy = RealmBackup.KeepPolicy()
        policy.last = last
        return try RealmBackup.prune(place.directory.url, policy: policy, dryRun: dryRun)
    }

    @Test func `the oldest go by the time in their manifests, whatever their names`() throws {
        try archive("z.realm.tar.zst", "2026-01-01T00:00:00Z")
        try archive("a.realm.tar.zst", "2026-03-01T00:00:00Z")
        try archive("m.realm.tar.zst", "2026-02-01T00:00:00Z")
        let dry = try prune(2, dryRun: true)
        #expect(try place.names().count == 3)
        let report = try prune(2)
        #expect(report == dry)
        #expect(report.removed.map(\.lastPathComponent) == ["z.realm.tar.zst"])
        #expect(report.kept.map(\.rules) == [[.last], [.last]])
        #expect(try place.names() == ["a.realm.tar.zst", "m.realm.tar.zst"])
    }

    @Test func `each Realm has rules of its own`() throws {
        try archive("1.realm.tar.zst", "2026-01-01T00:00:00Z")
        try archive("2.realm.tar.zst", "2026-02-01T00:00:00Z", of: "other.realm")
        try archive("3.realm.tar.zst", "2026-03-01T00:00:00Z", path: "/home")
        try archive("4.realm.tar.zst", "2026-04-01T00:00:00Z", path: nil)
        try archive("5.realm.tar.zst", "2026-05-01T00:00:00Z")
        #expect(try prune(1).removed.map(\.lastPathComponent) == ["1.realm.tar.zst"])
    }

    @Test func `nothing but sound archives is removed`() throws {
        try archive("1.realm.tar.zst", "2026-01-01T00:00:00Z")
        try archive("2.realm.tar.zst", "2026-02-01T00:00:00Z")
        for name in ["notes.txt", "broken.realm.tar.zst", "3.realm", ".hidden.realm.tar.zst"] {
            try Data("text".utf8).write(to: place.url(name))
        }
        try FileManager.default.createDirectory(
            at: place.url("folder.realm.tar.zst"), withIntermediateDirectories: false)
        try FileManager.default.createSymbolicLink(
            at: place.url("link.realm.tar.zst"), withDestinationURL: place.url("1.realm.tar.zst"))
        let report = try prune(1)
        #expect(report.removed.map(\.lastPathComponent) == ["1.realm.tar.zst"])
        #expect(
            report.ignored.map(\.file.lastPathComponent) == [
                "3.realm", "broken.realm.tar.zst", "folder.realm.tar.zst", "link.realm.tar.zst", "notes.txt",
            ])
        #expect(report.ignored.allSatisfy { !$0.reason.isEmpty })
        #expect(try place.names().count == 7)
    }

    @Test func `a truncated archive does not count as a complete one`() throws {
        try RealmBackup.create(from: place.fixture("links"), to: place.url("a.realm.tar.zst"))
        let bytes = try Data(contentsOf: place.url("a.realm.tar.zst"))
        for count in [bytes.count - 1, bytes.count - 5, bytes.count / 2, 700] {
            try bytes.prefix(count).write(to: place.url("z.realm.tar.zst"))
            let report = try prune(1)
            #expect(report.removed.isEmpty, "\(count) bytes")
            #expect(report.ignored.contains { $0.file.lastPathComponent == "z.realm.tar.zst" }, "\(count) bytes")
        }
        try (bytes + Data([0x50, 0x2A, 0x4D, 0x18, 1, 0, 0, 0, 7])).write(to: place.url("z.realm.tar.zst"))
        #expect(try prune(1).removed.map(\.lastPathComponent) == ["a.realm.tar.zst"])
    }

    @Test func `archives are listed by name`() throws {
        try archive("b.realm.tar.zst", "2026-01-01T00:00:00Z")
        try archive("a.realm.tar.zst", "2026-02-01T00:00:00Z")
        try Data().write(to: place.url("c.txt"))
        #expect(
            try RealmBackup.archives(in: place.directory.url).map(\.lastPathComponent) == [
                "a.realm.tar.zst", "b.realm.tar.zst",
            ])
    }

    @Test func `a policy that keeps nothing, and a path that is not a directory, are refused`() throws {
        try archive("1.realm.tar.zst", "2026-01-01T00:00:00Z")
        var young = RealmBackup.KeepPolicy()
        young.minimumAge = .seconds(1)
        for policy in [RealmBackup.KeepPolicy(), young] {
            #expect(throws: RLMError.self) { try RealmBackup.prune(place.directory.url, policy: policy) }
        }
        #expect(throws: RLMError.self) { try prune(0) }
        var policy = RealmBackup.KeepPolicy()
        policy.last = 1
        #expect(throws: RLMError.self) { try RealmBackup.prune(place.url("missing"), policy: policy) }
        #expect(throws: RLMError.self) { try RealmBackup.prune(place.url("1.realm.tar.zst"), policy: policy) }
        #expect(try place.names() == ["1.realm.tar.zst"])
    }
}
