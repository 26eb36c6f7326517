import Foundation
import TestSupport
import Testing

/// The examples for running commands unattended.
@Suite struct UnattendedExampleTests {
    private static let examples = Fixture.directory.deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Examples")
    private static let hasSystemd = FileManager.default.isExecutableFile(atPath: "/usr/bin/systemd-analyze")

    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func text(_ path: String) throws -> String {
        try String(contentsOf: Self.examples.appendingPathComponent(path), encoding: .utf8)
    }

    @Test(.enabled(if: hasSystemd, "systemd-analyze is not installed here"))
    func `systemd accepts the units`() throws {
        let names = try FileManager.default.contentsOfDirectory(
            atPath: Self.examples.appendingPathComponent("systemd").path
        ).sorted()
        #expect(names.count == 4)
        var units: [String] = []
        for name in names {
            // The program is in the build directory, without a manual page.
            let unit = try text("systemd/\(name)")
                .replacing("/usr/bin/realmctl", with: RealmctlProcess.executable.path)
                .replacing("Documentation=man:realmctl(1)\n", with: "")
            units.append(try directory.file(name.replacing("@.", with: "@app."), Data(unit.utf8)).path)
        }
        let output = try RealmctlProcess.shell(#"systemd-analyze verify --man=no "$@" 2>&1"#, units)
        #expect(output.code == 0, "\(output.out)")
    }

    @Test func `the commands of the crontab and of the units run`() throws {
        let place = directory.url.path
        for name in ["app", "users", "backups", "etc"] {
            try FileManager.default.createDirectory(atPath: "\(place)/\(name)", withIntermediateDirectories: false)
        }
        let fixture = Fixture.named("contacts_1k.enc")
        let bytes = try Data(contentsOf: fixture.copy(into: directory))
        for name in ["app/app.realm", "users/one.realm"] {
            try bytes.write(to: URL(fileURLWithPath: "\(place)/\(name)"))
        }
        try #require(fixture.key).write(to: URL(fileURLWithPath: "\(place)/etc/app.key"))
        let lines = try text("cron/realmctl").split(separator: "\n").filter { $0.contains("  root  ") }
            .compactMap { $0.components(separatedBy: "  root  ").last }
        let units = try ["systemd/realm-backup@.service", "systemd/realm-compact.service"].flatMap { unit in
            try text(unit).split(separator: "\n").filter { $0.hasPrefix("ExecStart=") }.map { String($0.dropFirst(10)) }
        }
        #expect(lines.count == 2 && units.count == 2)
        for line in lines + units {
            let command = line.replacing("/usr/bin/realmctl", with: "realmctl").replacing("%i", with: "app")
                .replacing("%d", with: "\(place)/etc").replacing("/srv/", with: "\(place)/")
                .replacing("/var/backups/app", with: "\(place)/backups").replacing("/var/log/", with: "\(place)/")
            let output = try RealmctlProcess.shell(
                #"realmctl() { "$REALMCTL" "$@"; }; eval "$1""#, [command],
                environment: ["REALMCTL_KEY_FILE": "\(place)/etc/app.key"])
            #expect(output.code == 0, "\(command): \(output.err)")
            // Archives are named by the second.
            Thread.sleep(forTimeInterval: 1.1)
        }
        let archives = try FileManager.default.contentsOfDirectory(atPath: "\(place)/backups")
        #expect(archives.contains { $0.hasPrefix("app-") && $0.hasSuffix(".realm.tar.zst") })
    }
}
