import Foundation

extension FileWriteOptions {
    /// A second name for the replaced file, in the same file system; the name must be unused.
    public var oldFileURL: URL? {
        get { oldPath.map { URL(fileURLWithPath: $0) } }
        set { oldPath = newValue?.path }
    }
}

extension Realm {
    /// Options for writing copies and rewriting files. Additional to the SDK.
    public typealias FileWriteOptions = RealmStore.FileWriteOptions
}
