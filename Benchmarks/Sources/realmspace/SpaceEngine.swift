import Foundation

/// A database file that commits are made to.
protocol SpaceEngine: AnyObject, SendableMetatype {
    static var name: String { get }
    /// Creates the file with the initial data of the workload.
    init(_ workload: Workload, in directory: URL) throws
    /// One durable transaction.
    func commit(_ change: Workload.Change) throws
    func usage() throws -> FileUse
    /// The newest version, kept unchanged for as long as the object lives.
    static func hold(_ workload: Workload, in directory: URL) throws -> AnyObject
}

/// The used and free space of a file, in bytes.
struct FileUse {
    /// On disk, including auxiliary files.
    var file: Int
    var used: Int
    var freeBlocks: Int
}

extension URL {
    var byteCount: Int { (try? resourceValues(forKeys: [.fileSizeKey]))?.fileSize ?? 0 }
}
