import Foundation
import Glibc
import TestSupport
import Testing

/// Places where nothing can be written, or only a part of it.
@Suite struct BadPlaceTests {
    private let place: Workplace
    private let source: String
    private let bytes: Data
    private let schema: String
    private let data: String

    init() throws {
        place = try Workplace()
        source = try place.fixture("types_all")
        bytes = try Data(contentsOf: URL(fileURLWithPath: source))
        schema = try place.file(
            "schema.yaml", Data("classes: {Dog: {primaryKey: id, properties: {id: int, name: string}}}".utf8))
        let dogs = (0..<3000).map { "{\"_class\":\"Dog\",\"id\":\($0),\"name\":\"Rex \($0)\"}\n" }
        data = try place.file("Dog.ndjson", Data(dogs.joined().utf8))
    }

    @Test(arguments: [
        ["info"], ["info", "--locks"], ["verify"], ["export"], ["schema", "print"], ["compact"], ["upgrade"],
        ["diagnose"],
    ])
    func `what is no Realm gets no file beside it`(_ words: [String]) throws {
        for (name, content) in [("note.realm", "hello"), ("long.realm", String(repeating: "hello ", count: 999))] {
            let path = try place.file(name, Data(content.utf8))
            let before = try place.names()
            #expect(try RealmctlProcess.run(words + [path]).code == 65, "\(words) \(name)")
            #expect(try place.names() == before, "\(words) \(name)")
        }
    }

    /// Commands that make a new file at `output`.
    private static let makers = ["copy", "compact", "export", "csv", "upgrade", "encrypt", "seed", "import", "keygen"]

    private func arguments(_ maker: String, to output: String) throws -> [String] {
        switch maker {
        case "copy": ["copy", source, output]
        case "export": ["export", source, "-o", output]
        case "csv": ["export", "--format", "csv", source, "-o", output]
        case "encrypt":
            ["encrypt", "--new-key-file", try place.secret("key", KeyForms.raw), source, "-o", output]
        case "seed": ["seed", "build", "--schema", schema, "--data", data, "-o", output]
        case "import": ["import", "--schema", schema, "--from", data, output]
        case "keygen": ["keygen", "-o", output]
        default: [maker, source, "-o", output]
        }
    }

    private func expectUntouchedSource() throws {
        #expect(try Data(contentsOf: URL(fileURLWithPath: source)) == bytes)
    }

    @Test(arguments: makers) func `a directory that is missing is 73, and is not made`(_ maker: String) throws {
        let output = try RealmctlProcess.run(arguments(maker, to: place.path + "/none/there"))
        #expect(output.code == 73, "\(output.err)")
        #expect(output.err.contains("none"))
        #expect(try !place.names().contains("none"))
    }

    @Test(
        .enabled(if: OtherUser.canRun, "needs root and setpriv(1), and a build other users can run"), arguments: makers)
    func `a directory that may not be written in is 73`(_ maker: String) throws {
        let directory = place.path + "/closed"
        try FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o555])
        // The source, its lock file and the key are readable by all users; only the output's place is closed.
        var arguments = try arguments(maker, to: directory + "/there")
        if maker == "encrypt" { arguments[2] = try place.file("open-key", KeyForms.raw) }
        try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: place.path)
        for name in try place.names() where name != "closed" && name != "key" {
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o666], ofItemAtPath: place.path + "/" + name)
        }
        let output = try OtherUser.run(arguments)
        #expect(output.code == 73, "\(output.err)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory).isEmpty)
        try expectUntouchedSource()
    }

    @Test(arguments: ["copy", "compact", "export", "csv", "upgrade", "encrypt", "seed"])
    func `an output that exists is 73 and stays as it is`(_ maker: String) throws {
        let path =
            maker == "csv" ? place.path + "/there" : try place.file("there", Data("something else".utf8))
        if maker == "csv" {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
            _ = try place.file("there/mine", Data())
        }
        let output = try RealmctlProcess.run(arguments(maker, to: path) + ["--json"])
        #expect(output.code == 73, "\(output.err)")
        #expect(output.out.contains("\"exists\""))
        if maker != "csv" { #expect(try String(contentsOfFile: path, encoding: .utf8) == "something else") }
        try expectUntouchedSource()
    }

    @Test(arguments: ["copy", "compact", "export", "csv", "upgrade", "encrypt"])
    func `the source itself is not an output, under any name`(_ maker: String) throws {
        let link = place.path + "/link"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: source)
        for path in [source, link] {
            let output = try RealmctlProcess.run(arguments(maker, to: path) + ["--force"])
            #expect(output.code == 64, "\(output.err)")
            #expect(output.err.contains("same file"))
        }
        try expectUntouchedSource()
    }

    @Test func `the sources of a seed are not outputs`() throws {
        for path in [schema, data] {
            let before = try Data(contentsOf: URL(fileURLWithPath: path))
            #expect(try RealmctlProcess.run(arguments("seed", to: path) + ["--force"]).code == 64)
            #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
        }
    }

    @Test(arguments: ["copy", "compact", "export", "csv", "upgrade", "encrypt", "seed"])
    func `a disk that fills up at any moment leaves nothing behind`(_ maker: String) throws {
        let before = try place.names().filter { !$0.hasSuffix(".lock") }
        let output = place.path + "/there"
        var arguments = try arguments(maker, to: output)
        if maker == "seed" { arguments += ["--tmpdir", "/tmp"] }
        let keys = maker == "encrypt" ? ["key"] : []
        var sizes: [Int] = []
        // The size limit of files in KiB: from nothing to more than is needed.
        for limit in [0, 1, 4, 8, 20, 40, 60, 80, 100, 130, 200, 2000] {
            let run = try RealmctlProcess.shell("ulimit -f \(limit); exec \"$REALMCTL\" \"$@\"", arguments)
            guard run.code != 0 else {
                sizes.append(limit)
                try FileManager.default.removeItem(atPath: output)
                continue
            }
            #expect(run.code == 74 || limit == 0, "\(limit): \(run.err)")
            var left = try place.names().filter { !$0.hasSuffix(".lock") && !keys.contains($0) }
            // A directory of CSV files keeps those that were whole.
            if maker == "csv" { left.removeAll { $0 == "there" } }
            try? FileManager.default.removeItem(atPath: maker == "csv" ? output : output + ".none")
            #expect(left == before, "\(limit)")
        }
        #expect(sizes.contains(2000) && !sizes.contains(0))
        try expectUntouchedSource()
    }

    @Test func `an import that fills the disk keeps what was committed before, and a sound file`() throws {
        let output = place.path + "/there.realm"
        for limit in [4, 20, 60, 100, 2000] {
            let arguments = try arguments("import", to: output) + ["--batch", "100"]
            let run = try RealmctlProcess.shell("ulimit -f \(limit); exec \"$REALMCTL\" \"$@\"", arguments)
            #expect(run.code == (limit == 2000 ? 0 : 74), "\(limit): \(run.err)")
            guard FileManager.default.fileExists(atPath: output) else { continue }
            #expect(try RealmctlProcess.run(["verify", output]).code == 0)
            try FileManager.default.removeItem(atPath: output)
        }
    }

    @Test func `a file that another engine holds is not imported into`() throws {
        let lock = try FileHandle(forUpdating: URL(fileURLWithPath: place.file("types_all.realm.lock", Data())))
        #expect(flock(lock.fileDescriptor, LOCK_EX) == 0)
        let output = try RealmctlProcess.run(["import", "--from", data, source, "--json"])
        #expect(output.code == 75)
        #expect(try output.error()["code"] as? String == "inUse")
        try expectUntouchedSource()
        try lock.close()
    }

    @Test func `a seed with another schema is a finding with a line for each difference`() throws {
        let seed = place.path + "/seed.realm"
        #expect(try RealmctlProcess.run(arguments("seed", to: seed)).code == 0)
        let other = try place.file(
            "other.yaml", Data("classes: {Dog: {primaryKey: id, properties: {id: int, age: int}}}".utf8))
        let output = try RealmctlProcess.run(["seed", "check", seed, "--schema", other])
        #expect(output.code == 1)
        #expect(output.out.contains("'Dog.age'") && output.out.contains("'Dog.name'"), "\(output.out)")
    }
}
