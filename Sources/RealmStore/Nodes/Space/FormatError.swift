/// A violation of the file format: what is wrong, and at which node.
///
/// Carries no user data. `message` is for people, `code` for programs.
package struct FormatError: Error, Hashable, Sendable {
    /// The violated rule; the raw values appear in the reports of `verify`.
    package enum Code: String, Sendable {
        case badRef, badNode, badLeaf, badTree, badCluster, badCollection, badIndex, badTable, badTopArray
        case badSchema, badValue, unreadablePage
        /// Not a violation: a write transaction ran out of memory or address space.
        case outOfMemory
        /// Not a violation: a value to be written is longer than a node can be.
        case valueTooLong
    }

    package let code: Code
    package let ref: Ref
    package let message: String

    @inline(never)
    package init(_ code: Code, at ref: Ref, _ message: String) {
        self.code = code
        self.ref = ref
        self.message = message
    }
}

extension FormatError: CustomStringConvertible {
    package var description: String { ref.isNone ? message : "node \(ref): \(message)" }
}
