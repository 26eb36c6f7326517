import Foundation
import RealmStore

/// One recovery: the sources of the content in order, and the new file.
final class Recovery {
    private let source: DamagedSource
    private let key: EncryptionKey?
    private let options: Realm.FileWriteOptions
    private let scratchDirectory: String?
    private let sink: ((Data) -> Void)?
    /// The path of the new file, without symbolic links.
    private let target: String
    /// The replaced file.
    private let replaced: ReplacedFile?
    private lazy var tops = source.topArrays()

    /// Version numbers from here on are due to damage.
    static let versionLimit: UInt64 = 1 << 48
    /// The maximum number of versions tried.
    private static let maximumVersionCount = 32

    init(
        _ source: DamagedSource, to path: String, key: EncryptionKey?, _ options: Realm.FileWriteOptions,
        scratchDirectory: String?, _ sink: ((Data) -> Void)?
    ) throws(StorageError) {
        self.source = source
        self.key = key
        self.options = options
        self.scratchDirectory = scratchDirectory
        self.sink = sink
        guard FileName.exists(path) else {
            replaced = nil
            target = try Database.canonical(path)
            return
        }
        guard options.replacesExisting, try !FileRewrite.isSameFile(source.path, path) else {
            throw StorageError(.fileExists, path, "exists")
        }
        let file = try ReplacedFile(path)
        if !options.replacesHardLinks { try file.checkHasOneName() }
        replaced = file
        target = file.path
    }

    func run(_ strategy: Realm.RecoveryStrategy) throws(StorageError) -> RecoveryReport {
        let result: RecoveredFile?
        switch strategy {
        case .auto: result = try automatic()
        case .previous: result = try previous()
        case .scan: result = try newestFound()
        case .salvage: result = try salvage(sink)
        }
        guard let result else {
            throw StorageError(.damaged, source.path, Recovery.failure(strategy))
        }
        try source.checkUnchanged()
        let byteCount = try FileStatus.ofRegularFile(result.file.path).byteCount
        if let replaced {
            try result.file.replace(replaced.status, keepingOldAt: options.oldFileURL?.path)
        } else {
            try result.file.placeNew(
                mode: options.isOwnerOnly ? 0o600 : FileName.newFileMode(for: source.identity.status.mode))
        }
        return result.report(byteCount, skippedPages: source.unreadablePages)
    }

    /// The problem with the version that the header names, or with a newer one that it does not; nil if it is intact.
    private func doubt(about version: RealmFile?) throws(StorageError) -> String? {
        guard let version, let file = source.newest(version) else { return "its top array cannot be read" }
        let report = try Verification(file, level: .full, maxProblems: 1, scratchDirectory: scratchDirectory).run()
        return report.failure
    }

    private var current: RealmFile? { source.version(ofSlot: source.header.selectedSlot) }

    private static func failure(_ strategy: Realm.RecoveryStrategy) -> String {
        switch strategy {
        case .auto, .salvage: "is damaged: no table of it can be found"
        case .previous: "is damaged: its header names no older version that is sound"
        case .scan: "is damaged: no older version of it is sound"
        }
    }

    // MARK: Strategies

    private func automatic() throws(StorageError) -> RecoveredFile? {
        if let file = current, let result = try copy(file, as: .current, losesNothing: true) { return result }
        var older = try previous()
        if older == nil { older = try newestFound() }
        guard let older else { return try salvage(sink) }
        if older.losesNothing { return older }
        guard let salvaged = try salvage(nil) else { return older }
        guard salvaged.losesNothing || salvaged.objectCount > older.objectCount else { return older }
        // Only now is it certain that the lost and found is needed.
        return sink == nil || salvaged.lostAndFound == 0 ? salvaged : try salvage(sink)
    }

    private func previous() throws(StorageError) -> RecoveredFile? {
        guard !source.header.isStreaming, let file = source.version(ofSlot: 1 - source.header.selectedSlot),
            file.top != nil
        else { return nil }
        return try copy(file, as: .previous, losesNothing: false)
    }

    /// The newest intact version that is not the current one.
    private func newestFound() throws(StorageError) -> RecoveredFile? {
        let current = source.currentTop
        let isKnown = current.map { current in tops.contains { $0.ref == current } } ?? false
        var tried = 0
        for (position, top) in tops.enumerated() where !isKnown || top.ref != current {
            guard let file = source.version(at: top.ref, format: nil), (try? Group(file)) != nil else { continue }
            tried += 1
            guard tried <= Recovery.maximumVersionCount else { break }
            if let result = try copy(file, as: .scan, losesNothing: !isKnown && position == 0) {
                return result
            }
        }
        return nil
    }

    /// A version as a separate file; nil if it is not intact.
    private func copy(
        _ file: RealmFile, as kind: RecoveryReport.Source, losesNothing: Bool
    ) throws(StorageError) -> RecoveredFile? {
        do {
            let (unfinished, objects) = try rewrite(
                file, version: nil, of: file.path, isSalvaged: false)
            let classes = objects.map {
                RecoveryReport.Class(name: $0, expected: $1, recovered: $1, isCounted: true, isDescribed: true)
            }
            return RecoveredFile(
                file: unfinished, source: kind, version: file.top?.version, classes: classes,
                losesNothing: losesNothing, doubt: losesNothing ? try doubt(about: file) : nil)
        } catch {
            switch error.kind {
            case .damaged, .unsupportedFormat: return nil
            default: throw error
            }
        }
    }

    /// A compact copy of an intact file, and the number of objects of each class in it.
    private func rewrite(
        _ file: RealmFile, version: UInt64?, of path: String, isSalvaged: Bool
    ) throws(StorageError) -> (UnfinishedFile, objects: [String: Int]) {
        let source = try FileRewrite.source(copying: file)
        let stages = RecoveredStages(
            base: VerifiedStages(source, of: file, options), path: path, isSalvaged: isSalvaged)
        var writing = options
        if !isSalvaged { writing.dropsSyncHistory = true }
        let rewrite = FileRewrite(source: source, key: key, version: version, options: writing, stages: stages)
        return (try rewrite.writeScratch(beside: target), stages.objectCounts)
    }

    /// The readable tables and objects as a separate file; nil if there is no table.
    private func salvage(_ sink: ((Data) -> Void)?) throws(StorageError) -> RecoveredFile? {
        let doubt = try doubt(about: current)
        let survey = SalvageSurvey(source, tops: source.namedTops + tops.map(\.ref))
        guard survey.tables.contains(where: \.isClass) || survey.tables.contains(where: { $0.objectCount > 0 })
        else { return nil }
        let directory = try scratchDirectory.map { (path) throws(StorageError) in try Database.canonical(path) }
        let name = FileName.split(target).name
        let place = directory.map { "\($0)/\(name)" } ?? target
        if options.checksSpace { try FileRewrite.checkSpace(source.byteCount, for: place) }
        let scratch = try UnfinishedFile(for: place)
        let reader = SalvageReader(survey.space)
        let found = LostAndFound(survey, reader, sink: sink)
        let writer = try write(survey, reader, found, to: scratch)
        if !survey.isComplete { UnreachableTexts(source, survey).forEach { found.add(texts: $1, at: $0) } }
        let unfinished = try rewrite(
            RealmFile.open(scratch.path, key: key, sharing: .none),
            version: survey.version.flatMap { $0 < Recovery.versionLimit ? $0 : nil } ?? TopArray.firstVersion,
            of: source.path, isSalvaged: true
        ).0
        let classes = survey.tables.enumerated().filter { $1.isClass }.map { index, table in
            RecoveryReport.Class(
                name: table.className, expected: max(table.expected ?? 0, table.objectCount),
                recovered: writer.recovered[index], isCounted: table.expected != nil || table.isWhole,
                isDescribed: table.isDescribed)
        }
        return RecoveredFile(
            file: unfinished, source: .salvage, version: survey.version, classes: classes,
            brokenLinks: writer.brokenLinks, lostValues: writer.lostValues, lostAndFound: found.count,
            losesNothing: survey.isComplete && writer.lostValues == 0 && writer.brokenLinks == 0 && found.count == 0
                && classes.allSatisfy { $0.lost == 0 && $0.isCounted && $0.isDescribed },
            doubt: doubt)
    }

    private func write(
        _ survey: SalvageSurvey, _ reader: SalvageReader, _ found: LostAndFound, to scratch: UnfinishedFile
    ) throws(StorageError) -> SalvageWriter {
        let descriptor = try scratch.descriptor()
        do { try Database.write(descriptor, key) } catch { throw StorageError(error, scratch.path) }
        var opening = Database.Options()
        opening.key = key
        opening.creates = false
        opening.isShared = false
        do {
            let writer = try SalvageWriter(survey, reader, found) { [opening] in
                try Database.openAlone(scratch.path, opening)
            }
            try writer.run()
            return writer
        } catch let error as StorageError {
            throw error
        } catch let error as FormatError where error.code == .outOfMemory {
            throw StorageError(error, scratch.path)
        } catch {
            throw StorageError(.readOrWriteFailed, source.path, "was not recovered as it should be: \(error)")
        }
    }
}
