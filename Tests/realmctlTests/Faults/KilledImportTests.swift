import Foundation
import Glibc
import TestSupport
import Testing

/// `import --resume`, killed at any moment and run again.
@Suite struct KilledImportTests {
    private let place: Workplace

    init() throws { place = try Workplace() }

    /// Runs an import again and again, each time killed later than before, until one comes to its end.
    ///
    /// - Parameters:
    ///   - options: further ones.
    ///   - isDone: whether all was imported by a run that does not say so: one that is killed just before its end
    ///     leaves nothing that tells the next one.
    private func importKilled(
        _ data: String, options: String = "", isDone: (RealmctlProcess.Output) throws -> Bool
    ) throws {
        let path = place.path + "/app.realm"
        let script = #"timeout -s KILL "$3" "$REALMCTL" import "$1" --from "$2" --class Dog OPTIONS --batch 1 --resume"#
        var runs = 0
        var code: Int32 = 9
        while code != 0, runs < 100 {
            runs += 1
            let limit = "\(Double(runs) * 0.1)"
            let output = try RealmctlProcess.shell(script.replacing("OPTIONS", with: options), [path, data, limit])
            code = try isDone(output) ? 0 : output.code
            // Killed, as the shell says it, or as the shell itself.
            #expect([0, 9, 137].contains(code), "\(output.err)")
            if ![0, 9, 137].contains(code) { return }
        }
        print("\(runs) runs")
        #expect(code == 0 && runs > 1)
        #expect(try RealmctlProcess.run(["verify", path]).code == 0)
        #expect(try !place.names().contains { $0.hasSuffix(".importing") })
    }

    @Test(arguments: [false, true]) func `an import that is killed goes on`(isNew: Bool) throws {
        let path = place.path + "/app.realm"
        let text = (0..<6000).map { "{\"id\":\($0),\"text\":\"\(String(repeating: "\($0) ", count: 800))\"}\n" }
        let data = try place.file("Dog.ndjson", Data(text.joined().utf8))
        if !isNew {
            let first = try place.file("first.ndjson", Data("{\"id\":-1,\"text\":\"\"}\n".utf8))
            let made = ["import", path, "--from", first, "--class", "Dog", "--primary-key", "id"]
            #expect(try RealmctlProcess.run(made).code == 0)
        }
        let count = isNew ? "6000\n" : "6001\n"
        try importKilled(data, options: isNew ? "--primary-key id" : "") { output in
            try output.code == 65 && output.err.contains("same primary key") && self.count() == count
        }
        #expect(try self.count() == count)
    }

    @Test func `objects keep their keys in an import that is killed and goes on`() throws {
        // With gaps, and some out of order.
        var keys = (0..<6000).map { $0 * 3 }
        for index in stride(from: 0, to: 6000, by: 10) { keys.swapAt(index, index + 1) }
        let lines = keys.map { "\"_key\":\($0),\"text\":\"\(String(repeating: "\($0) ", count: 800))\"}" }
        let data = try place.file("Dog.ndjson", Data(lines.map { "{" + $0 + "\n" }.joined().utf8))
        try importKilled(data) { _ in
            // The file has its name, and what told of the import is gone.
            let names = try place.names()
            return names.contains("app.realm") && !names.contains { $0.hasSuffix(".importing") }
        }
        let export = try RealmctlProcess.run(["export", place.path + "/app.realm", "--format", "ndjson", "-o", "-"])
        let objects = export.out.split(separator: "\n").map { String($0).replacing("{\"_class\":\"Dog\",", with: "") }
        #expect(Set(objects) == Set(lines) && objects.count == lines.count)
    }

    // MARK: Killed behind the last transaction

    /// Imports three objects without primary key, which would be there twice if the import began anew.
    private func run() throws -> RealmctlProcess.Output {
        let data = try place.file("Dog.ndjson", Data("{\"name\":\"a\"}\n{\"name\":\"b\"}\n{\"name\":\"c\"}\n".utf8))
        return try RealmctlProcess.run([
            "import", place.path + "/app.realm", "--from", data, "--class", "Dog", "--resume",
        ])
    }

    private func count() throws -> String {
        try RealmctlProcess.run(["query", place.path + "/app.realm", "Dog", "--count"]).out
    }

    @Test(arguments: ["mv", "ln", "cp"]) func `a file that is whole is not imported into again`(state: String) throws {
        #expect(try run().code == 0)
        // Before the file had its name; while it had both; and where the file and a copy of it are found.
        let script = "cd \"$1\" && mkdir .app.realm.importing && $2 app.realm .app.realm.importing/new.realm"
        #expect(try RealmctlProcess.shell(script.replacing("$2", with: state), [place.path]).code == 0)
        let again = try run()
        if state == "cp" {
            #expect(again.code == 73 && again.err.contains(".app.realm.importing"), "\(again.err)")
        } else {
            #expect(again.code == 0, "\(again.err)")
            #expect(try !place.names().contains(".app.realm.importing"))
        }
        #expect(try count() == "3\n")
    }

    @Test func `a directory in which nothing was made is in nobody's way`() throws {
        #expect(try run().code == 0)
        #expect(mkdir(place.path + "/.app.realm.importing", 0o700) == 0)
        #expect(try run().code == 0)
        #expect(try count() == "6\n")
    }
}
