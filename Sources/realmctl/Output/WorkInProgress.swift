import Foundation
import Synchronization

/// The progress of a command: finished files, and those in progress.
final class WorkInProgress: Sendable {
    private struct State {
        var done = 0
        var doneBytes = 0.0
        var active: [Int: (name: String, bytes: Int, progress: Progress)] = [:]
    }

    /// A snapshot of the work.
    struct Snapshot {
        let done: Int
        /// The file that has been in progress longest.
        let name: String
        let fraction: Double
        let bytes: Double
    }

    let total: Int
    private let state = Mutex(State())

    init(total: Int) { self.total = total }

    /// Runs `body` as the work on `input`, whose share it reports through the progress it is given.
    func track<Result>(_ index: Int, _ input: InputFile, _ body: (Progress) throws -> Result) rethrows -> Result {
        let progress = Progress(totalUnitCount: -1)
        let size = (try? FileManager.default.attributesOfItem(atPath: input.url.path))?[.size] as? Int ?? 0
        state.withLock { $0.active[index] = (input.name, size, progress) }
        defer {
            state.withLock { state in
                state.active[index] = nil
                state.done += 1
                state.doneBytes += Double(size)
            }
        }
        return try body(progress)
    }

    var snapshot: Snapshot {
        state.withLock { state in
            let fractions = state.active.values.map { min(1, max(0, $0.progress.fractionCompleted)) }
            let bytes = zip(state.active.values, fractions).reduce(state.doneBytes) { $0 + Double($1.0.bytes) * $1.1 }
            return Snapshot(
                done: state.done, name: state.active.min { $0.key < $1.key }?.value.name ?? "",
                fraction: total == 0 ? 1 : (Double(state.done) + fractions.reduce(0, +)) / Double(total), bytes: bytes)
        }
    }
}
