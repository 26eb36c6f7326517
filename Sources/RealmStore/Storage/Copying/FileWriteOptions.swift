/// Options for writing copies and rewriting files. Additional to the SDK.
public struct FileWriteOptions: Sendable {
    /// A copy may replace an existing file, which is locked meanwhile as for `compact`.
    public var replacesExisting = false
    /// A file with several hard links may be replaced under this name; the others keep the old content.
    public var replacesHardLinks = false
    /// Write a local Realm if the source belongs to a synchronised app, instead of throwing `syncHistory`.
    public var dropsSyncHistory = false
    /// Throw `outOfDiskSpace` before anything is written unless the file system has room for the source's used bytes,
    /// plus 5 % and 4 MiB.
    public var checksSpace = true
    /// A new file can be read by its owner only, even if others can read the source. Without it, a copy is readable
    /// only by those who can read the source; a plain copy of an encrypted source only by its owner.
    public var isOwnerOnly = false
    /// Store the distinct texts of a string property once, and numbers in the objects, where that takes less space.
    ///
    /// Values stay the same, and every engine can read and change such a file. Properties with many distinct texts,
    /// primary keys, and properties with full-text search stay as they are. Takes more time, and a few MiB of memory
    /// for each such property.
    public var enumeratesStrings = false
    /// A second name for the replaced file.
    package var oldPath: String?

    /// The safe options.
    public init() {}
}
