import Foundation
import RealmStore

/// The beginning of a file, which tells what other programs made it.
struct FileSample {
    private let bytes: [UInt8]
    private let byteCount: Int
    private let path: String

    private static let sampleByteCount = 1 << 16

    init(_ path: String) throws(SystemError) {
        let file = try FileDescriptor.open(path, .readOnly)
        self.path = path
        byteCount = try file.byteCount()
        bytes = try file.bytes(FileSample.sampleByteCount, at: 0)
    }

    /// The kind by name and content; nil if it may be a Realm file.
    var foreignKind: FileDiagnosis.Kind? {
        if bytes.isEmpty { return .empty }
        if isLockFile { return .lockFile }
        if FileSample.marks.contains(where: { begins(with: $0.mark, at: $0.offset) && $0.kind == .realm }) {
            return nil
        }
        if let found = FileSample.marks.first(where: { begins(with: $0.mark, at: $0.offset) }) {
            return found.kind == .zstd && isBackup ? .backupArchive : found.kind
        }
        if bytes.allSatisfy({ $0 == 0 }) { return .zeros }
        return textKind
    }

    /// The bytes by which files of other programs are known, and where they are.
    private static let marks: [(kind: FileDiagnosis.Kind, mark: [UInt8], offset: Int)] = [
        (.realm, Array("T-DB".utf8), 16), (.sqlite, Array("SQLite format 3\0".utf8), 0), (.zstd, ZstdInput.magic, 0),
        (.gzip, [0x1F, 0x8B, 0x08], 0), (.zip, [0x50, 0x4B, 0x03, 0x04], 0), (.tar, Array("ustar".utf8), 257),
    ]

    private func begins(with mark: [UInt8], at offset: Int) -> Bool {
        bytes.count >= offset + mark.count && bytes[offset..<offset + mark.count].elementsEqual(mark)
    }

    private var isLockFile: Bool {
        let suffix = ".lock"
        return path.hasSuffix(suffix) && FileName.exists(String(path.dropLast(suffix.count)))
    }

    private var isBackup: Bool { (try? ArchiveKind.of(URL(fileURLWithPath: path))) == .archive }

    /// Whether it is text, and of what kind; nil if it is not.
    private var textKind: FileDiagnosis.Kind? {
        // The sample may end within a character.
        let whole = byteCount > bytes.count ? bytes.dropLast(3) : bytes[...]
        guard !whole.contains(where: { $0 < 0x20 && !FileSample.blanks.contains($0) }),
            let text = String(validating: whole, as: UTF8.self) ?? String(validating: whole.dropLast(3), as: UTF8.self)
        else { return nil }
        let beginning = text.drop { $0.isWhitespace || $0 == "\u{FEFF}" }.prefix(64).lowercased()
        if beginning.hasPrefix("version https://git-lfs") { return .gitPointer }
        if beginning.hasPrefix("<!doctype html") || beginning.hasPrefix("<html") { return .html }
        return beginning.hasPrefix("{") || beginning.hasPrefix("[") ? .json : .text
    }

    /// Tab, line feed, form feed, carriage return.
    private static let blanks: Set<UInt8> = [0x09, 0x0A, 0x0C, 0x0D]
}
