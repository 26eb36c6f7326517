import Foundation
import Synchronization

/// Shows the progress of a command on standard error, on a separate thread.
///
/// A line on a terminal, redrawn at most 10 times a second; with `plain` a line per 10 %, for logs.
final class ProgressPrinter: Sendable {
    private let command: String
    private let work: WorkInProgress
    private let console: Console
    private let isFinished = Mutex(false)
    private let ended = DispatchSemaphore(value: 0)

    /// Short work needs no progress.
    private static let patience = 0.5
    private static let interval = 0.1

    /// Starts printing, or does nothing if no progress is wanted.
    init(_ command: String, _ work: WorkInProgress, _ console: Console) {
        self.command = command
        self.work = work
        self.console = console
        let settings = console.settings
        let isWanted =
            switch settings.progress {
            case .never: false
            case .auto: OutputStream.standardError.isTerminal
            case .plain: true
            }
        guard isWanted, !settings.json, settings.verbosity >= .normal else {
            ended.signal()
            return
        }
        Thread.detachNewThread { [self] in
            run()
            ended.signal()
        }
    }

    /// Ends printing and removes the line.
    func finish() {
        isFinished.withLock { $0 = true }
        ended.wait()
        // It may be called again.
        ended.signal()
        console.eraseProgress()
    }

    private func run() {
        let begin = Date()
        var tenths = 0
        while !isFinished.withLock({ $0 }) {
            Thread.sleep(forTimeInterval: ProgressPrinter.interval)
            let elapsed = Date().timeIntervalSince(begin)
            guard elapsed >= ProgressPrinter.patience, !isFinished.withLock({ $0 }) else { continue }
            let now = work.snapshot
            if console.settings.progress == .plain {
                guard Int(now.fraction * 10) > tenths else { continue }
                tenths = Int(now.fraction * 10)
                console.note("\(command) \(now.name): \(tenths * 10) %")
            } else {
                console.showProgress(line(now, elapsed))
            }
        }
    }

    private func line(_ now: WorkInProgress.Snapshot, _ elapsed: Double) -> String {
        let filled = Int(now.fraction * 20)
        let bar = String(repeating: "#", count: filled) + String(repeating: "-", count: 20 - filled)
        let counter = work.total > 1 ? " \(now.done)/\(work.total)" : ""
        let rate = ByteSize(Int(now.bytes / elapsed))
        let left = now.fraction > 0 ? elapsed * (1 - now.fraction) / now.fraction : nil
        let time = left.map { "  \(Int($0.rounded(.up))) s left" } ?? ""
        let name = URL(fileURLWithPath: now.name).lastPathComponent.prefix(30)
        return "\(command)\(counter) \(name) [\(bar)] \(Int(now.fraction * 100)) %  \(rate)/s\(time)"
    }
}

extension CommandContext {
    /// Runs `body`, the work on one file, and shows its progress.
    func withProgress<Result>(
        _ command: String, _ input: InputFile, _ body: (Progress) throws -> Result
    ) rethrows -> Result {
        let work = WorkInProgress(total: 1)
        let printer = ProgressPrinter(command, work, console)
        defer { printer.finish() }
        return try console.step("\(command) '\(input.name)'") { try work.track(0, input, body) }
    }
}
