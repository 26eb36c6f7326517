import Foundation
import Glibc
import TestSupport
import Testing

/// `import --resume`, killed at any moment and run again.
@Suite struct KilledImportTests {
    private let place: Workplace

    init() throws { place = try Workplace() }

    @Test(arguments: [false, true]) func `an import that is killed goes on`(isNew: Bool) throws {
        let path = place.path + "/app.realm"
        let data = place.path + "/Dog.ndjson"
        let text = (0..<6000).map { "{\"id\":\($0),\"text\":\"\(String(repeating: "\($0) ", count: 800))\"}\n" }
        try Data(text.joined().utf8).write(to: URL(fileURLWithPath: data))
        if !isNew {
            let first = try place.file("first.ndjson", Data("{\"id\":-1,\"text\":\"\"}\n".utf8))
            let made = ["import", path, "--from", first, "--class", "Dog", "--primary-key", "id"]
            #expect(try RealmctlProcess.run(made).code == 0)
        }
        // Each run has longer than the one before: one of them comes to the end.
        var runs = 0
        var code: Int32 = 9
        while code != 0, runs < 100 {
            runs += 1
            let script = """
                timeout -s KILL "$4" "$REALMCTL" import "$1" --from "$2" --class Dog $3 --batch 1 --resume
                """
            let key = isNew ? "--primary-key id" : ""
            let output = try RealmctlProcess.shell(
                script.replacing("$3", with: key), [path, data, "", "\(Double(runs) * 0.2)"])
            code = output.code
            // Killed when all was done, just before its end: then nothing tells the next one, whose keys are there.
            if code == 65, output.err.contains("same primary key"), try count() == (isNew ? "6000\n" : "6001\n") {
                code = 0
            }
            // Killed, as the shell says it, or as the shell itself.
            #expect([0, 9, 137].contains(code), "\(output.err)")
            if ![0, 9, 137].contains(code) { return }
        }
        print("\(runs) runs")
        #expect(code == 0 && runs > 1)
        #expect(try RealmctlProcess.run(["query", path, "Dog", "--count"]).out == (isNew ? "6000\n" : "6001\n"))
        #expect(try RealmctlProcess.run(["verify", path]).code == 0)
        #expect(try !place.names().contains { $0.hasSuffix(".importing") })
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
