import Foundation
import Synchronization
import TestSupport

/// Runs the built `realmctl` as a process of its own.
enum RealmctlProcess {
    struct Output {
        let code: Int32
        let out: String
        let err: String

        /// The JSON document on standard output.
        func json() throws -> [String: Any] {
            guard let object = try JSONSerialization.jsonObject(with: Data(out.utf8)) as? [String: Any] else {
                throw CocoaError(.coderReadCorrupt)
            }
            return object
        }

        /// The error of the JSON document on standard output.
        func error() throws -> [String: Any] { try json()["error"] as? [String: Any] ?? [:] }
    }

    /// The program, which is built beside the tests.
    static let executable = URL(fileURLWithPath: CommandLine.arguments[0])
        .deletingLastPathComponent().appendingPathComponent("realmctl")

    /// Runs `realmctl ARGUMENTS` to its end.
    ///
    /// - Parameter environment: added to an environment of `PATH` only.
    static func run(
        _ arguments: [String], stdin: Data = Data(), environment: [String: String] = [:]
    ) throws -> Output {
        try run(executable, arguments, stdin: stdin, environment: environment)
    }

    private static let told = Mutex<[[String]: Output]>([:])

    /// What `realmctl ARGUMENTS` tells of the program itself: run once, since many tests look at it.
    static func tell(_ arguments: [String]) throws -> Output {
        if let known = told.withLock({ $0[arguments] }) { return known }
        let output = try run(arguments)
        told.withLock { $0[arguments] = output }
        return output
    }

    /// Runs a shell script in which `$REALMCTL` is the program and `$1`, `$2` ... are the arguments.
    static func shell(
        _ script: String, _ arguments: [String] = [], environment: [String: String] = [:]
    ) throws -> Output {
        let shell = URL(fileURLWithPath: "/bin/bash")
        let variables = environment.merging(["REALMCTL": executable.path]) { given, _ in given }
        return try run(shell, ["-c", script, "bash"] + arguments, stdin: Data(), environment: variables)
    }

    /// A process that is set up and not started; its output goes nowhere. Signals do what they do by default, also
    /// where the tests run in the background of a shell, which has them ignored.
    static func process(_ arguments: [String], environment: [String: String] = [:]) -> Process {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["--default-signal=INT,TERM,HUP,QUIT", executable.path] + arguments
        process.environment = variables(environment)
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        return process
    }

    private static func variables(_ added: [String: String]) -> [String: String] {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        return added.merging(["PATH": path]) { given, _ in given }
    }

    private static func run(
        _ program: URL, _ arguments: [String], stdin: Data, environment: [String: String]
    ) throws -> Output {
        // Files, not pipes: no output can be long enough to block the process.
        let directory = try TemporaryDirectory()
        let (out, err) = (try directory.file("out", Data()), try directory.file("err", Data()))
        let process = Process()
        process.executableURL = program
        process.arguments = arguments
        process.environment = variables(environment)
        process.standardInput = try FileHandle(forReadingFrom: directory.file("in", stdin))
        process.standardOutput = try FileHandle(forWritingTo: out)
        process.standardError = try FileHandle(forWritingTo: err)
        try process.run()
        process.waitUntilExit()
        return Output(
            code: process.terminationStatus, out: try String(contentsOf: out, encoding: .utf8),
            err: try String(contentsOf: err, encoding: .utf8))
    }
}
