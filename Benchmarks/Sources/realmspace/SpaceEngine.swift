import Foundation

/// A database file that commits are made to.
protocol SpaceEngine: AnyObject, SendableMetatype {
    static var name: String { get }
    /// Makes the file with what the workload begins with.
    init(_ workload: Workload, in directory: URL) throws
    /// One durable transaction.
    func commit(_ change: Workload.Change) throws
    func usage() throws -> FileUse
    /// A version that is read, and stays as it is, for as long as the object lives. Called in other threads.
    static func hold(_ workload: Workload, in directory: URL) throws -> AnyObject
}

/// How full a file is, in bytes.
struct FileUse {
    /// On disk, with what lies beside it.
    var file: Int
    var used: Int
    var freeBlocks: Int
}

extension URL {
    var byteCount: Int { (try? resourceValues(forKeys: [.fileSizeKey]))?.fileSize ?? 0 }
}
