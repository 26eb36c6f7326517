import Foundation

/// Another run of this test program, which takes a share in a storm and nothing else.
///
/// An exit test cannot: the one that waits for it holds a thread which tasks need, until it ends.
struct StormProcess: Sendable {
    let path: String
    let seed: UInt64
    let seconds: Double

    private static let variable = "REALMSTORE_STORM_SHARE"

    private struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    init(path: String, seed: UInt64, seconds: Double) {
        (self.path, self.seed, self.seconds) = (path, seed, seconds)
    }

    /// The share of this process; `nil` where it was not started to take one.
    static let own: StormProcess? = {
        let words = ProcessInfo.processInfo.environment[variable]?.split(separator: " ", maxSplits: 2) ?? []
        guard words.count == 3, let seed = UInt64(words[0]), let seconds = Double(words[1]) else { return nil }
        return StormProcess(path: String(words[2]), seed: seed, seconds: seconds)
    }()

    /// Runs the test that `filter` names in a process of its own; throws when it fails. A cancelled task ends it.
    func run(filter: String) async throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        process.arguments = ["--testing-library", "swift-testing", "--filter", filter]
        process.environment = ProcessInfo.processInfo.environment.merging(
            [StormProcess.variable: "\(seed) \(seconds) \(path)"]
        ) { $1 }
        let handle = Handle(process: process)
        let status = try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
                do { try process.run() } catch { continuation.resume(throwing: error) }
            }
        } onCancel: {
            handle.end()
        }
        guard status == 0 else { throw Failure(description: "seed \(seed): exit code \(status)") }
    }

    private struct Handle: @unchecked Sendable {
        let process: Process

        func end() {
            if process.isRunning { process.terminate() }
        }
    }
}
