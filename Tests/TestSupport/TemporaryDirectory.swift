import Foundation

/// A directory for one test; removed with this object.
public final class TemporaryDirectory: Sendable {
    public let url: URL

    /// - Parameter parent: the parent directory; nil for the system's directory of such files.
    public init(in parent: URL? = nil) throws {
        let parent = parent ?? FileManager.default.temporaryDirectory
        url = parent.appendingPathComponent("realmstore-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    /// A file in the directory with that content.
    public func file(_ name: String, _ content: Data) throws -> URL {
        let file = url.appendingPathComponent(name)
        try content.write(to: file)
        return file
    }
}
