import Foundation
import RealmStore

/// One import: its write transactions, and the state kept between records.
///
/// A property with links to objects that do not exist yet is left out at first; files with such properties are read a
/// second time when all objects exist.
final class ImportRun {
    private let session: Session
    let options: RealmImporter
    private let committed: (RealmImporter.Report) -> Void
    private let scratch = ValueScratch()
    private var keys: [String: ImportKeys] = [:]
    private var transaction: Transaction?
    /// The report on committed transactions, and that on the open one.
    private var report = RealmImporter.Report()
    var uncommitted = RealmImporter.Report()
    private var batchCount = 0
    /// The bytes of files read completely; for databases, rows.
    var passedByteCount = 0
    /// How far the import came, if it can go on later.
    var progress: ImportProgress?
    /// Objects with missing properties that are not in the journal yet.
    private var newIncomplete: [(file: Int, object: Incomplete)] = []
    /// False within a block of lines of such an import.
    private var mayCommit = true
    /// The databases that are read, each in one consistent state.
    private var databases: [URL: SQLiteReader] = [:]

    struct Transaction {
        let classes: ImportClasses
        let writer: ImportWriter
    }

    /// An object with missing properties.
    struct Incomplete {
        /// The place of its text in its file; in a table of a database, the number of its row.
        let number: Int
        let key: ObjectKey
    }

    /// The time to wait for another writer.
    private static let patience = Duration.seconds(10)
    /// The memory of a transaction's nodes after which it ends.
    private static let transactionByteCount = 96 << 20

    init(_ session: Session, _ options: RealmImporter, committed: @escaping (RealmImporter.Report) -> Void) {
        self.session = session
        self.options = options
        self.committed = committed
    }

    // MARK: The whole

    func run(_ files: [RealmImporter.Input]) throws -> RealmImporter.Report {
        do {
            let files = try tables(of: files)
            try countBytes(files)
            let plan = try ImportPlan(files, current().classes)
            try beginJournal(plan)
            var incomplete = progress?.incomplete ?? []
            for (number, file) in plan.objects.enumerated() {
                if let place = progress?.place, number < place.file { continue }
                if incomplete.count == number { incomplete.append([]) }
                incomplete[number] += try readObjects(file, number)
            }
            try complete(incomplete, of: plan.objects)
            for file in plan.rest { try readRows(file) }
            try checkEmbedded()
            if options.isDryRun { return cancel() }
            try endJournal()
            try commit()
            return report
        } catch {
            if transaction != nil { _ = cancel() }
            throw (error as? FormatError).map { RLMError($0, path: session.path) } ?? error
        }
    }

    // MARK: Going on later

    /// Goes on where an import came to that was interrupted, if that is asked for; else what is known of one is
    /// forgotten.
    private func beginJournal(_ plan: ImportPlan) throws {
        guard options.resumes else {
            guard !options.isDryRun, let journal = try ImportJournal(current().classes.objects) else { return }
            try journal.remove()
            return session.noteLayoutChange()
        }
        guard plan.rest.isEmpty, plan.objects.allSatisfy({ BlockForm.canGoOn($0.format) }) else {
            throw invalidInput(
                "Only an import of JSON lines, or of CSV files of objects, goes on where an earlier one was "
                    + "interrupted.")
        }
        guard !options.isDryRun, !options.isSingleTransaction, options.reject == nil else {
            throw invalidInput(
                "An import that goes on later has several transactions, writes them, and puts no lines aside.")
        }
        guard let journal = try ImportJournal(current().classes.objects) else {
            _ = try ImportJournal(in: current().classes.objects)
            session.noteLayoutChange()
            progress = ImportProgress(plan.objects)
            return
        }
        let (known, classes) = try journal.read(plan.objects)
        (progress, uncommitted) = (known, known.place.report)
        keys.merge(classes) { _, earlier in earlier }
        // The classes have the keys of a new import.
        transaction = nil
        session.cancelWrite()
        for file in plan.objects[..<min(known.place.file, plan.objects.count)] {
            passedByteCount += try FileStatus.ofPath(file.url.path).byteCount
        }
    }

    private func endJournal() throws {
        guard progress != nil, let journal = try ImportJournal(current().classes.objects) else { return }
        try journal.remove()
        session.noteLayoutChange()
        progress = nil
    }

    /// Runs the body, which imports a block of lines or an object of the second reading, without a commit in between;
    /// then one may follow, which records the progress.
    func inOneTransaction(_ body: () throws -> Void) throws {
        mayCommit = progress == nil
        try body()
        mayCommit = true
        if progress != nil { try commitIfFull() }
    }

    /// Notes objects with missing properties of a file for the journal.
    func note(_ incomplete: [Incomplete], of file: Int) {
        if progress != nil { newIncomplete += incomplete.map { (file, $0) } }
    }

    private func writeJournal() throws {
        guard progress != nil, let objects = transaction?.classes.objects, let journal = try ImportJournal(objects)
        else { return }
        progress?.place.report = uncommitted
        progress?.place.report.transactions += 1
        guard let place = progress?.place else { return }
        try journal.add(place, exchange(&newIncomplete, with: []), keys)
    }

    private func countBytes(_ files: [RealmImporter.Input]) throws {
        let sizes = try files.map { file in
            if let table = file.table { return try rowCount(of: table, in: file) }
            return try rethrowing {
                try StorageError.onSystemError(file.url.path, FileStatus.ofPath(file.url.path).byteCount)
            }
        }
        options.progress?.totalUnitCount = Int64(sizes.reduce(0, +))
    }

    // MARK: Databases

    /// The files, with every database replaced by those of its tables that the Realm has classes for.
    private func tables(of files: [RealmImporter.Input]) throws -> [RealmImporter.Input] {
        try files.flatMap { file -> [RealmImporter.Input] in
            guard file.format == .sqlite else { return [file] }
            return try RLMError.telling(ofDatabase: file.url, file.name) {
                let database = try SQLiteReader(file.url.path)
                databases[file.url] = database
                var mapping = SQLiteMapping(try SQLiteCatalog(database))
                mapping.limit(to: try current().classes)
                uncommitted.notes += mapping.notes
                return mapping.tables.map { table in
                    var part = file
                    part.className = table.className
                    part.collection = table.collection
                    part.table = table
                    return part
                }
            }
        }
    }

    private func rowCount(of table: SQLiteImportTable, in file: RealmImporter.Input) throws -> Int {
        guard let database = databases[file.url] else { return 0 }
        return try RLMError.telling(ofDatabase: file.url, file.name) {
            let rows = try SQLiteRows("SELECT count(*) FROM \(SQLNames.quoted(table.name))", in: database)
            return try rows.next()?.first?.int ?? 0
        }
    }

    /// The reader of a table of a database, or of a CSV file of what belongs to objects.
    private func reader(of file: RealmImporter.Input) throws -> any ImportRecordReader {
        if let table = file.table, let database = databases[file.url] {
            return try SQLiteRecordReader(table, in: database)
        }
        return try CSVReader(ByteReader(ImportBytes(file.url, name: file.name)))
    }

    // MARK: Transactions

    func current() throws -> Transaction {
        if let transaction { return transaction }
        try session.beginWrite(timeout: max(session.configuration.lockTimeout ?? .zero, ImportRun.patience))
        guard let write = session.write else { preconditionFailure("the write transaction has begun") }
        do {
            let made = Transaction(
                classes: try ImportClasses(write.objects, &keys),
                writer: ImportWriter(objects: write.objects, update: options.update))
            transaction = made
            return made
        } catch {
            session.cancelWrite()
            throw error
        }
    }

    /// Counts a record, and commits when the batch is full.
    private func step(_ bytes: Int) throws {
        scratch.reset()
        batchCount += 1
        if batchCount % 256 == 0 { options.progress?.completedUnitCount = Int64(passedByteCount + bytes) }
        try commitIfFull()
    }

    /// Counts records that were added at once, and commits when the batch is full.
    func step(records: Int) throws {
        scratch.reset()
        batchCount += records
        try commitIfFull()
    }

    /// Records that still fit into the transaction, if they are counted.
    var room: Int {
        guard let size = options.batchSize, !options.isSingleTransaction, !options.isDryRun else { return .max }
        return max(1, max(1, size) - batchCount)
    }

    private func commitIfFull() throws {
        guard mayCommit, let transaction, !options.isSingleTransaction, !options.isDryRun else { return }
        let isFull =
            if let size = options.batchSize { batchCount >= max(1, size) } else {
                transaction.writer.objects.arena.byteCount >= ImportRun.transactionByteCount
            }
        if isFull { try commit() }
    }

    private func commit() throws {
        guard transaction != nil else { return }
        try writeJournal()
        transaction = nil
        batchCount = 0
        session.noteChange()
        try session.commitWrite()
        uncommitted.transactions += 1
        report = uncommitted
        committed(report)
    }

    private func cancel() -> RealmImporter.Report {
        transaction = nil
        session.cancelWrite()
        return uncommitted
    }

    // MARK: Objects

    /// Reads a file of objects; returns those with missing properties.
    private func readObjects(_ file: RealmImporter.Input, _ number: Int) throws -> [Incomplete] {
        if let form = try BlockForm(file) { return try readLines(file, form, number) }
        var incomplete: [Incomplete] = []
        var number = 0
        try forEachRecord(of: file) { record in
            defer { number += 1 }
            if let key = try add(record, of: file) { incomplete.append(Incomplete(number: number, key: key)) }
        }
        return incomplete
    }

    /// Adds or changes the object of a record.
    ///
    /// - Returns: its key, if properties are missing.
    func add(_ record: ImportRecord, of file: RealmImporter.Input) throws -> ObjectKey? {
        let transaction = try current()
        guard let type = try type(of: record, file, transaction) else { return nil }
        var encoder = ImportEncoder(transaction.classes, scratch, isFinal: false)
        let object = try encoder.object(type, record.members)
        let key = try store(object, transaction)
        return object.isIncomplete ? key : nil
    }

    /// The class of a record; nil for a standalone embedded object, which is left out.
    private func type(
        of record: ImportRecord, _ file: RealmImporter.Input, _ transaction: Transaction
    ) throws -> ImportClass? {
        guard let name = record.className ?? file.className.map({ Array($0.utf8) }) else {
            throw ImportProblem.noClass
        }
        let type = try transaction.classes.named(name)
        guard type.isEmbedded else { return type }
        uncommitted.ownerlessObjects += 1
        return nil
    }

    private func store(_ object: ImportObject, _ transaction: Transaction) throws -> ObjectKey {
        let type = object.type
        if let primaryKey = object.primaryKey, let found = try type.table.table.find(primaryKey: primaryKey)?.key {
            guard options.update != .error else {
                throw ImportProblem("class '\(type.name)' has an object of the same primary key")
            }
            try transaction.writer.set(object, of: found)
            uncommitted.count(type.name, updated: 1)
            return found
        }
        let claimed = object.primaryKey == nil ? try type.keys.claim(object.key, in: type.table) : nil
        let made = try transaction.writer.create(object, key: claimed)
        if object.primaryKey == nil { type.keys.note(made, for: object.key) }
        uncommitted.count(type.name, created: 1)
        return made
    }

    /// Reads the files again that have objects with missing properties.
    private func complete(_ objects: [[Incomplete]], of files: [RealmImporter.Input]) throws {
        var done = progress?.place.completed ?? 0
        if progress != nil { progress?.place.completed = done }
        for (file, objects) in zip(files, objects) {
            let rest = objects.dropFirst(done)
            done = max(0, done - objects.count)
            if !rest.isEmpty { try complete(Array(rest), from: file) }
        }
    }

    /// Reads a file again and sets the missing properties.
    private func complete(_ objects: [Incomplete], from file: RealmImporter.Input) throws {
        if let form = try BlockForm(file) { return try completeLines(objects, from: file, form) }
        var rest = objects[...]
        var number = 0
        try forEachRecord(of: file, isAgain: true) { record in
            defer { number += 1 }
            guard let next = rest.first, next.number == number else { return }
            rest = rest.dropFirst()
            try complete(next.key, record, of: file)
        }
    }

    /// Sets the missing properties of an object.
    ///
    /// - Parameter isFinal: a link that leads nowhere is an error, not left out.
    func complete(
        _ key: ObjectKey, _ record: ImportRecord, of file: RealmImporter.Input, isFinal: Bool = true
    ) throws {
        let transaction = try current()
        guard let type = try type(of: record, file, transaction) else { return }
        var encoder = ImportEncoder(transaction.classes, scratch, isFinal: isFinal)
        var object = try encoder.object(type, record.members.filter { !type.hasMadeEmbedded($0) })
        object.values.removeAll { !$0.property.mayHoldLinks }
        try transaction.writer.set(object, of: key)
    }

    // MARK: Rows of CSV that belong to objects

    private func readRows(_ file: RealmImporter.Input) throws {
        try forEachRecord(of: file) { record in
            let transaction = try current()
            guard let type = try file.className.map({ try transaction.classes.named(Array($0.utf8)) }) else { return }
            var encoder = ImportEncoder(transaction.classes, scratch, isFinal: true)
            guard let collection = file.collection else {
                let object = try encoder.object(type, record.members)
                guard let old = object.key else { throw ImportProblem("'_key' is missing") }
                guard let key = try type.keys.fill(old) else {
                    uncommitted.ownerlessObjects += 1
                    return
                }
                return try transaction.writer.set(object, of: key)
            }
            guard let position = type.property(Array(ExportClass.exportedName(collection).utf8)) else {
                throw ImportProblem("class '\(type.name)' has no property '\(collection)'")
            }
            let row = try ImportRow(record, type.properties[position], of: type, &encoder)
            if let row { try transaction.writer.store(row) }
        }
    }

    private func checkEmbedded() throws {
        let unfilled = keys.filter { $0.value.unfilledCount > 0 }.min { $0.key < $1.key }
        guard let (name, keys) = unfilled else { return }
        throw RLMError(
            .badImport,
            "\(keys.unfilledCount) objects of embedded class '\(name)' are named by their owners and are in no file of "
                + "that class.")
    }

    // MARK: Records

    /// Calls `body` with each record of a file; a problem with one is an error that names file and line.
    private func forEachRecord(
        of file: RealmImporter.Input, isAgain: Bool = false, _ body: (ImportRecord) throws -> Void
    ) throws {
        var line = 1
        do {
            var reader = try reader(of: file)
            while true {
                line = reader.line
                guard let record = try reader.next() else { break }
                line = record.line
                try body(record)
                try step(isAgain ? 0 : reader.byteCount)
            }
            if !isAgain { passedByteCount += reader.byteCount }
        } catch {
            throw ImportRun.telling(error, file, line: line)
        }
    }

    /// The error for a problem in a line of a file.
    ///
    /// - Parameter before: lines before those that the error counts from 1.
    static func telling(
        _ error: any Error, _ file: RealmImporter.Input, line: Int, after before: Int = 0
    ) -> any Error {
        switch error {
        case let problem as ImportProblem:
            let place = file.table.map { "\(file.name):\($0.name)" } ?? file.name
            let line = problem.line.map { $0 + before } ?? line
            return RLMError(.badImport, "\(place):\(line): \(problem.message).", path: file.url.path)
        case let failure as SQLiteDatabase.Failure: return RLMError(failure, ofDatabase: file.url, file.name)
        case let fault as JSONScanner.Fault:
            return RLMError(.badImport, "\(file.name):\(fault.line + before): \(fault.message).", path: file.url.path)
        default: return error
        }
    }
}

extension ImportClass {
    /// True for a field of a table that names an embedded object: the first pass has created it.
    fileprivate func hasMadeEmbedded(_ member: ImportMember) -> Bool {
        if case .json = member.value { return false }
        guard let position = property(member.name) else { return false }
        return properties[position].holdsEmbedded
    }
}
