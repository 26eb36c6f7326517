/// How copies are written and files are rewritten. Additional to the SDK.
public struct FileWriteOptions: Sendable {
    /// A copy may take the place of an existing file, which is locked meanwhile as for `compact`.
    public var replacesExisting = false
    /// A file that has more than one name may be replaced under this one; the other names keep the old content.
    public var replacesHardLinks = false
    /// Write a local Realm where the source belongs to a synchronised app, in place of throwing `syncHistory`.
    public var dropsSyncHistory = false
    /// Throw `outOfDiskSpace` before anything is written unless the file system has room for the source's used
    /// bytes, 5 % and 4 MiB.
    public var checksSpace = true
    /// A new file can be read by its owner only, also where others can read the source. Without it, nobody can read
    /// it who cannot read the source; and of an encrypted source a plain file only its owner.
    public var isOwnerOnly = false
    /// Store the distinct texts of a string property once, and numbers in the objects, where that takes less space.
    ///
    /// Values stay the same, and every engine reads and changes such a file like others. Properties with many
    /// distinct texts, primary keys, and properties with full-text search stay as they are. Takes more time, and a
    /// few MiB of memory for each such property.
    public var enumeratesStrings = false
    /// A second name for the file that is replaced.
    package var oldPath: String?

    /// The options that never do harm.
    public init() {}
}
