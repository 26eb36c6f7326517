import RealmStore

/// Reads a backup archive from front to back, and trusts nothing in it.
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
    ///   - writer: receives the bytes of the Realm.
    ///   - progress: called now and then with the number of bytes of the Realm read.
    consuming func readRealm(to writer: DigestingWriter, progress: (Int) -> Void) throws(ArchiveError) {
        do {
            try readMember(to: writer, progress)
        } catch {
            // In damaged bytes, a failed checksum of a frame explains all other errors.
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
        do { digest = try writer.finish() } catch { throw .unwritable(error) }
        guard count == header.byteCount else { throw .structure("it ends in the middle of the Realm") }
        let end: [UInt8]
        // One byte more than allowed.
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
        // Otherwise it would count as one that cannot be checked without its key.
        if manifest.realm.encrypted, writer.isPlainRealm {
            throw .bad(.contents, "the manifest says that the Realm is encrypted, and it is not")
        }
    }
}
