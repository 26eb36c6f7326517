import Foundation
import Glibc
import Testing

/// Runs of a command that are killed, each at another moment.
///
///     REALMSTORE_KILLS number of runs of each command (10)
struct KilledRuns {
    private let arguments: [String]
    /// The duration of a whole run.
    private let seconds: Double

    private static let count = ProcessInfo.processInfo.environment["REALMSTORE_KILLS"].flatMap { Int($0) } ?? 10

    /// Runs the command to its end.
    ///
    /// - Parameter code: the expected exit code.
    init(_ arguments: [String], code: Int32 = 0) throws {
        self.arguments = arguments
        let begin = Date()
        let output = try RealmctlProcess.run(arguments)
        seconds = Date().timeIntervalSince(begin)
        #expect(output.code == code, "\(output.err)")
    }

    /// Starts the command and kills it, at random moments that are spread over the time of a whole run.
    ///
    /// - Parameters:
    ///   - prepare: called before each run.
    ///   - check: called after each run, with the moment of its end.
    func forEach(prepare: () throws -> Void = {}, check: (_ moment: Comment) throws -> Void) throws {
        for round in 0..<KilledRuns.count {
            try prepare()
            let moment = seconds * (Double(round) + Double.random(in: 0..<1)) / Double(KilledRuns.count)
            let process = RealmctlProcess.process(arguments)
            try process.run()
            Thread.sleep(forTimeInterval: moment)
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
            try check("killed after \(moment) of \(seconds) seconds")
        }
    }
}
