import Foundation
import Glibc
import RealmTools
import TestSupport
import Testing

/// `watch` as a process, next to one that writes.
@Suite struct WatchCommandTests {
    private let place: Workplace
    private let realm: Realm
    private var path: String { place.path + "/app.realm" }

    init() throws {
        place = try Workplace()
        let document = try SchemaDocument(
            yaml: """
                classes:
                  Person: {primaryKey: id, properties: {id: int, name: string, home: Home}}
                  Dog: {properties: {name: string}}
                  Home: {embedded: true, properties: {street: string}}
                """, file: "schema.yaml")
        var configuration = Realm.Configuration(fileURL: URL(fileURLWithPath: place.path + "/app.realm"))
        configuration.schemaMode = .explicit(document.schema)
        realm = try Realm(configuration: configuration)
    }

    /// A running `watch`, which has begun to follow the file.
    private final class Watcher {
        let process: Process
        private let out = Pipe()

        init(_ arguments: [String]) throws {
            process = RealmctlProcess.process(["watch"] + arguments)
            let messages = Pipe()
            process.standardOutput = out
            process.standardError = messages
            try process.run()
            var said = ""
            while !said.contains("watching"), let bytes = try messages.fileHandleForReading.read(upToCount: 1) {
                said += String(decoding: bytes, as: UTF8.self)
            }
        }

        /// The lines until the process ends, without their times.
        func lines() throws -> [[String: Any]] {
            let text = try out.fileHandleForReading.readToEnd() ?? Data()
            process.waitUntilExit()
            return try text.split(separator: UInt8(ascii: "\n")).map { line in
                try #require(try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any])
            }
        }

        /// Returns when it has begun to write.
        func waitForOutput() throws {
            var waiting: Int32 = 0
            while process.isRunning, waiting == 0 {
                usleep(5000)
                #expect(ioctl(out.fileHandleForReading.fileDescriptor, UInt(FIONREAD), &waiting) == 0)
            }
        }

        func stopReading() throws { try out.fileHandleForReading.close() }

        /// The next line.
        func line() throws -> String {
            var line = Data()
            while let byte = try out.fileHandleForReading.read(upToCount: 1), byte != Data("\n".utf8) { line += byte }
            return String(decoding: line, as: UTF8.self)
        }
    }

    private func add(_ lines: String) throws {
        try RealmImporter(realm).importFiles([
            .init(URL(fileURLWithPath: place.file("data.ndjson", Data(lines.utf8))), format: .ndjson)
        ])
    }

    private func keys(_ line: [String: Any], _ name: String) -> [Int] { line[name] as? [Int] ?? [-1] }

    @Test func `a line is printed for each commit and class, until there were enough`() throws {
        let watcher = try Watcher([path, "--count", "3"])
        try add(#"{"_class":"Person","id":7,"name":"Ann"}"# + "\n" + #"{"_class":"Dog","name":"Rex"}"#)
        let (dog, person) = (try watcher.line(), try watcher.line())
        #expect(dog.contains(#""class":"Dog","insertions":[0],"modifications":[],"deletions":[]}"#))
        #expect(person.contains(#""class":"Person","insertions":[7],"modifications":[],"deletions":[]}"#))
        #expect(person.hasPrefix(#"{"version":\#(realm.commitVersion),"time":"20"#))
        try realm.write { realm.delete(realm.dynamicObjects("Person")) }
        let last = try watcher.lines()
        #expect(last.count == 1 && last[0]["version"] as? Int == Int(realm.commitVersion))
        #expect(keys(last[0], "deletions") == [7])
        #expect(watcher.process.terminationStatus == 0)
    }

    @Test func `the first commits that change no value are told, too`() throws {
        try add(#"{"_class":"Person","id":7,"name":"Ann"}"#)
        let ann = try #require(realm.dynamicObjects("Person").first)
        for _ in 0..<10 {
            let watcher = try Watcher([path, "Person", "--count", "1"])
            for _ in 0..<3 { try realm.write { ann["name"] = "Ann" } }
            // Is told in any case.
            try realm.write { _ = try realm.create("Person", value: ["id": 1, "name": "Bob"]) }
            #expect(keys(try #require(watcher.lines().first), "modifications") == [7])
            try realm.write { realm.delete(realm.dynamicObjects("Person").filter("id == 1")) }
        }
    }

    @Test func `a class and a condition pick what is told`() throws {
        let watcher = try Watcher([path, "Person", "name BEGINSWITH %@", "--arg", "A", "--count", "1"])
        try add(#"{"_class":"Dog","name":"Aron"}"#)
        try add(#"{"_class":"Person","id":1,"name":"Bob"}"#)
        try add(#"{"_class":"Person","id":2,"name":"Ann"}"#)
        let lines = try watcher.lines()
        #expect(lines.count == 1 && keys(lines[0], "insertions") == [2])
    }

    @Test func `a file in a session that cannot be joined is refused`() throws {
        var header = [UInt8](repeating: 0, count: 1728)
        (header[0], header[6]) = (1, 14)
        let file = try place.file("held.realm", Fixture.named("versioned_1").bytes())
        let lock = URL(fileURLWithPath: file + ".lock")
        try Data(header).write(to: lock)
        let handle = try FileHandle(forUpdating: lock)
        #expect(flock(handle.fileDescriptor, LOCK_SH) == 0)
        let output = try RealmctlProcess.run(["watch", file, "--count", "1"])
        #expect(output.code == 75)
        #expect(output.err.contains("cannot be joined") && !output.err.contains("mistake"))
    }

    @Test func `it ends with 0 when time is up, and when it is interrupted`() throws {
        let output = try RealmctlProcess.run(["watch", path, "--timeout", "1s", "--json"])
        #expect(output.code == 0 && output.out.isEmpty)
        let watcher = try Watcher([path])
        watcher.process.interrupt()
        #expect(try watcher.lines().isEmpty)
        #expect(watcher.process.terminationStatus == 0)
    }

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
    func `it gives up what it keeps in use when a signal ends it`(signal: Int32) throws {
        let partner = try SessionPartner(joining: path)
        let before = try partner.state()
        let watcher = try Watcher([path, "Person"])
        #expect(try partner.state().participants > before.participants)
        kill(watcher.process.processIdentifier, signal)
        watcher.process.waitUntilExit()
        let after = try partner.state()
        #expect(after.participants == before.participants && after.versions == before.versions)
        try partner.send("leave")
    }

    @Test(arguments: [(SIGINT, 0), (SIGTERM, 143)] as [(Int32, Int32)])
    func `a signal never cuts a line that is being written`(signal: Int32, code: Int32) throws {
        let watcher = try Watcher([path, "Person"])
        // More than fits into a pipe: the end of the line waits for the reader.
        try add((1...30_000).map { #"{"_class":"Person","id":\#($0)}"# }.joined(separator: "\n"))
        try watcher.waitForOutput()
        kill(watcher.process.processIdentifier, signal)
        usleep(300_000)
        let lines = try watcher.lines()
        #expect(lines.reduce(0) { $0 + keys($1, "insertions").count } > 0)
        #expect(watcher.process.terminationStatus == code)
    }

    @Test func `a second signal does not wait for a reader that is stuck`() throws {
        let watcher = try Watcher([path, "Person"])
        try add((1...30_000).map { #"{"_class":"Person","id":\#($0)}"# }.joined(separator: "\n"))
        try watcher.waitForOutput()
        for _ in 0..<2 {
            kill(watcher.process.processIdentifier, SIGTERM)
            usleep(200_000)
        }
        watcher.process.waitUntilExit()
        #expect(watcher.process.terminationStatus == 143)
    }

    @Test func `a reader that leaves ends the export without a message`() throws {
        let watcher = try Watcher([path])
        try add(#"{"_class":"Dog","name":"Rex"}"#)
        #expect(try watcher.line().hasSuffix("}"))
        try watcher.stopReading()
        try add(#"{"_class":"Dog","name":"Bo"}"#)
        watcher.process.waitUntilExit()
        #expect(watcher.process.terminationStatus == 74)
    }

    @Test func `a watcher lets go of the versions that it has told`() throws {
        let watcher = try Watcher([path, "Person"])
        let size = { try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0 }
        try add((1...2000).map { #"{"_class":"Person","id":\#($0),"name":"\#($0)"}"# }.joined(separator: "\n"))
        var line = ""
        let last = realm.commitVersion
        while !line.contains(#"{"version":\#(last),"#) { line = try watcher.line() }
        let before = try size()
        for round in 0..<40 {
            try realm.write { for person in realm.dynamicObjects("Person") { person["name"] = "\(round)" } }
            let version = realm.commitVersion
            while !line.contains(#"{"version":\#(version),"#) { line = try watcher.line() }
        }
        #expect(try size() < before * 4)
        watcher.process.terminate()
        watcher.process.waitUntilExit()
    }

    @Test func `a file that cannot be watched is reported`() throws {
        #expect(try RealmctlProcess.run(["watch", path, "Cat", "--timeout", "1s"]).code == 64)
        let output = try RealmctlProcess.run(["watch", path, "Person", "nam == 'x'"])
        #expect(output.code == 64 && output.err.contains("name") && output.err.contains("^"))
        #expect(try RealmctlProcess.run(["watch", path, "--immutable"]).code == 64)
        #expect(try RealmctlProcess.run(["watch", "-"]).code == 64)
        #expect(try RealmctlProcess.run(["watch", place.path + "/none.realm"]).code == 66)
    }
}
