import Foundation
import TestSupport

/// A system program against which tests compare results.
struct SystemProgram {
    private let url: URL

    /// Nil, with a message, where it is not installed.
    init?(_ name: String) {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        let found = path.split(separator: ":").map { "\($0)/\(name)" }.first {
            FileManager.default.isExecutableFile(atPath: $0)
        }
        guard let found else {
            print("skipped: there is no '\(name)'")
            return nil
        }
        url = URL(fileURLWithPath: found)
    }

    /// Runs the program; returns what it prints, errors included.
    func run(_ arguments: [String], in directory: URL? = nil) throws -> String { try result(arguments, directory).text }

    /// Runs the program; returns whether it succeeds.
    func succeeds(_ arguments: [String], in directory: URL? = nil) throws -> Bool {
        let (status, text) = try result(arguments, directory)
        if status != 0 { print("\(url.lastPathComponent) \(arguments.joined(separator: " ")): \(text)") }
        return status == 0
    }

    private func result(_ arguments: [String], _ directory: URL?) throws -> (status: Int32, text: String) {
        // A file, not a pipe: no output can be long enough to block the process.
        let scratch = try TemporaryDirectory()
        let file = try scratch.file("output", Data())
        let output = try FileHandle(forWritingTo: file)
        let process = Process()
        process.executableURL = url
        process.arguments = arguments
        process.standardOutput = output
        process.standardError = output
        process.standardInput = FileHandle.nullDevice
        if let directory { process.currentDirectoryURL = directory }
        try process.run()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: try Data(contentsOf: file), as: UTF8.self))
    }
}
