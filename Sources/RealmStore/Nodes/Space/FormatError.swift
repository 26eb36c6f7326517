/// The file breaks a rule of the format: what is wrong and at which node.
///
/// Carries no user data. `message` is text for people; `code` is what programs may look at.
package struct FormatError: Error, Hashable, Sendable {
    /// Which rule is broken; the raw values appear in the reports of `verify`.
    package enum Code: String, Sendable {
        case badRef, badNode, badLeaf, badTree, badCluster, badCollection, badIndex, badTable, badTopArray
        case badSchema, badValue, unreadablePage
        /// No rule of the format: a write transaction got no more memory or address space.
        case outOfMemory
        /// No rule of the format: a value that was to be written is longer than a node can be.
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
