/// The findings of `Realm.verify` in a file, and its extent.
public struct VerificationReport: Codable, Sendable, Equatable {
    /// The extent of the verification.
    public let level: Realm.VerifyLevel
    /// True if the file can be opened for reading. A damaged file may well open.
    public let opens: Bool
    /// The findings: errors first, in the order of discovery, then notes.
    public let problems: [Problem]
    /// Number of errors, including those that did not fit into `problems`. 0 means that the file is intact.
    public let errorCount: Int
    /// Number of notes, including those that did not fit into `problems`.
    public let noteCount: Int
    /// Nodes whose header and position were checked.
    public let nodes: Int
    /// Bytes of the plain file that were checked: the header and the nodes.
    public let bytesChecked: Int
    /// Bytes that are neither used nor free; nil at level `quick`, which does not determine them.
    public let leakedBytes: Int?
    /// Numbers of checked things, by kind.
    public let checked: Counts

    package init(
        level: Realm.VerifyLevel, opens: Bool, problems: [Problem], errorCount: Int, noteCount: Int, nodes: Int,
        bytesChecked: Int, leakedBytes: Int?, checked: Counts
    ) {
        self.level = level
        self.opens = opens
        self.problems = problems
        self.errorCount = errorCount
        self.noteCount = noteCount
        self.nodes = nodes
        self.bytesChecked = bytesChecked
        self.leakedBytes = leakedBytes
        self.checked = checked
    }

    /// True if there is no error; notes do not count.
    public var isSound: Bool { errorCount == 0 }

    /// The first error, or that the file does not open; nil for an intact file that opens.
    package var failure: String? {
        if isSound, opens { return nil }
        return problems.first { $0.severity == .error }?.message ?? "it does not open"
    }

    /// The severity of a problem.
    public enum Severity: String, Codable, Sendable {
        /// The file breaks a rule of the format.
        case error
        /// Harmless: something that Realm Core leaves behind.
        case note
    }

    /// One problem.
    public struct Problem: Codable, Sendable, Hashable {
        /// The violated rule.
        public let code: Code
        /// The severity.
        public let severity: Severity
        /// Position of the node in the plain file; nil if no single node is responsible.
        public let ref: Int?
        /// The place in the terms of the schema, `Person.address[12]` (class, property, object key); nil for a place
        /// outside of the classes.
        public let `where`: String?
        /// A sentence for people. Carries no user data except names of classes and properties.
        public let message: String

        package init(code: Code, severity: Severity, ref: Int?, where place: String?, message: String) {
            self.code = code
            self.severity = severity
            self.ref = ref
            self.where = place
            self.message = message
        }
    }

    /// Numbers of things that were checked.
    public struct Counts: Codable, Sendable, Equatable {
        /// Tables, including those of the object store.
        public var tables = 0
        /// Objects, including tombstones of unresolved links.
        public var objects = 0
        /// Values, including elements of collections.
        public var values = 0
        /// Links, each compared with its backlink.
        public var links = 0
        /// Search indexes.
        public var indexes = 0
        /// Free blocks.
        public var freeBlocks = 0
        /// Bytes of the largest free block.
        public var largestFreeBlock = 0
        /// Pages of an encrypted file whose checksum was computed.
        public var pages = 0
    }
}

extension VerificationReport {
    /// A rule that can be violated.
    public enum Code: String, Codable, Sendable, CaseIterable {
        /// The file header.
        case header
        /// The size of the file, physical or logical.
        case fileSize
        /// The root of the version.
        case badTopArray
        /// A ref that is unaligned or outside of the file.
        case badRef
        /// A node with an invalid header, or of the wrong kind for its place.
        case badNode
        /// The filler or the flags of a node header.
        case nodeHeader
        /// A node that has two parents, or is its own ancestor.
        case usedTwice
        /// A node or free block that shares bytes with another.
        case overlap
        /// Bytes that are neither used nor free.
        case leak
        /// A node that belongs to no known structure.
        case unknownNode
        /// The free list.
        case freeList
        /// A page of an encrypted file that cannot be read.
        case unreadablePage
        /// The history of changes.
        case history
        /// The description of a class.
        case badTable
        /// The schema that the object store keeps.
        case badSchema
        /// A link column and its backlink column.
        case columnPair
        /// A leaf of values.
        case badLeaf
        /// A value that its type does not allow.
        case badValue
        /// Text that is not UTF-8.
        case utf8
        /// The number that represents null in a leaf of optional integers.
        case nullNumber
        /// Null where the property does not allow it.
        case nullInRequired
        /// Payload of mixed values.
        case mixedPayload
        /// A cluster of objects, or the tree of clusters.
        case badCluster
        /// The order, sign or range of object keys.
        case objectKey
        /// A tree of positions: totals, offsets, depth, fan-out.
        case badTree
        /// A list, set or dictionary.
        case badCollection
        /// The elements of a set are not in ascending order.
        case setOrder
        /// The keys of a dictionary are not in ascending order.
        case dictionaryOrder
        /// A link whose backlink is missing.
        case backlinkMissing
        /// A backlink without its link.
        case backlinkExtra
        /// A link to an object that does not exist.
        case missingObject
        /// An embedded object without exactly one owner.
        case owner
        /// Two objects have the same primary key.
        case duplicateKey
        /// The shape of a search index.
        case badIndex
        /// A search index that lacks an object.
        case indexMissing
        /// A search index that contains an object wrongly, or in the wrong place.
        case indexExtra
        /// The order of a list of objects in a search index.
        case indexOrder
        /// The list of tombstones whose keys collided.
        case collisionMap
        /// A value too large for one node, which reads as null.
        case inParts
        /// An object, or the schema, is not that of the backup.
        case differs
    }
}
