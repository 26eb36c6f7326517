import Foundation
import RealmStore

/// The kinds of files that can be restored.
enum ArchiveKind {
    case archive, compressedRealm, realm

    /// Determined by the name, or else by the first bytes.
    static func of(_ url: URL) throws -> ArchiveKind {
        let name = url.lastPathComponent
        if name.hasSuffix(".tar.zst") { return .archive }
        let file = try BackupArchiveReader.file(url)
        do {
            let isCompressed = try file.bytes(ZstdInput.magic.count, at: 0) == ZstdInput.magic
            guard isCompressed || name.hasSuffix(".zst") else { return .realm }
        } catch {
            throw RLMError(StorageError(error, url.path))
        }
        do {
            var input = try ZstdInput(file)
            return TarHeader.isHeader(try input.read(TarHeader.blockByteCount)) ? .archive : .compressedRealm
        } catch {
            throw RLMError(ArchiveError(error), archive: url.path)
        }
    }
}
