import Foundation

/// A process of another engine, which takes part in the session of a file step by step as it is told.
///
/// The program is `Tests/Programs/session-partner.c`, which lists its commands in `perform`.
public final class SessionPartner {
    /// The session as the other engine sees it.
    public struct State: Sendable {
        public struct Pins: Equatable, Sendable {
            public let live: Int
            public let frozen: Int

            public init(live: Int = 0, frozen: Int = 0) { (self.live, self.frozen) = (live, frozen) }
        }

        public let participants: Int
        /// The newest version in the list, the one that was announced last, and the one that the file's header names.
        public let newest: UInt64
        public let latest: UInt64
        public let header: UInt64
        public let format: Int
        public let isRegistering: Bool
        /// The versions in the list.
        public let versions: [UInt64: Pins]
    }

    private struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private let process = Process()
    private let commands = Pipe()
    private let answers = Pipe()
    private var unread = Data()
    private var lastCommand = ""

    public var identifier: Int32 { process.processIdentifier }

    /// Begins a session with the file at that path, which nobody has open.
    public convenience init(beginning path: String) throws {
        try self.init(path)
        try send("begin")
    }

    /// Joins the session of the file at that path.
    public convenience init(joining path: String) throws {
        try self.init(path)
        try send("join")
    }

    private init(_ path: String) throws {
        process.executableURL = try SessionPartner.built.get().file
        process.arguments = [path]
        process.standardInput = commands
        process.standardOutput = answers
        try process.run()
    }

    /// The partner dies, unless it was told to leave.
    deinit {
        if process.isRunning { process.terminate() }
        process.waitUntilExit()
    }

    /// Tells the partner to do something.
    ///
    /// - Returns: its answer.
    /// - Throws: if it fails.
    @discardableResult
    public func send(_ command: String) throws -> String {
        try start(command)
        return try answer()
    }

    /// Tells the partner to do something for which it has to wait; `answer()` comes next.
    public func start(_ command: String) throws {
        guard process.isRunning else { throw Failure(description: "'\(command)': the partner has ended") }
        try commands.fileHandleForWriting.write(contentsOf: Data("\(command)\n".utf8))
        lastCommand = command
    }

    /// Waits for the answer to the last command.
    ///
    /// - Throws: if the partner failed, or refused.
    public func answer() throws -> String {
        let answer = try nextLine()
        guard !answer.hasPrefix("error"), !answer.hasPrefix("refused") else {
            throw Failure(description: "'\(lastCommand)': \(answer)")
        }
        return answer
    }

    /// Tells the partner to do something, in which it kills itself; waits until it is dead.
    public func die(_ command: String = "die") throws {
        let answer = try send(command)
        guard answer == "dies" else { throw Failure(description: "'\(command)': \(answer)") }
        process.waitUntilExit()
    }

    public func state() throws -> State {
        let words = try send("state").split(separator: " ")
        func number(_ name: String) throws -> UInt64 {
            guard let index = words.firstIndex(where: { $0 == name }), index + 1 < words.count,
                let number = UInt64(words[index + 1])
            else { throw Failure(description: "no \(name) in \(words)") }
            return number
        }
        let versions = words.drop { $0 != "versions" }.dropFirst().map { word in
            word.split(separator: ":").compactMap { UInt64($0) }
        }
        guard versions.allSatisfy({ $0.count == 3 }) else { throw Failure(description: "\(words)") }
        return State(
            participants: Int(try number("participants")), newest: try number("newest"),
            latest: try number("latest"), header: try number("header"), format: Int(try number("format")),
            isRegistering: try number("registering") != 0,
            versions: Dictionary(
                uniqueKeysWithValues: versions.map { version in
                    (version[0], State.Pins(live: Int(version[1]), frozen: Int(version[2])))
                }))
    }

    private func nextLine() throws -> String {
        while true {
            if let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
                defer { unread = Data(unread[unread.index(after: end)...]) }
                return String(decoding: unread[..<end], as: UTF8.self)
            }
            let bytes = answers.fileHandleForReading.availableData
            if bytes.isEmpty { throw Failure(description: "the partner ended instead of an answer") }
            unread += bytes
        }
    }

    // MARK: The program

    private struct Program: Sendable {
        let directory: TemporaryDirectory
        var file: URL { directory.url.appendingPathComponent("session-partner") }
    }

    /// Compiled once, by the C compiler of the Swift toolchain.
    private static let built = Result<Program, any Error> {
        let source = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Programs").appendingPathComponent("session-partner.c")
        let program = Program(directory: try TemporaryDirectory())
        let compiler = Process()
        compiler.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        compiler.arguments = [
            "clang", "-std=gnu11", "-Wall", "-Wextra", "-Werror", "-O1", "-pthread", "-o", program.file.path,
            source.path,
        ]
        let messages = Pipe()
        compiler.standardError = messages
        try compiler.run()
        let text = String(decoding: try messages.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        compiler.waitUntilExit()
        guard compiler.terminationStatus == 0 else { throw Failure(description: "clang: \(text)") }
        atexit { SessionPartner.removeProgram() }
        return program
    }

    private static func removeProgram() {
        if case .success(let program) = built { try? FileManager.default.removeItem(at: program.directory.url) }
    }
}
