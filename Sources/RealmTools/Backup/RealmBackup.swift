import Foundation
import RealmStore

/// Backups of Realm files as archives that hold a file and what is known of it, and that `tar --zstd -xf` unpacks, too.
///
/// Additional to the SDK. Source: backup archive.
public enum RealmBackup {
    /// How a backup is made.
    public struct Options: Sendable {
        /// How much of the copy is verified before it is archived; for `full` it is written to a scratch file first.
        public var verification = Realm.VerifyLevel.quick
        /// How hard to compress, 1 to 22. An encrypted file, which does not get smaller, is archived with level 1.
        public var level = 3
        /// Binary logarithm of a window for long matches, 10 to 31; nil for none. Programs that unpack need as much
        /// memory, and from 28 on must be told so.
        public var longWindowLog: Int?
        /// Threads that compress; nil for one for each processor, but 4 at most, 2 from level 10 on and with long
        /// matches, 1 from level 13 on: each needs memory of its own, at level 19 some 100 MB.
        public var threads: Int?
        /// Archive a plain file, though the Realm is encrypted.
        public var decrypts = false
        /// Say in the manifest from which machine and path the file comes.
        public var namesOrigin = true
        /// The program that the manifest names; nil for this library.
        public var tool: String?
        /// Archive a local Realm where the file belongs to a synchronised app, in place of throwing `syncHistory`.
        public var dropsSyncHistory = false
        /// Archive the file of a synchronised app as it is, byte for byte. It must be closed everywhere.
        public var keepsSyncHistory = false
        /// Throw `outOfDiskSpace` before anything is written unless there is room.
        public var checksSpace = true

        /// The options for daily use.
        public init() {}
    }

    /// What is checked in an archive, in this order.
    public enum Stage: String, Codable, Sendable, CaseIterable {
        /// The zstd frames, with their checksums.
        case compression
        /// The tar archive: its members, their names and sizes; the manifest.
        case structure
        /// The digest of the Realm.
        case contents
        /// The Realm itself.
        case realm
    }

    /// The name of a new archive of that file in a directory: `NAME-YYYYMMDDTHHMMSSZ.realm.tar.zst`; with a number
    /// behind the time if that is taken.
    ///
    /// - Parameters:
    ///   - file: the Realm file.
    ///   - directory: where the archive goes.
    ///   - date: when the backup is made.
    ///   - taken: names that count as taken, for archives that are being made.
    public static func archiveURL(
        forFileAt file: URL, in directory: URL, date: Date = Date(), except taken: Set<URL> = []
    ) -> URL {
        let name =
            file.pathExtension == "realm" ? file.deletingPathExtension().lastPathComponent : file.lastPathComponent
        let time = RealmBackup.timeText(date)
        var number = 1
        while true {
            let suffix = (number == 1 ? "" : "-\(number)") + BackupArchive.suffix
            let archive = directory.appendingPathComponent("\(name)-\(time)\(suffix)", isDirectory: false)
            if !taken.contains(archive), !FileName.exists(archive.path) { return archive }
            number += 1
        }
    }

    /// A time as it stands in names of files: `20260921T031500Z`.
    static func timeText(_ date: Date) -> String {
        date.formatted(Date.ISO8601FormatStyle(dateSeparator: .omitted, timeSeparator: .omitted))
    }

    /// Archives a Realm file, which may be in use.
    ///
    /// A compact copy of the newest version is verified and archived. The archive, of mode 0600, appears under its name
    /// when it is whole and durable; a failure leaves nothing behind. The file's key is never stored.
    ///
    /// The version stays in use until the archive is written, so that the space it takes is not used again meanwhile.
    /// Above level 9, where that would take long, for a full verification and for files of older formats the copy is
    /// first written beside the archive, or to the configuration's `scratchDirectory`.
    ///
    /// - Parameters:
    ///   - configuration: file, key, lock mode, `lockTimeout` and `scratchDirectory` count. With lock mode
    ///     `privateFile` no lock is taken, as inside of `Realm.withExclusiveAccess(toFileAt:timeout:_:)`.
    ///   - archive: the archive; nothing may have that name.
    ///   - options: compression, and what the archive tells of its origin.
    ///   - progress: its `totalUnitCount` is set to the steps ahead.
    /// - Returns: the manifest of the archive.
    /// - Throws: as `Realm.writeCopy(toFile:encryptionKey:)`; `fileExists` for an archive that exists; `invalidInput`
    ///   for options that make no sense; with `keepsSyncHistory` also `fileInUse`.
    /// - Complexity: O(used bytes), which are read twice; memory for the windows and blocks of the compression, not for
    ///   the file.
    @discardableResult
    public static func create(
        from configuration: Realm.Configuration, to archive: URL, options: Options = Options(),
        progress: Progress? = nil
    ) throws -> Manifest {
        try BackupCreation(configuration, archive, options, progress).run()
    }
}
