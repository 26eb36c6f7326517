import Foundation

/// A program with its own implementation of the format, called as `python3 PROGRAM check FILE [--key HEX]`; it ends
/// with 0 if it finds nothing wrong.
struct ModelChecker: Sendable {
    let program: String

    /// - Parameter path: of the program; nil if it, or Python, is not there.
    init?(path: String?) {
        guard let path, FileManager.default.fileExists(atPath: path),
            (try? ModelChecker.run(["--version"]).status) == 0
        else { return nil }
        program = path
    }

    /// Throws the program's message about a file with errors.
    func check(_ path: String, isEncrypted: Bool) throws {
        let key = isEncrypted ? ["--key", (0..<64).map { String(format: "%02x", $0) }.joined()] : []
        let (status, text) = try ModelChecker.run([program, "check", path] + key)
        guard status == 0 else { throw ModelError("\(program): \(text.prefix(2000))") }
    }

    private static func run(_ arguments: [String]) throws -> (status: Int32, text: String) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["python3"] + arguments
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        return (process.terminationStatus, text)
    }
}
