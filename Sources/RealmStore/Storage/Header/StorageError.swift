/// The reason why a file could not be opened, read or locked. Carries the path and a clause that follows it.
package struct StorageError: Error, Sendable {
    package enum Kind: Equatable, Sendable {
        case fileNotFound
        case fileExists
        case permissionDenied
        /// A directory, a device or another file that is not regular; a parent that is not a directory.
        case notAFile
        case readOrWriteFailed
        case diskFull
        case addressSpaceExhausted
        case notARealm
        /// No file mark, but the size of a possible encrypted file.
        case notARealmOrEncrypted
        case keyRequired
        case wrongKey
        case keyForPlainFile
        case damaged
        case unsupportedFormat(Int)
        case upgradeRequired(Int)
        /// Another process holds a conflicting lock.
        case inUse([Int32])
        /// The file is in a session that cannot be joined: of another lock-file layout, format or C library.
        case incompatibleLockFile([Int32])
        case locksUnsupported
        /// The file with the name of a lock file must not be written to.
        case notALockFile
        /// The file was replaced or written while it was read without a lock.
        case changedWhileReading
        /// The history is of a kind that must not be dropped, or of an unknown kind.
        case incompatibleHistory(Int)
        /// An earlier write or sync failed, so that the state of the disk is unknown.
        case writingStopped
        /// A file to be replaced has other hard links.
        case hardLinked
        /// The file belongs to a synchronised app.
        case syncHistory
        /// A value to be written is longer than a file can hold; the file is intact.
        case valueTooLong
    }

    package let kind: Kind
    let path: String
    package let message: String
    /// The violated rule and the node that violates it, for damage at a node.
    var formatError: FormatError?
    /// The bytes that a full disk lacks room for, and those it has left; nil if they are not known.
    package var space: (needed: Int, available: Int)?
    /// The problem with a file that a system call refused.
    package static let unnamed = "cannot be used"

    /// - Parameter message: a clause that continues "File at PATH".
    @inline(never)
    package init(_ kind: Kind, _ path: String, _ message: String) {
        self.kind = kind
        self.path = path
        self.message = message
    }

    /// True for a session that cannot be joined.
    var isIncompatible: Bool { if case .incompatibleLockFile = kind { true } else { false } }

    /// True for errors about the bytes of a file, which are spurious if the file is just being written.
    var isAboutContent: Bool {
        switch kind {
        case .damaged, .wrongKey, .notARealm, .notARealmOrEncrypted, .keyRequired, .keyForPlainFile,
            .unsupportedFormat:
            true
        default: false
        }
    }

    /// A failed system call on `path`.
    ///
    /// - Parameter problem: a clause that continues "File at PATH".
    @inline(never)
    package init(_ error: SystemError, _ path: String, _ problem: String = StorageError.unnamed) {
        let kind: Kind =
            switch error.meaning {
            case .notFound: .fileNotFound
            case .exists: .fileExists
            case .permissionDenied: .permissionDenied
            case .notAFile: .notAFile
            case .diskFull: .diskFull
            case .outOfMemory: .addressSpaceExhausted
            case .locksUnsupported: .locksUnsupported
            case .other: .readOrWriteFailed
            }
        let isMissing = kind == .fileNotFound && problem == StorageError.unnamed
        self.init(kind, path, isMissing ? "does not exist" : "\(problem): \(error)")
    }

    @inline(never)
    package init(_ error: FormatError, _ path: String) {
        if error.code == .outOfMemory {
            self.init(.addressSpaceExhausted, path, "cannot be changed: \(error)")
            return
        }
        if error.code == .valueTooLong {
            self.init(.valueTooLong, path, "cannot hold \(error)")
            return
        }
        self.init(.damaged, path, "is damaged: \(error)")
        formatError = error
    }
}

extension StorageError: CustomStringConvertible {
    package var description: String { "The file '\(path)' \(message)." }
}
