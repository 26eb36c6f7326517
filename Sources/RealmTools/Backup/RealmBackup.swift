import Foundation
import RealmStore

/// Backups of Realm files as archives of a file and its description, which `tar --zstd -xf` can unpack, too.
///
/// Additional to the SDK. Source: backup archive.
public enum RealmBackup {
    /// Options for making a backup.
    public struct Options: Sendable {
        /// The extent of the verification of the copy before it is archived; for `full` it is written to a scratch file
        /// first.
        public var verification = Realm.VerifyLevel.quick
        /// The compression level, 1 to 22. An encrypted file, which does not get smaller, is archived with level 1.
        public var level = 3
        /// Binary logarithm of a window for long matches, 10 to 31; nil for none. Unpacking needs as much memory, and
        /// from 28 on an explicit option.
        public var longWindowLog: Int?
        /// The number of compressing threads; nil for one per processor, but at most 4, 2 from level 10 on and with
        /// long matches, 1 from level 13 on: each needs its own memory, at level 19 about 100 MB.
        public var threads: Int?
        /// Archive a plain file, although the Realm is encrypted.
        public var decrypts = false
        /// Name the machine and path of the file in the manifest.
        public var namesOrigin = true
        /// The program named in the manifest; nil for this library.
        public var tool: String?
        /// Archive a local Realm if the file belongs to a synchronised app, instead of throwing `syncHistory`.
        public var dropsSyncHistory = false
        /// Archive the file of a synchronised app unchanged, byte for byte. It must be closed everywhere.
        public var keepsSyncHistory = false
        /// Throw `outOfDiskSpace` before anything is written unless there is room.
        public var checksSpace = true

        /// The options for daily use.
        public init() {}
    }

    /// The stages of checking an archive, in this order.
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
    /// after the time if that is taken.
    ///
    /// - Parameters:
    ///   - file: the Realm file.
    ///   - directory: the directory of the archive.
    ///   - date: the time of the backup.
    ///   - taken: names that count as taken, for archives being created.
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

    /// A time in the form used in file names: `20260921T031500Z`.
    static func timeText(_ date: Date) -> String {
        date.formatted(Date.ISO8601FormatStyle(dateSeparator: .omitted, timeSeparator: .omitted))
    }

    /// Archives a Realm file, even while it is in use.
    ///
    /// A compact copy of the newest version is verified and archived. The archive, of mode 0600, gets its name once it
    /// is complete and durable; a failure leaves nothing behind. The file's key is never stored.
    ///
    /// The version stays in use until the archive is written, so that its space is not reused meanwhile. Above level 9,
    /// where that would take long, for a full verification and for files of older formats the copy is first written
    /// beside the archive, or to the configuration's `scratchDirectory`.
    ///
    /// - Parameters:
    ///   - configuration: only file, key, lock mode, `lockTimeout` and `scratchDirectory` matter. With lock mode
    ///     `privateFile` no lock is taken, as inside `Realm.withExclusiveAccess(toFileAt:timeout:_:)`.
    ///   - archive: the archive; the name must be unused.
    ///   - options: compression, and whether the archive names its origin.
    ///   - progress: its `totalUnitCount` is set to the steps ahead.
    /// - Returns: the manifest of the archive.
    /// - Throws: as `Realm.writeCopy(toFile:encryptionKey:)`; `fileExists` for an archive that exists; `invalidInput`
    ///   for invalid options; with `keepsSyncHistory` also `fileInUse`.
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
