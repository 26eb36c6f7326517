import Foundation
import Synchronization

/// Runs a command on many files: several at a time, reports in the order of the input, no file stopping the others.
struct Batch: Sendable {
    private enum Item: Sendable {
        case file(String)
        case failed(String, Failure)

        var path: String {
            switch self {
            case .file(let path), .failed(let path, _): path
            }
        }

        /// The file being processed; nil if it failed before.
        var wanted: String? { if case .file(let path) = self, path != "-" { path } else { nil } }
    }

    private let items: [Item]
    private let jobs: Int
    private let failsFast: Bool
    private let command: String
    private let reader: RealmReader
    /// Whether to print the summary: not for a single named file.
    private let hasSummary: Bool
    /// Whether the reports are about work done, not requested information: `--quiet` omits them, except findings.
    var tellsWork = false

    private static let defaultJobs = 4

    init(_ options: BatchOptions, reader: RealmReader, command: String) throws(Failure) {
        var paths = options.paths
        if let list = options.filesFrom { paths += try Batch.paths(listedIn: list, options, reader) }
        guard !paths.isEmpty || options.filesFrom != nil else { throw .usage("No files are given.") }
        guard paths.count(where: { $0 == "-" }) <= 1 else {
            throw .usage("Standard input is given more than once.")
        }
        var search = FileSearch(options)
        items = paths.flatMap { path in
            search.find(path).map { found in
                switch found {
                case .file(let path): Item.file(path)
                case .unreadable(let path, let failure): Item.failed(path, failure)
                }
            }
        }
        jobs = options.jobs ?? min(Batch.defaultJobs, ProcessInfo.processInfo.activeProcessorCount)
        failsFast = options.failFast
        self.command = command
        self.reader = reader
        hasSummary = items.count != 1 || options.recursive || options.filesFrom != nil
        for path in paths where options.recursive && search.isEmpty(path) {
            reader.context.console.warn("noFiles", "No file in '\(path)' is named \(search.wanted).", path: path)
        }
    }

    /// A batch of files found in another way.
    init(_ paths: [String], jobs: Int?, failsFast: Bool, reader: RealmReader, command: String) {
        items = paths.map(Item.file)
        self.jobs = jobs ?? min(Batch.defaultJobs, ProcessInfo.processInfo.activeProcessorCount)
        self.failsFast = failsFast
        self.command = command
        self.reader = reader
        hasSummary = paths.count != 1
    }

    /// Paths separated by NULs if there is one, else by newlines.
    private static func paths(
        listedIn list: String, _ options: BatchOptions, _ reader: RealmReader
    ) throws(Failure) -> [String] {
        let content: Data
        do {
            if list == "-" {
                guard reader.keys.source?.isStandardInput != true, !options.paths.contains("-") else {
                    throw Failure.usage("Standard input cannot give both the list of files and something else.")
                }
                content = try FileHandle.standardInput.readToEnd() ?? Data()
            } else {
                content = try Data(contentsOf: URL(fileURLWithPath: list))
            }
        } catch {
            throw Failure(error, path: list)
        }
        let separator: UInt8 = content.contains(0) ? 0 : UInt8(ascii: "\n")
        return content.split(separator: separator).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Number of files.
    var count: Int { items.count }

    /// The first name that several of the files have, in different directories.
    var sharedName: String? {
        var names = Set<String>()
        return items.lazy.map { ($0.path as NSString).lastPathComponent }.first { !names.insert($0).inserted }
    }

    /// A command's part of the summary of its batch: members in JSON, and a line of text.
    typealias Summary = (members: [(String, JSONValue)], text: String)

    /// Runs `body` on each file. An error fails that file only.
    ///
    /// - Parameter summarize: creates the summary from the files' reports; nil for counts of files only.
    func run(
        summarize: (([FileReport]) -> Summary)? = nil,
        _ body: @escaping @Sendable (InputFile, Progress) throws -> FileReport
    ) throws -> CommandResult {
        let work = WorkInProgress(total: items.count)
        let collector = ReportCollector(count: items.count, console: reader.context.console, tellsWork: tellsWork)
        let next = Mutex(0)
        let worker: @Sendable () -> Void = {
            while let index = next.withLock({ next -> Int? in
                defer { next += 1 }
                return next < items.count && !(failsFast && collector.hasFailure) && !collector.isBroken ? next : nil
            }) {
                collector.add(report(on: items[index], at: index, work, body), at: index)
            }
        }
        let workers = min(jobs, items.count)
        // A missing or invalid key is a failure of each file.
        if workers > 1 { try? reader.keys.askBeforehand(for: items.compactMap(\.wanted)) }
        let printer = ProgressPrinter(command, work, reader.context.console)
        Batch.onThreads(workers, worker)
        printer.finish()
        try collector.throwIfBroken()
        return result(collector.reports, summarize)
    }

    private func report(
        on item: Item, at index: Int, _ work: WorkInProgress,
        _ body: (InputFile, Progress) throws -> FileReport
    ) -> FileReport {
        switch item {
        case .failed(let path, let failure): return FileReport(path: path, failure)
        case .file(let path):
            do {
                let input = try reader.input(path)
                return try reader.context.console.step("\(command) '\(path)'") {
                    try work.track(index, input) { try body(input, $0) }
                }
            } catch {
                return FileReport(path: path, failure(error, path))
            }
        }
    }

    /// Asks whether to continue, after every file was checked: there is no question for refused files.
    ///
    /// Nothing is checked if there is no question, with `--yes` and in dry runs.
    ///
    /// - Parameters:
    ///   - check: throws if a file cannot be processed.
    ///   - question: the question for the given number of files, at least one; nil for none.
    /// - Returns: the result of the command if the answer is not yes, or no file can be processed; nil to continue.
    func consent(
        check: (InputFile) throws -> Void, question: (_ accepted: Int) -> String?
    ) -> CommandResult? {
        let settings = reader.context.settings
        if settings.yes || settings.isDryRun { return nil }
        let refusals = items.map { refusal(of: $0, check) }
        let accepted = refusals.count { $0 == nil }
        if accepted == 0, !items.isEmpty {
            for failure in refusals.compactMap(\.self) { reader.context.console.report(failure) }
            return result(
                zip(items, refusals).map { item, failure in failure.map { FileReport(path: item.path, $0) } }, nil)
        }
        guard accepted > 0, let question = question(accepted) else { return nil }
        do {
            try reader.context.confirm(question)
            return nil
        } catch {
            var refused = result(zip(items, refusals).map { FileReport(path: $0.path, $1 ?? error) }, nil)
            refused.failure = error
            return refused
        }
    }

    /// The error because of which the file of `item` cannot be processed; nil if it can.
    private func refusal(of item: Item, _ check: (InputFile) throws -> Void) -> Failure? {
        switch item {
        case .failed(_, let failure): return failure
        case .file(let path):
            do {
                if path == "-" { throw Failure.notRewritable }
                try check(InputFile(path))
                return nil
            } catch {
                return failure(error, path)
            }
        }
    }

    /// The error of processing a file, with its name if there are others.
    private func failure(_ error: any Error, _ path: String) -> Failure {
        var failure = Failure(error, path: path)
        if failure.code == "notAFile", failure.hint == nil, FileSearch.isDirectory(path) {
            failure.hint = "Give -r for the files in a directory."
        }
        return items.count > 1 && !failure.message.contains(path) ? failure.naming(path) : failure
    }

    /// Runs `worker` on this thread and on `count - 1` others; returns when all have finished.
    private static func onThreads(_ count: Int, _ worker: @escaping @Sendable () -> Void) {
        let group = DispatchGroup()
        for _ in 1..<max(count, 1) {
            group.enter()
            Thread.detachNewThread {
                worker()
                group.leave()
            }
        }
        worker()
        group.wait()
    }
}

extension Batch {
    private func result(_ found: [FileReport?], _ summarize: (([FileReport]) -> Summary)?) -> CommandResult {
        let reports = zip(items, found).map { item, report in report ?? FileReport.notTried(item.path) }
        let failures = reports.compactMap(\.failure)
        let tried = found.compactMap { $0 }.count
        let failed = found.count { $0?.failure != nil }
        let findings = reports.count { $0.failure == nil && $0.isFinding }
        let summary: [(String, Int)] = [
            ("files", items.count), ("ok", tried - failed - findings), ("findings", findings), ("failed", failed),
            ("notTried", items.count - tried),
        ]
        let own = summarize?(reports)
        var result = CommandResult(
            [
                ("files", .array(reports.map(\.json))),
                ("summary", .object(summary.map { ($0.0, JSONValue($0.1)) } + (own?.members ?? []))),
            ], status: findings > 0 ? .finding : .ok)
        if failed > 0 { result.failure = Batch.failure(of: failures, failed: failed, tried: tried) }
        if hasSummary {
            let parts = summary.dropFirst().filter { $0.1 > 0 }.map { "\($0.1) \(Batch.words[$0.0] ?? $0.0)" }
            let text = own?.text ?? (parts.isEmpty ? "" : ": " + parts.joined(separator: ", "))
            reader.context.console.note("\(items.count) \(items.count == 1 ? "file" : "files")\(text)")
        }
        return result
    }

    private static let words = ["findings": "with findings", "notTried": "not tried"]

    /// One failure for all: the failure itself if there was one file; its code if all failed with the same; else
    /// `partial`.
    private static func failure(of failures: [Failure], failed: Int, tried: Int) -> Failure {
        let first = failures[0]
        if tried == 1, failures.count == 1 { return first.alreadyReported }
        let isAlike = failed == tried && failures.prefix(failed).allSatisfy { $0.status == first.status }
        let code = failures.allSatisfy { $0.code == first.code } ? first.code : nil
        return Failure(
            isAlike ? first.status : .partial, isAlike ? code : nil, "\(failed) of \(tried) files failed."
        ).alreadyReported
    }
}

/// Collects the reports of a batch, and prints each as soon as all before it have been printed.
private final class ReportCollector: Sendable {
    private struct State {
        var reports: [FileReport?]
        var printed = 0
        var hasFailure = false
        /// The error because of which standard output can no longer be written.
        var broken: Failure?
        /// Hints that were printed: once is enough for many files.
        var hints = Set<String>()
    }

    private let state: Mutex<State>
    private let console: Console
    private let tellsWork: Bool

    init(count: Int, console: Console, tellsWork: Bool) {
        state = Mutex(State(reports: Array(repeating: nil, count: count)))
        self.console = console
        self.tellsWork = tellsWork
    }

    var hasFailure: Bool { state.withLock { $0.hasFailure } }
    var isBroken: Bool { state.withLock { $0.broken != nil } }
    var reports: [FileReport?] { state.withLock { $0.reports } }

    func throwIfBroken() throws(Failure) {
        if let failure = state.withLock({ $0.broken }) { throw failure }
    }

    func add(_ report: FileReport, at index: Int) {
        state.withLock { state in
            state.reports[index] = report
            if report.failure != nil { state.hasFailure = true }
            while state.printed < state.reports.count, let next = state.reports[state.printed] {
                state.printed += 1
                print(next, &state)
            }
        }
    }

    private func print(_ report: FileReport, _ state: inout State) {
        if var failure = report.failure {
            if let hint = failure.hint, !state.hints.insert(hint).inserted { failure.hint = nil }
            console.report(failure)
        }
        guard state.broken == nil else { return }
        do {
            if tellsWork, !report.isFinding, report.failure == nil {
                try console.done(report.text)
            } else {
                try console.result(report.text)
            }
        } catch {
            state.broken = error
        }
    }
}
