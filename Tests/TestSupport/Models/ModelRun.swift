import Foundation

@testable import RealmStore

/// A random history of a file, with its model.
final class ModelRun {
    /// The size limits of a run.
    struct Scale: Sendable {
        var name: String
        /// Tables of objects with and without primary key, and of embedded classes.
        var tables = 5
        var embedded = 2
        /// Columns of all tables together at the beginning.
        var columns = 60
        /// Objects of a table before deleting gets as likely as creating.
        var objects = 25
        /// The maximum number of objects created at once.
        var batch = 6
        /// The maximum number of elements added to a collection at once.
        var elements = 8
        var longestText = 200
        /// Operations of a transaction at most.
        var transaction = 60
        /// Percent of operations that change the schema.
        var schemaChanges = 3
        var isEncrypted = false
        /// The sessions in which the file is open, as if in several processes.
        var openings = 1
    }

    let scale: Scale
    let seed: UInt64
    let path: String
    var source: ModelSource
    /// The expected content of the file, with the changes of the open transaction.
    var state = ModelState()
    let scratch = ValueScratch()

    /// The expected content of the file if the open transaction is cancelled.
    private(set) var committed = ModelState()
    private var databases: [Database] = []
    private var readers: [(group: Group, state: ModelState)] = []
    private(set) var session: OpenTransaction?
    private var log: [String] = []
    private let logFile: FileHandle?
    private let disk: any Disk
    private let checker: ModelChecker?
    private(set) var operationCount = 0
    private(set) var commitCount = 0
    /// Called with each committed version.
    var onCommit: (Group) throws -> Void = { _ in }

    static let key = EncryptionKey((0..<64).map { UInt8(truncatingIfNeeded: $0) })!

    /// - Parameters:
    ///   - keepsLog: whether the operations are written to a file beside the Realm, which survives a trap.
    ///   - disk: the disk that commits write to.
    ///   - checker: an independent program that checks the file from time to time.
    init(
        _ scale: Scale, seed: UInt64, path: String, keepsLog: Bool = false, disk: any Disk = RealDisk(),
        checker: ModelChecker? = nil
    ) throws {
        self.scale = scale
        self.disk = disk
        self.checker = checker
        self.seed = seed
        self.path = path
        source = ModelSource(seed: seed, longestText: scale.longestText)
        if keepsLog {
            _ = FileManager.default.createFile(atPath: path + ".log", contents: nil)
            logFile = FileHandle(forWritingAtPath: path + ".log")
        } else {
            logFile = nil
        }
        try open()
    }

    /// The last operations, and how to repeat them.
    var report: String {
        "\(scale.name), seed \(seed), operation \(operationCount), after \(commitCount) commits\n"
            + log.suffix(40).joined(separator: "\n")
    }

    func note(_ operation: String) {
        if log.count > 400 { log.removeFirst(300) }
        log.append(operation)
        logFile?.write(Data((operation + "\n").utf8))
    }

    var tables: GroupEditor { session!.tables }
    var objects: ObjectEditor { session!.objects }

    // MARK: The history

    /// Reads the file into the model, and creates the first tables if there are none.
    func begin() throws {
        try verify()
        state = try ModelState(Group(databases[0].newest()))
        committed = state
        try beginTransaction()
        if state.tables.isEmpty { try addFirstTables() }
        try commit()
    }

    /// Performs about `count` operations in transactions, checking after each commit, and commits.
    func run(operations count: Int) throws {
        let end = operationCount + count
        while operationCount < end {
            try changeReaders()
            try transaction(operations: min(end - operationCount, source.size(scale.transaction)))
            if source.chance(4) { try reopen() }
        }
        for reader in readers { try compare(reader.state, reader.group, "an old version") }
        readers = []
    }

    /// One transaction, which is committed or rolled back.
    func transaction(operations count: Int) throws {
        try beginTransaction()
        for _ in 0..<count { try step() }
        if source.chance(8) { try rollBack() } else { try commit() }
    }

    private func step() throws {
        operationCount += 1
        scratch.reset()
        let choice = source.below(100)
        if choice < scale.schemaChanges { return try changeSchema() }
        switch source.below(100) {
        case 0..<16: try createObjects()
        case 16..<26: try deleteObjects()
        case 26..<27: if source.chance(15) { try deleteAll() }
        case 27..<32: try changeNested()
        default: try changeValue()
        }
    }

    // MARK: Transactions

    private func open() throws {
        var options = Database.Options()
        options.key = scale.isEncrypted ? ModelRun.key : nil
        options.isShared = scale.openings == 1
        options.disk = disk
        for _ in 0..<scale.openings { databases.append(try Database.open(path, options)) }
    }

    private func beginTransaction() throws {
        let database = databases[source.below(databases.count)]
        session = try OpenTransaction(database.beginWrite(timeout: .seconds(60)))
        note("-- begin")
    }

    private func commit() throws {
        if source.chance(10) { try compare(state, tables.group(), "the uncommitted state") }
        note("-- commit")
        let before = (group: session!.start, state: committed)
        let snapshot = try session!.commit()
        session = nil
        commitCount += 1
        committed = state
        let group = try Group(snapshot)
        try compare(state, group, "version \(snapshot.version)")
        try checkChanges(from: before.group, before.state, to: group)
        if let reader = readers.first { try checkChanges(from: reader.group, reader.state, to: group) }
        try checkIndexes(of: group)
        try onCommit(group)
        if readers.count < 4, source.chance(20) { readers.append((group, state)) }
        if commitCount % 12 == 0 { try verify() }
        if commitCount % 50 == 0 { try checker?.check(path, isEncrypted: scale.isEncrypted) }
    }

    private func rollBack() throws {
        note("-- rollback")
        session!.transaction.rollback()
        session = nil
        state = committed
        if let database = databases.first, source.chance(30) {
            try compare(state, Group(database.newest()), "the version after a rollback")
        }
    }

    private func changeReaders() throws {
        guard !readers.isEmpty, source.chance(25) else { return }
        let reader = readers[source.below(readers.count)]
        try compare(reader.state, reader.group, "old version \(reader.group.snapshot.version)")
        if source.chance(60) { readers.removeAll { $0.group === reader.group } }
    }

    /// Closes the file and opens it again.
    func reopen() throws {
        note("-- reopen")
        close()
        try verify()
        try open()
        try compare(state, Group(databases[0].newest()), "the file opened again")
    }

    private func close() {
        readers = []
        databases = []
    }

    // MARK: Checks

    private func compare(_ state: ModelState, _ group: Group, _ what: String) throws {
        if let difference = state.difference(to: try ModelState(group)) { throw ModelError("\(what): \(difference)") }
    }

    private func verify() throws {
        let report = try Realm.verify(
            at: URL(fileURLWithPath: path), encryptionKey: scale.isEncrypted ? Data(0..<64) : nil)
        guard report.isSound, report.leakedBytes == 0 else {
            throw ModelError("verification: leaked \(report.leakedBytes ?? 0), \(report.problems.prefix(5))")
        }
    }

    /// Looks some values up in the search indexes over single values.
    private func checkIndexes(of group: Group) throws {
        for table in group.tables {
            guard let model = state.tables[table.key.value], let key = source.pick(model.keys) else { continue }
            for (index, column) in table.columns.enumerated()
            where column.isIndexed && column.collection == nil && column.type != .mixed {
                guard let wanted = model.objects[key]?[index] else { continue }
                let expected = model.keys.filter { model.objects[$0]?[index] == wanted }
                var found: [Int64] = []
                try table.forEachObject(
                    where: column, equals: wanted.made(in: nil, scratch), in: table.objects()
                ) {
                    found.append($0.key.value)
                    return true
                }
                guard found.sorted() == expected else {
                    throw ModelError(
                        "index of '\(table.name).\(column.name)' finds \(found) for \(wanted), not \(expected)")
                }
            }
        }
    }
}
