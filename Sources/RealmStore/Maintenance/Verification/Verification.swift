import Foundation

extension Realm {
    /// The extent of `verify`.
    public enum VerifyLevel: String, Codable, Sendable {
        /// Header, top array, file size, free list, descriptions of the classes; in an encrypted file, the checksums of
        /// all used pages.
        case quick
        /// Every node and every value.
        case full
    }

    /// Searches for damage in the file at `url`. Nothing is changed.
    ///
    /// Plain files have no checksums of their data: a changed bit inside a value that is still valid is not found.
    /// Additional to the SDK.
    ///
    /// - Parameters:
    ///   - url: the file.
    ///   - encryptionKey: the 64-byte key of an encrypted file.
    ///   - level: the extent of the verification.
    ///   - maxProblems: the maximum number of listed problems; the others are counted.
    ///   - lockMode: the way the file is shared with other processes; `immutable` leaves no trace.
    ///   - lockTimeout: the time to wait for a conflicting process; see `Configuration.lockTimeout`.
    ///   - scratchDirectory: the directory of a private copy, if another engine holds the file; nil for the system's.
    ///   - progress: its `totalUnitCount` is set to the number of steps.
    /// - Returns: the findings. A file too damaged to be opened gives a report, too, with `opens` false.
    /// - Throws: as `Realm.init(configuration:queue:)` for a file that is missing, not a Realm, of another format, held
    ///   by another process, or that does not match the key.
    /// - Complexity: O(size of the file); takes up to a 32nd of its size in memory, 100 MB for records of objects and
    ///   links, and what is read at once: a cluster of 256 objects, or the largest collection. Further records are kept
    ///   in an unnamed file in the scratch directory, up to 100 bytes for each object and link.
    public static func verify(
        at url: URL, encryptionKey: Data? = nil, level: VerifyLevel = .full, maxProblems: Int = 100,
        lockMode: Configuration.LockMode = .shared, lockTimeout: Duration? = nil, scratchDirectory: URL? = nil,
        progress: Progress? = nil
    ) throws -> VerificationReport {
        guard url.isFileURL, !url.path.isEmpty else { throw invalidInput("'\(url)' is no file URL.") }
        let key = try EncryptionKey(checking: encryptionKey)
        let sharing: RealmFile.Sharing = if case .shared = lockMode { .locked(timeout: lockTimeout) } else { .none }
        do throws(StorageError) {
            let file = try RealmFile.open(
                url.path, key: key, sharing: sharing, scratchDirectory: scratchDirectory?.path)
            let report: VerificationReport
            do {
                report = try Verification(
                    file, level: level, maxProblems: maxProblems, scratchDirectory: scratchDirectory?.path,
                    progress: progress
                ).run()
            } catch {
                throw file.explained(error)
            }
            try file.checkUnchanged()
            return report
        } catch {
            guard error.kind == .damaged else { throw RLMError(error) }
            return .unopened(level: level, maxProblems: maxProblems, error)
        }
    }
}

extension VerificationReport {
    /// The report on a file whose header or top array is not even readable.
    fileprivate static func unopened(
        level: Realm.VerifyLevel, maxProblems: Int, _ error: StorageError
    ) -> VerificationReport {
        let problem = Problem(
            code: error.formatError.map { Code($0.code) } ?? .header, severity: .error,
            ref: error.formatError.flatMap { $0.ref.isNone ? nil : $0.ref.offset }, where: nil,
            message: error.formatError?.message ?? "the file " + error.message)
        return VerificationReport(
            level: level, opens: false, problems: maxProblems > 0 ? [problem] : [], errorCount: 1, noteCount: 0,
            nodes: 0, bytesChecked: 0, leakedBytes: nil, checked: Counts())
    }
}

/// One verification: the steps in order, and their shared state.
package final class Verification {
    let file: RealmFile
    /// The pages of an encrypted file.
    let pages: EncryptedPages?
    let space: NodeSpace
    let level: Realm.VerifyLevel
    let log: VerificationLog
    var counts = VerificationReport.Counts()
    /// Takes clusters of an encrypted file to the thread that follows refs, so that each page is decrypted once.
    private var handover: Handover<VerificationBatch>?
    private let progress: Progress?
    /// Nodes visited by the walks of the tables.
    private var met: ByteMap
    /// Nodes being read, together with their first children.
    private var held: [Ref] = []
    /// Pages of an encrypted file from which the table descriptions are read.
    private var standingPages: [Int] = []
    /// Bytes that are decrypted before any are forgotten.
    private let pageByteLimit: Int
    /// The pages of an encrypted file that are released while it is verified, since they are many.
    private let releasedPages: Borrowed<EncryptedPages>?
    /// Bytes of records of one kind that are kept in memory.
    private let recordByteLimit: Int
    private let scratchDirectory: String
    private let problemLimit: Int

    /// - Parameters:
    ///   - file: must have no other readers, if it is encrypted.
    ///   - scratchDirectory: the directory for data that does not fit into memory; nil for the system's.
    package convenience init(
        _ file: RealmFile, level: Realm.VerifyLevel, maxProblems: Int, scratchDirectory: String? = nil,
        pageByteLimit: Int = 1 << 26, recordByteLimit: Int = 1 << 23, progress: Progress? = nil
    ) {
        self.init(
            file, reading: nil, level: level, maxProblems: maxProblems, scratchDirectory: scratchDirectory,
            pageByteLimit: pageByteLimit, recordByteLimit: recordByteLimit, progress: progress)
    }

    /// - Parameter pages: those of an encrypted file that are read in place of the file's own.
    private init(
        _ file: RealmFile, reading pages: EncryptedPages?, level: Realm.VerifyLevel, maxProblems: Int,
        scratchDirectory: String?, pageByteLimit: Int, recordByteLimit: Int, progress: Progress?
    ) {
        self.file = file
        self.pages = pages ?? file.pages
        space = pages.map { NodeSpace(base: $0.range.base, end: file.space.end, pages: $0) } ?? file.space
        self.pageByteLimit = pageByteLimit
        releasedPages = self.pages.flatMap { $0.plainByteCount > pageByteLimit ? Borrowed($0) : nil }
        self.recordByteLimit = recordByteLimit
        self.scratchDirectory = scratchDirectory ?? FileDescriptor.scratchDirectory
        self.level = level
        self.progress = progress
        problemLimit = maxProblems
        log = VerificationLog(limit: maxProblems)
        met = ByteMap(byteCount: level == .full ? file.space.end : 0)
        if level == .full { self.pages?.expectWholeRead() }
    }

    /// One of the same file that tells nothing, for another look at what was checked.
    ///
    /// - Parameter other: pages of an encrypted file in which another thread looks; nil for the same thread, or for a
    ///   plain file.
    func silent(reading other: EncryptedPages? = nil) -> Verification {
        let silent = Verification(
            file, reading: other ?? pages, level: .full, maxProblems: 0, scratchDirectory: scratchDirectory,
            pageByteLimit: pageByteLimit, recordByteLimit: recordByteLimit, progress: nil)
        if other == nil, pages != nil { (silent.standingPages, silent.held) = (standingPages, held) }
        return silent
    }

    /// One for the thread that follows refs, which reads what the other one does not at the same time.
    private func walker() throws(SystemError) -> Verification {
        guard let pages else { return silent() }
        // Otherwise each would release the pages of the other.
        return silent(reading: releasesPages ? try EncryptedPages(again: pages) : pages)
    }

    /// From now on the pages of an encrypted file that are decrypted at this moment are not released.
    func keepPresentPages() { standingPages = pages?.presentPages ?? [] }

    /// Whether pages are released while the file is verified, since it is encrypted and has many.
    var releasesPages: Bool { releasedPages != nil }

    /// Whether `releasePagesIfDue` would release pages.
    var isReleaseDue: Bool { isReleaseDue(beyond: pageByteLimit) }

    @inline(__always)
    private func isReleaseDue(beyond limit: Int) -> Bool {
        releasedPages?.use { $0.decryptedByteCount > limit } ?? false
    }

    /// False, and a problem, for a node that was visited before: a damaged file may have cycles, and a shared node
    /// would be read many times.
    func meet(_ ref: Ref, _ place: VerificationPlace) -> Bool {
        let isNew = !met.contains(ref.offset)
        _ = met.mark(ref.offset, isNew ? 1 : 0)
        if !isNew { log.add(.usedTwice, at: ref, place, "the node also belongs to another place") }
        return isNew
    }

    /// A sort for records that are collected before they can be compared in order.
    func records<Record>() -> ExternalSort<Record> {
        ExternalSort(in: scratchDirectory, bufferByteCount: recordByteLimit)
    }

    /// Calls `body`, during which pages may be released: the node at `ref` and its first child, which holds the keys of
    /// clusters and indexes, stay readable.
    func hold(_ ref: Ref, _ body: () throws(FormatError) -> Void) throws(FormatError) {
        held.append(ref)
        defer { held.removeLast() }
        try body()
    }

    /// Calls `body`, which checks the clusters below an inner node, while another thread follows the refs there.
    func handOver(_ batch: VerificationBatch, _ body: () -> Void) {
        handover?.give(batch)
        body()
        handover?.takeBack(unfinished: false)
        // Rather now than within the next ones.
        releasePages(beyond: pageByteLimit / 2)
    }

    /// Whether the pages that are read at the same time have to be released.
    var isHurried: Bool { handover?.isHurried ?? false }

    /// No clusters follow that are worth following at the same time.
    func endHandover() { handover?.end() }

    /// Releases the memory of decrypted pages, if there are many. Only held nodes and the nodes of table descriptions
    /// stay readable.
    ///
    /// - Returns: true if other nodes have to be read again.
    @discardableResult
    func releasePagesIfDue() -> Bool { releasePages(beyond: pageByteLimit) }

    @discardableResult
    private func releasePages(beyond limit: Int) -> Bool {
        guard isReleaseDue(beyond: limit), let pages else { return false }
        handover?.takeBack(unfinished: true)
        pages.forget(but: standingPages)
        for ref in held {
            log.attempt { () throws(FormatError) in
                let node = try space.node(ref)
                if node.kind.hasRefs, node.count > 0, let first = node.slot(0).ref { _ = try? space.node(first) }
            }
        }
        return true
    }

    /// The part of the quick verification about the content of a compact copy: the descriptions of the tables.
    package func checkTables() -> VerificationReport {
        var space = VerificationSpace(self)
        guard let top = file.top else { return report(opens: true, space) }
        let tables = VerificationTables(self, top)
        space.checkNodes(tables.descriptionRefs(top))
        tables.checkDescriptions()
        return report(opens: checkOpening(), space)
    }

    /// - Throws: if the directory has no room for data that does not fit into memory.
    package func run() throws(StorageError) -> VerificationReport {
        do { return try check() } catch { throw StorageError(error, scratchDirectory) }
    }

    private func check() throws(SystemError) -> VerificationReport {
        var space = VerificationSpace(self)
        space.checkHeader()
        guard let top = file.top else {
            return report(opens: true, space)
        }
        space.checkTop(top)
        space.checkFreeList(top)
        let tables = VerificationTables(self, top)
        keepPresentPages()
        progress?.totalUnitCount = Int64(tables.tables.count + 2)
        if level == .full {
            let walker = try walker()
            let tablesAgain = VerificationTables.read(top, walker)
            walker.keepPresentPages()
            if pages != nil { handover = Handover() }
            try space.checkNodes(
                from: top.ref, handover, walker,
                gathering: { tables.gather($0, of: tablesAgain) },
                then: { tables.makeProofs(walker, tablesAgain) },
                beside: { () throws(SystemError) in try check(tables, top) })
        } else {
            space.checkPages()
            space.checkNodes(tables.descriptionRefs(top))
            tables.checkDescriptions()
        }
        counts.pages = space.pageCount
        progress?.completedUnitCount += 1
        let opens = checkOpening()
        progress?.completedUnitCount = progress?.totalUnitCount ?? 0
        return report(opens: opens, space)
    }

    /// All that the nodes hold.
    private func check(_ tables: VerificationTables, _ top: TopArray) throws(SystemError) {
        tables.checkDescriptions()
        for table in tables.tables {
            try tables.checkContents(of: table)
            progress?.completedUnitCount += 1
        }
        try tables.checkLinks()
        checkHistory(top)
    }

    /// A log of the same limit, for what is checked on another thread.
    func makeLog() -> VerificationLog { VerificationLog(limit: problemLimit) }

    /// The in-realm history is a tree of binary values, one for each commit that is kept.
    private func checkHistory(_ top: TopArray) {
        guard top.historyType == .inRealm, !top.history.isNone else { return }
        let collections = VerificationCollections(self)
        do {
            _ = try collections.checkTree(top.history, of: .historyEntries, .file)
        } catch {
            log.add(.history, at: error.ref, error.message)
        }
    }

    /// Opens the classes as a `Realm` does.
    private func checkOpening() -> Bool {
        do {
            _ = try Group(file).schemaVersion()
            return true
        } catch {
            log.add(error)
            return false
        }
    }

    private func report(opens: Bool, _ space: VerificationSpace) -> VerificationReport {
        VerificationReport(
            level: level, opens: opens, problems: log.problems, errorCount: log.errorCount, noteCount: log.noteCount,
            nodes: space.nodeCount, bytesChecked: space.byteCount,
            leakedBytes: level == .full ? space.leakedByteCount : nil, checked: counts)
    }
}

extension Column {
    /// Describes the entries of a history.
    fileprivate static let historyEntries = Column(
        name: "", key: ColumnKey((Int64(ValueType.binary.rawValue) << 16) | (16 << 22)), type: .binary,
        attributes: [.nullable], hasIntegerKeys: false, oppositeTable: .null, oppositeColumn: .null, indexRoot: .none,
        enumeratedValues: nil)
}
