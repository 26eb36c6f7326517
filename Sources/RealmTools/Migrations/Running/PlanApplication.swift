import Foundation
import RealmStore

/// The application of a plan to one file, whose lock is held.
struct PlanApplication {
    private let plan: MigrationPlan
    private let configuration: Realm.Configuration
    private let target: ReplacedFile
    private let request: RewriteRequest
    private let options: Realm.FileWriteOptions
    private let runner: PlanRunner

    init(
        _ plan: MigrationPlan, _ configuration: Realm.Configuration, _ target: ReplacedFile, _ request: RewriteRequest,
        _ options: Realm.FileWriteOptions, _ progress: StepProgress
    ) {
        self.plan = plan
        self.configuration = configuration
        self.target = target
        self.request = request
        self.options = options
        runner = PlanRunner(plan: plan, path: target.path, progress: progress)
    }

    /// Runs all files in memory, and replaces the file by the result.
    func replacing(dryRun: Bool, _ backupDirectory: URL?) throws -> MigrationReport {
        var report = MigrationReport(plan)
        report.before = target.status.byteCount
        report.after = report.before
        let old = try rethrowing {
            if !options.replacesHardLinks { try target.checkHasOneName() }
            return try request.open(target)
        }
        let arena = FileArena(over: old)
        let (objects, schema) = try migrate(arena, &report)
        guard !plan.sources.isEmpty else { return report }
        let source = try rethrowing {
            let lists: (names: Ref, tables: Ref)
            do throws(FormatError) { lists = try objects.tables.seal() } catch { throw StorageError(error, old.path) }
            return try SnapshotSource(upgraded: arena, names: lists.names, tables: lists.tables)
        }
        if !dryRun { report.backup = try backUp(into: backupDirectory) }
        let stages = MigratedStages(
            base: VerifiedStages(source, of: old, isMigrated: true, options), progress: runner.progress,
            path: target.path, version: plan.to, schema: schema)
        let rewrite = FileRewrite(source: source, key: request.key, version: nil, options: options, stages: stages)
        report.after = try rethrowing {
            try dryRun ? rehearse(rewrite) : rewrite.write(replacing: target)
        }
        return report
    }

    /// Runs all files on the content of the old one.
    ///
    /// - Returns: the changed objects, and their required schema.
    private func migrate(
        _ arena: FileArena, _ report: inout MigrationReport
    ) throws -> (objects: ObjectEditor, schema: Schema) {
        let old = arena.file
        do {
            let group = try Group(old)
            let tables = try GroupEditor(
                group, names: old.top?.names ?? .none, tables: old.top?.tables ?? .none, in: arena.memory)
            let objects = ObjectEditor(tables)
            let schema = try runner.check(group)
            if old.header.isOld, old.top != nil { try FormatUpgrade(objects, from: old.header.format).run() }
            for file in plan.sources { report.files.append(try runner.run(file, on: objects)) }
            return (objects, schema)
        } catch let error as FormatError {
            throw RLMError(error, path: target.path)
        }
    }

    /// Runs each file as a write transaction in the Realm itself.
    func inPlace(_ backupDirectory: URL?, _ disk: any Disk) throws -> MigrationReport {
        var report = MigrationReport(plan)
        report.before = target.status.byteCount
        report.after = report.before
        let database = try rethrowing { try request.openAlone(target, disk) }
        do {
            _ = try runner.check(Group(database.newest()))
            guard !plan.sources.isEmpty else { return report }
            report.backup = try backUp(into: backupDirectory)
            try FileUpgrade.run(database, timeout: nil)
            for file in plan.sources {
                let transaction = try database.beginWrite()
                defer { transaction.rollback() }
                let write = try OpenTransaction(transaction)
                let done = try runner.run(file, on: write.objects)
                _ = try write.commit()
                report.files.append(done)
            }
        } catch let error as FormatError {
            throw RLMError(error, path: target.path)
        } catch let error as StorageError {
            throw RLMError(error)
        }
        report.after = try rethrowing {
            try FileStatus.ofRegularFile(target.path).byteCount
        }
        return report
    }

    /// Writes and checks the replacement of the file.
    ///
    /// - Returns: the resulting size of the file.
    private func rehearse(_ rewrite: FileRewrite) throws(StorageError) -> Int {
        try rewrite.writeScratch(beside: target.path).byteCount
    }

    /// Archives the unchanged file.
    private func backUp(into directory: URL?) throws -> URL? {
        guard let directory else { return nil }
        let file = URL(fileURLWithPath: target.path, isDirectory: false)
        var source = Realm.Configuration(fileURL: file, encryptionKey: configuration.encryptionKey)
        // Its lock is held.
        source.lockMode = .privateFile
        source.scratchDirectory = configuration.scratchDirectory
        var how = RealmBackup.Options()
        how.dropsSyncHistory = options.dropsSyncHistory
        how.checksSpace = options.checksSpace
        while true {
            let archive = RealmBackup.archiveURL(forFileAt: file, in: directory)
            do {
                try RealmBackup.create(from: source, to: archive, options: how)
                return archive
            } catch let error as RLMError where error.code == .fileExists && FileName.exists(archive.path) {
                // Another file of that name is being backed up: try the next name.
                continue
            }
        }
    }
}
