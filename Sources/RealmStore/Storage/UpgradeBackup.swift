/// The copies of a file from before its format changed: `NAME.vN.backup.realm`, N being the format, made and removed as
/// Realm Core does it, and its log, `PATH.backup-log`.
///
/// What fails here is no reason not to open a file, and only logged. Source: file format, history and schema,
/// "Backups".
struct UpgradeBackup {
    /// The Realm's path without symbolic links.
    let path: String

    /// How long a backup is kept.
    private static let lifetime: Int64 = 93 * 24 * 60 * 60 * 1_000_000_000
    private static let logSuffix = ".backup-log"

    /// Where the backup of a file of that format goes.
    func path(ofFormat format: Int) -> String {
        let (directory, name) = FileName.split(path)
        let stem = name.lastIndex(of: ".").map { name[..<$0] } ?? name[...]
        return "\(directory)/\(stem).v\(format).backup.realm"
    }

    /// Backups that exist, of the newest format first.
    var existing: [String] {
        FileHeader.readableFormats.reversed().map { path(ofFormat: $0) }.filter(FileName.exists)
    }

    /// Backups that exist, half of one, and the log.
    var companions: [String] {
        let unfinished = FileHeader.readableFormats.map { path(ofFormat: $0) + ".part" }
        return existing + (unfinished + [path + UpgradeBackup.logSuffix]).filter(FileName.exists)
    }

    /// Copies the file byte for byte, unless there is a backup of that format, or less than twice the file's size is
    /// free. Nobody may write the file meanwhile.
    func make(ofFormat format: Int) {
        let target = path(ofFormat: format)
        guard !FileName.exists(target) else { return }
        let (directory, name) = FileName.split(target)
        let unfinished = target + ".part"
        do throws(SystemError) {
            let status = try FileStatus.ofPath(path)
            guard try FileName.availableByteCount(in: directory) / 2 >= status.byteCount else {
                return log("Insufficient free space for backup: \(name)")
            }
            log("Creating backup: \(name)")
            try FileName.remove(unfinished)
            let copy = try FileDescriptor.open(unfinished, .readWrite, create: 0o600, exclusive: true)
            try FileDescriptor.open(path, .readOnly).copyContents(to: copy)
            try? copy.setOwner(user: status.user, group: status.group)
            try copy.setMode(status.mode)
            try copy.syncAll()
            try FileName.replace(target, with: unfinished)
            try FileDescriptor.syncDirectory(directory)
            log("Completed backup: \(name)")
        } catch {
            try? FileName.remove(unfinished)
            log("Backup failed: \(name): \(error)")
        }
    }

    /// Notes that the file itself was kept as the backup when another one took its place.
    func noteKept(ofFormat format: Int) {
        let target = path(ofFormat: format)
        // The time of the last change would make it look old.
        if let file = try? FileDescriptor.open(target, .readOnly) { try? file.touch() }
        log("Completed backup: \(FileName.split(target).name)")
    }

    /// Removes backups that are older than 93 days.
    func removeOld() {
        for format in FileHeader.readableFormats where format != FileHeader.currentFormat {
            let backup = path(ofFormat: format)
            guard let status = try? FileStatus.ofPath(backup),
                WallClock.nanoseconds - status.modifiedNanoseconds > UpgradeBackup.lifetime
            else { continue }
            log("Removing old backup: \(FileName.split(backup).name)")
            try? FileName.remove(backup)
        }
    }

    private func log(_ message: String) {
        let line = Array("\(WallClock.text) : \(message)\n".utf8)
        guard let mode = try? FileStatus.ofPath(path).mode,
            let file = try? FileDescriptor.open(path + UpgradeBackup.logSuffix, .readWrite, create: mode & 0o666),
            let end = try? file.byteCount()
        else { return }
        try? file.write(line, at: end)
    }
}
