import Foundation

extension FileWriteOptions {
    /// A second name for the file that is replaced, in the same file system; nothing may have that name.
    public var oldFileURL: URL? {
        get { oldPath.map { URL(fileURLWithPath: $0) } }
        set { oldPath = newValue?.path }
    }
}

extension Realm {
    /// How copies are written and files are rewritten. Additional to the SDK.
    public typealias FileWriteOptions = RealmStore.FileWriteOptions
}
