import Foundation
import RealmStore

extension MigrationPlan {
    /// Migrates a Realm file.
    ///
    /// The file must be closed everywhere; its lock is held exclusively to the end. The steps run in memory on the
    /// file's content; the result is written beside the file, read back, verified, and replaces the file atomically,
    /// whatever the number of versions. After any failure or crash the file is either the old or the new one, intact. A
    /// file of an older format is upgraded to the current one.
    ///
    /// `inPlace` avoids the second copy: each migration file is one write transaction in the Realm itself, and after a
    /// failure or crash the Realm has the version of the last that was completed.
    ///
    /// - Parameters:
    ///   - configuration: only file, key and `lockTimeout` matter. With lock mode `privateFile` no lock is taken: the
    ///     file is a scratch file, or the call is inside `Realm.withExclusiveAccess(toFileAt:timeout:_:)`.
    ///   - dryRun: do everything except the backup and the last step, and leave the file unchanged.
    ///   - inPlace: see above.
    ///   - backupDirectory: the directory for an archive of the file before it is changed; nil for no backup.
    ///   - options: the way the new file is written.
    ///   - progress: its `totalUnitCount` is set to the steps ahead.
    /// - Returns: the report; without files if the plan has none, in which case the Realm is unchanged.
    /// - Throws: `badMigration` if the plan was not made for the file, or values in it do not allow a step: the message
    ///   names the place in the migration file, the object and the value. Errors of `Realm.compact` about file, lock
    ///   and writing; errors of making the backup.
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
