extension Realm {
    /// Throws unless the version that this Realm shows is intact: its nodes are laid out correctly, and its tables are
    /// consistent in every count, every backlink, and the objects of every index.
    ///
    /// That finds nearly all damage, and takes much less time than `verify(at:)`, which also checks every value.
    /// Objects changed by this Realm's write transaction are not checked, and pages of an encrypted file that this
    /// process has read already are taken from memory. Additional to the SDK.
    ///
    /// - Throws: `invalidDatabase` if the file is damaged.
    /// - Complexity: O(nodes of the file), and O(links); a bit of memory for each 8 bytes of the file.
    public func checkStructure() throws {
        do { try StructureCheck.prove(session.group) } catch {
            throw RLMError(error, path: session.path)
        }
    }
}
