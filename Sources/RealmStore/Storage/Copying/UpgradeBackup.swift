/// The copies of a file from before its format changed: `NAME.vN.backup.realm`, N being the format, created and removed
/// as Realm Core does, and its log, `PATH.backup-log`.
///
/// Failures here do not prevent opening a file; they are only logged. Source: file-format/older-formats.md, "Backups of
/// upgrades".
struct UpgradeBackup {
    /// The Realm's path without symbolic links.
    let path: String

    /// The lifetime of a backup.
    private static let lifetime: Int64 = 93 * 24 * 60 * 60 * 1_000_000_000
    private static let logSuffix = ".backup-log"
    private static let unfinishedSuffix = ".part"

    /// The path of the backup of a file of that format.
    func path(ofFormat format: Int) -> String {
        let (directory, name) = FileName.split(path)
        let stem = name.lastIndex(of: ".").map { name[..<$0] } ?? name[...]
        return "\(directory)/\(stem).v\(format).backup.realm"
    }

    /// The existing backups, newest format first.
    var existing: [String] {
        FileHeader.readableFormats.reversed().map { path(ofFormat: $0) }.filter(FileName.exists)
    }

    /// The existing backups, a partial one, and the log.
    var companions: [String] {
        let unfinished = FileHeader.readableFormats.map { path(ofFormat: $0) + UpgradeBackup.unfinishedSuffix }
        return existing + (unfinished + [path + UpgradeBackup.logSuffix]).filter(FileName.exists)
    }

    /// Copies the file byte for byte, unless there is a backup of that format, or less than twice the file's size is
    /// free. The file must not be written meanwhile.
    func make(ofFormat format: Int) {
        let target = FileName.split(path(ofFormat: format)).name
        guard let (directory, name) = try? Directory.holding(path), !directory.has(target) else { return }
        let unfinished = target + UpgradeBackup.unfinishedSuffix
        do {
            let original = try directory.open(name, .readOnly)
            let status = try original.status()
            guard try FileName.availableByteCount(in: directory.path) / 2 >= status.byteCount else {
                return log("Insufficient free space for backup: \(target)")
            }
            log("Creating backup: \(target)")
            try directory.remove(unfinished)
            let copy = try directory.open(unfinished, .readWrite, create: 0o600, exclusive: true)
            try original.copyContents(to: copy)
            try? copy.setOwner(user: status.user, group: status.group)
            try copy.setMode(status.mode)
            try copy.syncAll()
            try directory.replace(target, with: unfinished)
            try directory.sync()
            log("Completed backup: \(target)")
        } catch {
            try? directory.remove(unfinished)
            log("Backup failed: \(target): \(error)")
        }
    }

    /// Notes that the file itself was kept as the backup when another one took its place.
    func noteKept(ofFormat format: Int) {
        let target = FileName.split(path(ofFormat: format)).name
        // Its old modification time would make it look expired.
        if let directory, let file = try? directory.open(target, .readOnly) { try? file.touch() }
        log("Completed backup: \(target)")
    }

    /// Removes backups that are older than 93 days.
    func removeOld() {
        guard let directory else { return }
        for format in FileHeader.readableFormats where format != FileHeader.currentFormat {
            let backup = FileName.split(path(ofFormat: format)).name
            guard let status = try? directory.status(backup), status.isRegularFile,
                WallClock.nanoseconds - status.modifiedNanoseconds > UpgradeBackup.lifetime
            else { continue }
            log("Removing old backup: \(backup)")
            try? directory.remove(backup)
        }
    }

    private var directory: Directory? { try? Directory(FileName.split(path).directory) }

    /// Appends a line to the log, which has the Realm's owner and permissions; anything else of that name is left
    /// alone.
    private func log(_ message: String) {
        let line = Array("\(WallClock.text) : \(message)\n".utf8)
        guard let (directory, name) = try? Directory.holding(path), let realm = try? directory.status(name) else {
            return
        }
        let log = name + UpgradeBackup.logSuffix
        if let file = try? directory.open(log, .readWrite, create: 0o600, exclusive: true) {
            try? file.setOwner(user: realm.user, group: realm.group)
            try? file.setMode((realm.mode & 0o666) | 0o600)
        }
        guard let file = try? directory.open(log, .readWrite), let status = try? file.status(),
            status.linkCount == 1, [realm.user, ProcessIdentity.user, 0].contains(status.user)
        else { return }
        try? file.write(line, at: status.byteCount)
    }
}
