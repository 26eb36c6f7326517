import Foundation
import RealmStore

extension MigrationPlan {
    /// Migrates a Realm file.
    ///
    /// The file must be closed everywhere; its lock is held alone to the end. The steps run in memory on what the file
    /// holds; the result is written beside the file, read back, verified, and takes its place at once, whatever number
    /// of versions is crossed. After any failure or crash the file is the old one or the new one, each whole. A file of
    /// an older format gets the current one.
    ///
    /// `inPlace` saves the second copy: each migration file is one write transaction in the Realm itself, and after a
    /// failure or crash the Realm has the version of the last that was completed.
    ///
    /// - Parameters:
    ///   - configuration: file, key and `lockTimeout` count. With lock mode `privateFile` no lock is taken: the file is
    ///     a scratch file, or the call is inside of `Realm.withExclusiveAccess(toFileAt:timeout:_:)`.
    ///   - dryRun: do all of it but the backup and the last step, and leave the file as it is.
    ///   - inPlace: see above.
    ///   - backupDirectory: where an archive of the file goes before it is changed; nil for no backup.
    ///   - options: how the new file is written.
    ///   - progress: its `totalUnitCount` is set to what lies ahead.
    /// - Returns: what was done; without files if the plan has none, and the Realm is left as it is.
    /// - Throws: `badMigration` if the file is none that the plan is made for, or values in it do not allow a step: the
    ///   message names the place in the migration file, the object and the value. What `Realm.compact` throws for what
    ///   concerns file, lock and writing; what making the backup throws.
    /// - Complexity: O(objects of the classes that steps change) time; memory for what changes.
    @discardableResult
    public func apply(
        to configuration: Realm.Configuration, dryRun: Bool = false, inPlace: Bool = false, backupDirectory: URL?,
        options: Realm.FileWriteOptions = Realm.FileWriteOptions(), progress: Progress? = nil
    ) throws -> MigrationReport {
        let request = try RewriteRequest(configuration, options, nil)
        let target = try rethrowing { try request.lock() }
        let run = PlanApplication(
            self, configuration, target, request, options, StepProgress(progress, self))
        if inPlace, !dryRun { return try run.inPlace(backupDirectory, RealDisk()) }
        return try run.replacing(dryRun: dryRun, backupDirectory)
    }
}
