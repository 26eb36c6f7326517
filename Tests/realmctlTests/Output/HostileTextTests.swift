import Foundation
import TestSupport
import Testing

/// Texts of files that would steer a terminal: control sequences, C1 controls, marks that change the direction.
@Suite(.enabled(if: PseudoTerminal.canRun, "needs python3")) struct HostileTextTests {
    private static let hostile = "\u{1B}]0;x\u{7}\u{202E}\u{9B}31m\u{2066}\u{8}"
    private let place: Workplace
    private let path: String

    init() throws {
        place = try Workplace()
        path = place.path + "/n\(HostileTextTests.hostile)e.realm"
        let schema = try place.file(
            "schema.yaml", Data("version: 1\nclasses:\n  A:\n    properties: {t: string}\n".utf8))
        let escaped = #"\u001b]0;x\u0007\u202e\u009b31m\u2066\b"#
        let lines = Data("{\"_class\":\"A\",\"t\":\"\(escaped)\"}\n".utf8)
        let made = try RealmctlProcess.run(
            ["import", "--from", "-", "--format", "ndjson", "--schema", schema, path], stdin: lines)
        #expect(made.code == 0, "\(made.err)")
    }

    @Test(arguments: [
        ["query", "@", "A"], ["query", "@", "A", "t == '\(hostile)'"], ["info", "@"], ["verify", "@"], ["export", "@"],
        ["schema", "@"], ["diff", "@", "@"], ["compact", "@"], ["query", "@", hostile], ["info", "@\(hostile)"],
        ["info", "--\(hostile)"], [hostile],
    ])
    func `nothing that could steer a terminal reaches it`(_ arguments: [String]) throws {
        let output = try PseudoTerminal.run(
            arguments.map { $0.replacing("@", with: path) }, environment: ["NO_COLOR": "1"])
        let harmful = output.out.unicodeScalars.filter { scalar in
            switch scalar.value {
            case 0x09, 0x0A, 0x0D: false
            case 0..<0x20, 0x7F..<0xA0, 0x200E...0x200F, 0x202A...0x202E, 0x2066...0x2069: true
            default: false
            }
        }
        #expect(harmful.isEmpty, "\(Array(output.out.utf8))")
        #expect(!output.out.isEmpty)
    }

    @Test func `a pipe gets every byte`() throws {
        let output = try RealmctlProcess.run(["query", path, "A", "--json"])
        let rows = (try output.json()["result"] as? [String: Any])?["rows"] as? [[String: Any]]
        #expect(rows?.first?["t"] as? String == HostileTextTests.hostile)
    }
}
