import Foundation
import Synchronization

/// The readers that are active while commits are made.
enum ReaderMode: String, CaseIterable, Codable {
    /// No readers.
    case alone
    /// One reader that holds a version for ten seconds, again and again.
    case reader
    /// Four tasks that keep five objects each, as they were at different times.
    case frozen

    var taskCount: Int {
        switch self {
        case .alone: 0;
        case .reader: 1;
        case .frozen: 4
        }
    }
    var heldCount: Int { self == .frozen ? 5 : 1 }
    /// Seconds from one hold of a task to its next.
    var interval: Double { self == .frozen ? 2 : 10 }
}

/// The readers during a run; they end when `stop` is called.
final class Readers: Sendable {
    private let isStopped = Atomic(false)
    private let group = DispatchGroup()
    private let failure = Mutex<(any Error)?>(nil)

    init(_ mode: ReaderMode, _ engine: any SpaceEngine.Type, _ workload: Workload, in directory: URL) {
        for task in 0..<mode.taskCount {
            group.enter()
            let thread = Thread { [self] in
                defer { group.leave() }
                do { try read(mode, engine, workload, directory, offset: task) } catch {
                    failure.withLock { $0 = error }
                }
            }
            thread.start()
        }
    }

    private func read(
        _ mode: ReaderMode, _ engine: any SpaceEngine.Type, _ workload: Workload, _ directory: URL, offset: Int
    ) throws {
        var held: [AnyObject] = []
        var next = Date(timeIntervalSinceNow: Double(offset) * mode.interval / Double(mode.taskCount))
        while !isStopped.load(ordering: .relaxed) {
            Thread.sleep(forTimeInterval: 0.02)
            guard Date() >= next else { continue }
            next = Date(timeIntervalSinceNow: mode.interval)
            if held.count >= mode.heldCount { held.removeFirst() }
            held.append(try engine.hold(workload, in: directory))
        }
    }

    /// Waits until all versions are released.
    func stop() throws {
        isStopped.store(true, ordering: .relaxed)
        group.wait()
        if let failure = failure.withLock({ $0 }) { throw failure }
    }
}
