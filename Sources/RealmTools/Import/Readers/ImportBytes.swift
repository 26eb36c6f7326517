import Foundation
import RealmStore

/// The bytes of an imported file from front to back, decompressed if they are compressed by zstd or gzip.
final class ImportBytes {
    private enum Form {
        case plain
        case zstd
        case gzip(Process, FileHandle)
    }

    private let url: URL
    private let name: String
    private let handle: FileHandle
    private var form = Form.plain
    private var zstd: ZstdInput?
    private var isFirst = true
    /// The bytes of the file taken so far.
    private(set) var byteCount = 0

    private static let gzipMark: [UInt8] = [0x1F, 0x8B]
    /// Where the program may be. It is part of every distribution.
    private static let gzipPaths = ["/usr/bin/gzip", "/bin/gzip", "/usr/local/bin/gzip"]

    /// Opens the file.
    ///
    /// - Parameter name: the file's name in messages.
    /// - Throws: errors of Foundation; `badImport` if the program that decompresses it is missing.
    init(_ url: URL, name: String) throws {
        self.url = url
        self.name = name
        handle = try FileHandle(forReadingFrom: url)
        let mark = try handle.read(upToCount: ZstdInput.magic.count).map(Array.init) ?? []
        try handle.seek(toOffset: 0)
        if mark == ZstdInput.magic {
            form = .zstd
            zstd = try decompressing { try ZstdInput(FileDescriptor.open(url.path, .readOnly)) }
        } else if mark.starts(with: ImportBytes.gzipMark) {
            form = try gzip()
        }
    }

    deinit {
        if case .gzip(let process, _) = form, process.isRunning { process.terminate() }
    }

    /// The error for a text that cannot be imported.
    func problem(_ message: String) -> RLMError {
        RLMError(.badImport, "\(name): \(message).", path: url.path)
    }

    /// The next bytes, at most so many; none at the end only. A byte order mark at the beginning is left out.
    func read(_ maximum: Int) throws -> [UInt8] {
        let bytes = try next(maximum)
        defer { isFirst = false }
        return isFirst && bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
    }

    private func next(_ maximum: Int) throws -> [UInt8] {
        switch form {
        case .plain:
            let bytes = try handle.read(upToCount: maximum).map(Array.init) ?? []
            byteCount += bytes.count
            return bytes
        case .zstd:
            let bytes = try decompressing { try zstd?.read(maximum) ?? [] }
            byteCount = zstd?.byteCount ?? 0
            return bytes
        case .gzip(let process, let output):
            let bytes = try output.read(upToCount: maximum).map(Array.init) ?? []
            // The program has the same open file, and moves its offset.
            byteCount = Int((try? handle.offset()) ?? 0)
            if bytes.isEmpty {
                process.waitUntilExit()
                if process.terminationStatus != 0 { throw damage("is damaged, or ends too early") }
            }
            return bytes
        }
    }

    private func gzip() throws -> Form {
        guard let path = ImportBytes.gzipPaths.first(where: FileManager.default.isExecutableFile) else {
            throw RLMError(
                .badImport, "\(name): the file is compressed by gzip, which is not installed to decompress it.",
                path: url.path)
        }
        let (process, pipe) = (Process(), Pipe())
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = ["-dc"]
        process.standardInput = handle
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        try process.run()
        return .gzip(process, pipe.fileHandleForReading)
    }

    private func decompressing<Result: ~Copyable>(_ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch ZstdInput.Failure.damaged(let clause) {
            throw damage(clause)
        } catch ZstdInput.Failure.unreadable(let error) {
            throw RLMError(StorageError(error, url.path))
        } catch let error as SystemError {
            throw RLMError(StorageError(error, url.path))
        }
    }

    private func damage(_ clause: String) -> RLMError {
        RLMError(.badImport, "\(name): the compressed data \(clause).", path: url.path)
    }
}
