import Foundation
import RealmTools
import TestSupport
import Testing

/// The scripts that an export makes, loaded by a server that the tests start where its programs are installed.
@Suite("PostgreSQL export", .serialized) struct PostgresExportTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func script(
        _ realm: Realm, classes: [String]? = nil
    ) throws -> (text: String, report: RealmExporter.Report) {
        var bytes = Data()
        let report = try RealmExporter(realm, format: .postgres, classes: classes).export { bytes += $0 }
        #expect(report.bytes == bytes.count)
        return (String(decoding: bytes, as: UTF8.self), report)
    }

    private func realm(_ name: String) throws -> Realm {
        let fixture = Fixture.named(name)
        var configuration = Realm.Configuration(
            fileURL: try fixture.copy(into: directory), encryptionKey: fixture.key, readOnly: true)
        configuration.schemaMode = .discovered
        return try Realm(configuration: configuration)
    }

    private func values(_ identifier: String, _ fill: (SQLValues) -> Void) throws -> Realm {
        let realm = try Realm(configuration: .init(inMemoryIdentifier: identifier, objectTypes: [SQLValues.self]))
        try realm.write {
            let object = SQLValues()
            fill(object)
            realm.add(object)
        }
        return realm
    }

    @Test func `characters that COPY interprets are escaped`() throws {
        let realm = try values("postgres-escapes") {
            $0.id = "tab\tline\nback\\slash\r"
            $0.bytes = Data([0, 255])
        }
        let text = try script(realm).text
        #expect(text.contains("tab\\tline\\nback\\\\slash\\r\t0\tf\t0.0\t\\\\x00ff\t\\N"))
    }

    @Test func `values that PostgreSQL cannot hold are counted`() throws {
        let realm = try values("postgres-rounded") {
            $0.id = "zero\0"
            $0.time = .distantPast
            $0.any = .date(Date(timeIntervalSince1970: 1e18))
        }
        let (text, report) = try script(realm)
        #expect(report.approximatedValues == 1 && text.contains("zero\u{FFFD}"))
    }

    @Test(
        arguments: [
            (-62_135_596_800.0, "0001-01-01T00:00:00Z"), (-62_135_596_801, "0001-12-31T23:59:59Z BC"),
            (-210_000_000_000, "4686-05-14T10:40:00Z BC"), (-300_000_000_000, "-infinity"),
            (253_402_300_800, "+010000-01-01T00:00:00Z"), (1e13, "infinity"),
        ] as [(Double, String)])
    func `dates of other eras are told as PostgreSQL does`(_ seconds: Double, _ text: String) throws {
        let realm = try values("postgres-\(seconds)") { $0.time = Date(timeIntervalSince1970: seconds) }
        #expect(try script(realm).text.contains("\t\(text)\t"))
    }

    @Test(.enabled(if: PostgresServer.isInstalled, "no PostgreSQL server is installed here"))
    func `a server loads the scripts and has every object`() throws {
        let server = try PostgresServer(in: directory.url)
        defer { server.stop() }
        for name in [
            "types_all", "strings", "keys", "links", "embedded", "tombstones", "mixed_nested", "random_1", "names",
            "decimals", "nan_sets", "int_key_dictionary", "empty_classes", "contacts_1k.enc", "ints", "many_classes",
        ] {
            let (text, report) = try script(realm(name))
            let output = try server.load(text)
            #expect(output.code == 0, "\(name): \(output.text.suffix(300))")
            let counted = name == "names" ? [] : report.classes
            // In one query: one file has hundreds of classes.
            let counts = counted.map { "(SELECT count(*) FROM \"\($0.name)\")" }.joined(separator: ", ")
            #expect(try server.query("SELECT \(counts)") == counted.map { "\($0.objects)" }.joined(separator: "|"))
            try server.reset()
        }
        // Links to a class that is left out.
        let output = try server.load(script(realm("migrate_v1"), classes: ["Person"]).text)
        #expect(output.code == 0, "\(output.text.suffix(300))")
    }

    @Test(.enabled(if: PostgresServer.isInstalled, "no PostgreSQL server is installed here"))
    func `a server has the values that were exported`() throws {
        let server = try PostgresServer(in: directory.url)
        defer { server.stop() }
        let realm = try values("postgres-values") { object in
            object.id = "a'b\t\"c\\.\n\\N"
            (object.number, object.flag, object.fraction) = (.min, true, -.infinity)
            object.bytes = Data([0, 255])
            object.time = Date(timeIntervalSince1970: -62_135_596_801)
            object.decimal = try! Decimal128(string: "1.10E-30")
            object.any = .string("\\ \" \n")
            object.next = object
            object.tags.append(objectsIn: ["x", "", "\\."])
            object.counts["one"] = 1
        }
        let output = try server.load(script(realm).text)
        try #require(output.code == 0, "\(output.text)")
        for (expression, value) in [
            ("number", "-9223372036854775808"), ("flag", "t"), ("fraction", "-Infinity"),
            ("encode(bytes, 'hex')", "00ff"), ("extract(epoch from time)::bigint", "-62135596801"),
            ("decimal", "0.00000000000000000000000000000110"), ("length(\"any\" #>> '{}')", "5"), ("id = next", "t"),
            ("length(id)", "11"),
            ("(SELECT string_agg(value, '|' ORDER BY position) FROM \"SQLValues__tags\")", "x||\\."),
            ("(SELECT value FROM \"SQLValues__counts\" WHERE key = 'one')", "1"),
        ] {
            #expect(try server.query("SELECT \(expression) FROM \"SQLValues\"") == value, "\(expression)")
        }
    }
}

/// A server in its own directory, reachable only through a socket there. It runs as a user without rights where the
/// tests run as root, since PostgreSQL refuses to.
private final class PostgresServer {
    private static let programs: URL? = {
        let versions = URL(fileURLWithPath: "/usr/lib/postgresql")
        let found = (try? FileManager.default.contentsOfDirectory(at: versions, includingPropertiesForKeys: nil)) ?? []
        return found.map { $0.appendingPathComponent("bin") }
            .first { FileManager.default.isExecutableFile(atPath: $0.appendingPathComponent("initdb").path) }
    }()

    static let isInstalled = programs != nil

    private let place: URL
    /// A child of the tests, not the daemon that pg_ctl would make of it: a daemon inherits the descriptors that
    /// `Process` waits for.
    private let server: Process

    init(in directory: URL) throws {
        place = directory.appendingPathComponent("postgres")
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: false)
        let data = place.appendingPathComponent("data").path
        let options = ["-c", "listen_addresses=", "-c", "unix_socket_directories=\(place.path)", "-c", "fsync=off"]
        server = PostgresServer.process(PostgresServer.command("postgres") + ["-D", data] + options)
        if getuid() == 0 {
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: directory.path)
            try require(run(["chown", "nobody:nogroup", place.path]))
        }
        try require(
            run(
                PostgresServer.command("initdb")
                    + ["-D", data, "-U", "postgres", "--auth=trust", "--no-sync", "-E", "UTF8", "--locale=C"]))
        (server.standardOutput, server.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
        try server.run()
        for _ in 0..<600 {
            guard server.isRunning, try run(psql + ["-qc", "SELECT 1"]).code != 0 else { break }
            Thread.sleep(forTimeInterval: 0.1)
        }
        try require(run(psql + ["-qc", "SELECT 1"]))
    }

    func stop() {
        // SIGINT: open connections are closed.
        server.interrupt()
        server.waitUntilExit()
    }

    /// Loads a script as its header comment says.
    func load(_ script: String) throws -> (code: Int32, text: String) {
        let file = place.appendingPathComponent("script.sql")
        try script.write(to: file, atomically: false, encoding: .utf8)
        return try run(psql + ["-v", "ON_ERROR_STOP=1", "-q", "-f", file.path])
    }

    /// The first field of the first row.
    func query(_ sql: String) throws -> String {
        let output = try run(psql + ["-Atc", sql])
        try require(output)
        return String(output.text.dropLast())
    }

    /// Removes every table.
    func reset() throws {
        let sql = "SET client_min_messages = error; DROP SCHEMA public CASCADE; CREATE SCHEMA public"
        try require(run(psql + ["-qc", sql]))
    }

    private var psql: [String] {
        PostgresServer.command("psql") + ["-X", "-h", place.path, "-U", "postgres", "postgres"]
    }

    private static func command(_ program: String) -> [String] {
        let user = getuid() == 0 ? ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"] : []
        return user + [programs?.appendingPathComponent(program).path ?? program]
    }

    private func require(_ output: (code: Int32, text: String)) throws {
        try #require(output.code == 0, "\(output.text)")
    }

    private func run(_ words: [String]) throws -> (code: Int32, text: String) {
        let process = PostgresServer.process(words)
        let output = Pipe()
        (process.standardOutput, process.standardError) = (output, output)
        try process.run()
        let bytes = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: bytes, as: UTF8.self))
    }

    private static func process(_ words: [String]) -> Process {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = words
        process.currentDirectoryURL = URL(fileURLWithPath: "/")
        return process
    }
}
