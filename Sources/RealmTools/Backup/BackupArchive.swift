import Foundation
import RealmStore

/// A backup archive: two zstd frames, of which the first holds the tar member `manifest.json` and the second the Realm
/// with the end of the tar archive. Source: backup archive.
enum BackupArchive {
    static let manifestName = "manifest.json"
    static let suffix = ".realm.tar.zst"

    /// Writes an archive to an empty file.
    ///
    /// - Parameters:
    ///   - path: of the file, for errors.
    ///   - realm: passes the Realm that the manifest describes on to the sink; throws if it is another.
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
        do throws(SystemError) {
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

/// Reads a backup archive from front to back, and believes nothing in it.
struct BackupArchiveReader: ~Copyable {
    let manifest: RealmBackup.Manifest
    private var input: ZstdInput

    /// Reads the first frame.
    init(_ file: consuming FileDescriptor) throws(ArchiveError) {
        var input = try BackupArchiveReader.input(file)
        manifest = try BackupArchiveReader.readManifest(&input)
        self.input = input
    }

    static func input(_ file: consuming FileDescriptor) throws(ArchiveError) -> ZstdInput {
        do throws(ZstdInput.Failure) { return try ZstdInput(file) } catch { throw ArchiveError(error) }
    }

    private static func readManifest(_ input: inout ZstdInput) throws(ArchiveError) -> RealmBackup.Manifest {
        let frame: [UInt8]?
        do throws(ZstdInput.Failure) {
            frame = try input.frame(upTo: RealmBackup.Manifest.largestByteCount)
        } catch {
            throw ArchiveError(error)
        }
        guard let frame else { throw .structure("its first frame holds more than a manifest") }
        if frame.isEmpty { throw .bad(.compression, "it is empty") }
        var rest = frame[...]
        let next = { (count: Int) throws(ArchiveError) -> [UInt8] in
            defer { rest = rest.dropFirst(count) }
            return Array(rest.prefix(count))
        }
        let header = try TarHeader(from: next)
        guard header.name == BackupArchive.manifestName else {
            throw .structure("it begins with '\(header.name)', not with '\(BackupArchive.manifestName)'")
        }
        guard header.byteCount <= frame.count else { throw .structure("it ends in the middle of the manifest") }
        let manifest = try RealmBackup.Manifest(json: try TarHeader.content(header.byteCount, from: next))
        guard rest.isEmpty else { throw .structure("its first frame holds more than a manifest") }
        return manifest
    }

    /// Reads the second frame, to the end of the archive: the Realm must be the one that the manifest describes.
    ///
    /// - Parameters:
    ///   - writer: gets the bytes of the Realm.
    ///   - progress: called now and then with the bytes of the Realm that were read.
    consuming func readRealm(to writer: DigestingWriter, progress: (Int) -> Void) throws(ArchiveError) {
        do throws(ArchiveError) {
            try readMember(to: writer, progress)
        } catch {
            // Where bytes are damaged, what the frames' checksums say is the reason for all else.
            if case .bad(let stage, _) = error, stage != .compression {
                do throws(ZstdInput.Failure) { try input.drain() } catch { throw ArchiveError(error) }
            }
            throw error
        }
    }

    private mutating func readMember(
        to writer: DigestingWriter, _ progress: (Int) -> Void
    ) throws(ArchiveError) {
        let header = try TarHeader { (count) throws(ArchiveError) in
            do throws(ZstdInput.Failure) { return try input.read(count) } catch { throw ArchiveError(error) }
        }
        guard header.name == manifest.realm.member, header.byteCount == manifest.realm.bytes else {
            throw .structure(
                "it holds '\(header.name)' of \(header.byteCount) bytes, and the manifest says "
                    + "'\(manifest.realm.member)' of \(manifest.realm.bytes) bytes")
        }
        let count = try input.pass(header.byteCount, to: writer, progress: progress)
        let digest: [UInt8]
        do throws(SystemError) { digest = try writer.finish() } catch { throw .unwritable(error) }
        guard count == header.byteCount else { throw .structure("it ends in the middle of the Realm") }
        let end: [UInt8]
        // One byte more than there may be.
        let limit = TarHeader.padding(count) + TarHeader.end.count + 1
        do throws(ZstdInput.Failure) { end = try input.read(limit) } catch { throw ArchiveError(error) }
        guard end.count == limit - 1, end.allSatisfy({ $0 == 0 }) else {
            throw .structure("it does not end behind the Realm")
        }
        guard digest.hexadecimal == manifest.realm.sha256 else {
            throw .bad(
                .contents,
                "the Realm has the digest \(digest.hexadecimal), and the manifest says \(manifest.realm.sha256)")
        }
        // Else it would pass for one that cannot be looked into for want of its key.
        if manifest.realm.encrypted, writer.isPlainRealm {
            throw .bad(.contents, "the manifest says that the Realm is encrypted, and it is not")
        }
    }
}
