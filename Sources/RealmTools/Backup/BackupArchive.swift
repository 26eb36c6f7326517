import Foundation
import RealmStore

/// A backup archive: two zstd frames, the first with the tar member `manifest.json`, the second with the Realm and the
/// end of the tar archive. Source: backup archive.
enum BackupArchive {
    static let manifestName = "manifest.json"
    static let suffix = ".realm.tar.zst"

    /// Writes an archive to an empty file.
    ///
    /// - Parameters:
    ///   - path: of the file, for errors.
    ///   - realm: passes the Realm described by the manifest to the sink; throws if it differs.
    static func write(
        _ manifest: RealmBackup.Manifest, to file: consuming FileDescriptor, at path: String,
        _ settings: ZstdOutput.Settings, realm: (ZstdSink) throws(StorageError) -> Void
    ) throws(StorageError) {
        let document = Array((manifest.json + "\n").utf8)
        let modified = Int(manifest.created.timeIntervalSince1970)
        func header(_ name: String, _ byteCount: Int) -> [UInt8] {
            TarHeader(name: name, byteCount: byteCount, modified: modified).bytes
        }
        func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }

        let byteCount = manifest.realm.bytes
        let first = header(manifestName, document.count) + document + zeros(TarHeader.padding(document.count))
        let beginning = header(manifest.realm.member, byteCount)
        let end = zeros(TarHeader.padding(byteCount)) + TarHeader.end
        let stream: ZstdSink
        do {
            stream = try ZstdSink(file)
            try stream.beginFrame(ZstdOutput.Settings(level: settings.level), appended: first.count)
            try stream.append(first)
            try stream.endFrame()
            try stream.beginFrame(settings, appended: beginning.count + end.count, taken: byteCount)
            try stream.append(beginning)
        } catch {
            throw StorageError(error, path)
        }
        try realm(stream)
        try StorageError.onSystemError(path) { () throws(SystemError) in
            try stream.append(end)
            try stream.endFrame()
        }
    }
}
