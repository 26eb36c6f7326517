import Foundation
import Glibc
import TestSupport
import Testing

/// A command under `strace`, which reports its system calls, makes one of them fail, or kills the program before it.
struct TracedCommand {
    let arguments: [String]

    /// A system call of a run.
    struct Call: CustomStringConvertible {
        let name: String
        /// The number of the call among those of that name.
        let number: Int
        /// The call as `strace` prints it.
        let description: String
    }

    /// A fault injected into a call.
    enum Fault: CustomStringConvertible {
        case failure(Int32)
        case kill

        /// In the syntax of `strace`.
        fileprivate var injection: String {
            switch self {
            case .failure(let number): "error=\(number)"
            case .kill: "signal=SIGKILL"
            }
        }

        /// The end of the output of `strace`.
        fileprivate var mark: String {
            switch self {
            case .failure: "(INJECTED)"
            case .kill: "killed by SIGKILL"
            }
        }

        var description: String {
            switch self {
            case .failure(let number): String(cString: strerror(number))
            case .kill: "kill"
            }
        }
    }

    /// False, with a message, where there is no `strace`, or processes may not be traced.
    static let canRun: Bool = {
        let output = try? RealmctlProcess.shell(
            "strace -f -o /dev/null -e inject=fsync:signal=SIGKILL:when=1 true")
        if output?.code == 0 { return true }
        print("skipped: strace cannot be used (\(output?.err ?? "no shell"))")
        return false
    }()

    /// Runs the command.
    ///
    /// - Returns: the calls of its first thread that name `directory` or something in it, except those that close
    ///   files, which succeed. `strace` counts the calls of each thread, so that those of other threads have no stable
    ///   number.
    func calls(in directory: String) throws -> [Call] {
        let (output, log) = try trace(["-y", "-s", "0"])
        try #require(output.code == 0, "\(output.err)")
        // A thread, spaces, a call with its arguments and result; else the end of such a line, or a signal.
        let lines = log.split(separator: "\n").compactMap { $0.wholeMatch(of: /(\d+) +(\w+)\((.*)/)?.output }
        var numbers: [Substring: Int] = [:]
        return lines.compactMap { line, thread, name, rest in
            guard thread == lines.first?.1 else { return nil }
            numbers[name, default: 0] += 1
            guard rest.contains(directory), name != "execve", name != "close" else { return nil }
            return Call(name: String(name), number: numbers[name] ?? 0, description: String(line))
        }
    }

    /// Runs the command, with the fault injected into that call.
    ///
    /// - Parameter prepare: restores the state before the first run. It is called again when a run did not make the
    ///   call: the distribution of work among the program's threads varies.
    func run(_ fault: Fault, at call: Call, prepare: () throws -> Void) throws -> RealmctlProcess.Output {
        for _ in 0..<5 {
            try prepare()
            let (output, log) = try trace([
                "-e", "trace=\(call.name)", "-e", "inject=\(call.name):\(fault.injection):when=\(call.number)",
            ])
            if log.contains(fault.mark) { return output }
        }
        throw MissingCall(call: call)
    }

    /// No run made the call again.
    private struct MissingCall: Error {
        let call: Call
    }

    private func trace(_ options: [String]) throws -> (RealmctlProcess.Output, log: String) {
        let directory = try TemporaryDirectory()
        let log = try directory.file("log", Data())
        let output = try RealmctlProcess.shell(
            #"exec strace -f -o "$LOG" \#(options.joined(separator: " ")) "$REALMCTL" "$@""#, arguments,
            environment: ["LOG": log.path])
        return (output, try String(contentsOf: log, encoding: .utf8))
    }
}
