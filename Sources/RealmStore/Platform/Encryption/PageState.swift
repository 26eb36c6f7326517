/// The state of one page of an encrypted file.
///
/// Source: file-format/encryption.md, "Reading a page".
enum PageState: Sendable, Equatable {
    /// The MAC of the newest write fits, or that of the write before, whose successor never reached the file.
    case good
    /// No write was ever begun; preallocated space looks like this.
    case neverWritten
    /// The file ends before the page does.
    case outOfBounds
    /// The first write was begun and lost.
    case firstWriteLost
    /// All zeros where data should be: the file was truncated and extended again. Reads as zeros.
    case zeroed
    /// No MAC fits: wrong key or damage.
    case failed

    var isReadable: Bool { self == .good || self == .zeroed }
}
