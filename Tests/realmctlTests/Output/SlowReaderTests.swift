import Foundation
import Glibc
import TestSupport
import Testing

/// `query … | less` over night.
@Suite struct SlowReaderTests {
    @Test func `a command whose output nobody takes lets go of the Realm, and its output arrives later`() throws {
        let place = try Workplace()
        let schema = try place.file(
            "schema.yaml", Data("version: 1\nclasses:\n  A:\n    properties: {n: int, t: string}\n".utf8))
        let path = place.path + "/app.realm"
        let lines = (0..<4000).map { #"{"_class":"A","n":\#($0),"t":"\#(String(repeating: "x", count: 100))"}"# }
        let made = try RealmctlProcess.run(
            ["import", "--from", "-", "--format", "ndjson", "--schema", schema, path],
            stdin: Data(lines.joined(separator: "\n").utf8))
        #expect(made.code == 0, "\(made.err)")

        let (process, out) = (RealmctlProcess.process(["query", path, "A", "--format", "jsonl"]), Pipe())
        process.standardOutput = out
        try process.run()
        // Only who is alone may compact.
        var code: Int32 = 75
        for _ in 0..<60 where code == 75 {
            usleep(500_000)
            code = try RealmctlProcess.run(["compact", path]).code
        }
        #expect(code == 0)
        #expect(process.isRunning)
        let text = try out.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        #expect(text.split(separator: UInt8(ascii: "\n")).count == 4000)
    }
}
