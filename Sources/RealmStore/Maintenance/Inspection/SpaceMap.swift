extension Realm {
    /// A map of the bytes of one version of a file and of their owners. Additional to the SDK.
    ///
    /// Offsets and bytes are those of the plain file; an encrypted one has checksum pages in between. Every byte of the
    /// plain file is in exactly one share, so that the shares of all cells add up to its size.
    public struct SpaceMap: Codable, Sendable, Equatable {
        /// The bytes covered by each cell, a multiple of 8; the last cell may cover fewer.
        public let cellBytes: Int
        /// The owners of bytes: `header`, `bookkeeping`, `history`, `free` and `unaccounted`, then the classes in the
        /// order of the schema.
        public let owners: [Owner]
        /// The cells, in the order of the file.
        public let cells: [Cell]
        /// Number of free blocks in the version's free list.
        public let freeBlocks: Int
        /// Bytes of the largest of them; 0 without one.
        public let largestFreeBlock: Int

        /// An owner of bytes of the file.
        public struct Owner: Codable, Sendable, Equatable {
            /// The purpose of the bytes.
            public let kind: Kind
            /// The class; nil except for kind `objects`.
            public let className: String?
            /// Bytes in all.
            public let bytes: Int
        }

        /// The purpose of bytes.
        public enum Kind: String, Codable, Sendable {
            /// The file's header, and the footer of a file in streaming form.
            case header
            /// The list of tables, the free list, and the tables that are not classes.
            case bookkeeping
            /// The history of commits.
            case history
            /// Free space.
            case free
            /// Neither used nor free: left by a killed process or an old SDK. Compacting reclaims it.
            case unaccounted
            /// A class: description, values, indexes, backlinks.
            case objects
        }

        /// A part of the file.
        public struct Cell: Codable, Sendable, Equatable {
            /// The shares of the owners, ascending by owner; none has 0 bytes.
            public let shares: [Share]
        }

        /// Bytes of one owner in one cell.
        public struct Share: Codable, Sendable, Equatable {
            /// Position in `owners`.
            public let owner: Int
            /// Number of bytes.
            public let bytes: Int
        }
    }
}
