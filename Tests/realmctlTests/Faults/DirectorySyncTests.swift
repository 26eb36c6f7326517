import Foundation
import Glibc
import TestSupport
import Testing

/// The last step of naming a file: making the name durable. If that fails, the file exists nevertheless.
@Suite(.enabled(if: TracedCommand.canRun, "needs strace")) struct DirectorySyncTests {
    private let place: Workplace
    private let directory: String
    private let source: String

    init() throws {
        place = try Workplace()
        directory = place.path + "/data"
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: false)
        source = directory + "/links.realm"
        try Fixture.named("links").bytes().write(to: URL(fileURLWithPath: source))
    }

    /// Runs the command, and then again with its last sync of the directory failing.
    private func runWithFault(_ arguments: [String], undo: () throws -> Void) throws -> RealmctlProcess.Output {
        let command = TracedCommand(arguments: arguments)
        let calls = try command.calls(in: directory)
        let last = try #require(calls.last { $0.name == "fsync" && $0.description.contains("<\(directory)>") })
        return try command.run(.failure(EIO), at: last, prepare: undo)
    }

    @Test func `a file that was replaced is said to be the new one`() throws {
        let old = try Data(contentsOf: URL(fileURLWithPath: source))
        let output = try runWithFault(["compact", source]) { try old.write(to: URL(fileURLWithPath: source)) }
        #expect(output.code == 74)
        #expect(output.err.contains("is the new file already, but a power failure may bring back the old one"))
        #expect(try Data(contentsOf: URL(fileURLWithPath: source)) != old)
        #expect(try RealmctlProcess.run(["verify", source]).code == 0)
    }

    @Test(arguments: ["copy", "export"]) func `a new file is said to have its name`(_ name: String) throws {
        let target = directory + "/new"
        let arguments = name == "copy" ? [name, source, target] : [name, source, "-o", target]
        let output = try runWithFault(arguments) { try FileManager.default.removeItem(atPath: target) }
        #expect(output.code == 74)
        #expect(output.err.contains("has its name already, but a power failure may take it away"), "\(output.err)")
        #expect(FileManager.default.fileExists(atPath: target))
    }
}
