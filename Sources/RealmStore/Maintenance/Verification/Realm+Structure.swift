extension Realm {
    /// Throws unless the version that this Realm shows is whole: its nodes lie as they should, and its tables agree
    /// with themselves in every count, with every backlink, and with the objects of every index.
    ///
    /// That is nearly all of what damage does, and takes much less time than `verify(at:)`, which looks at every value
    /// as well. Objects that this Realm's write transaction has changed are not looked at. Additional to the SDK.
    ///
    /// - Throws: `invalidDatabase` if the file is damaged.
    /// - Complexity: O(nodes of the file), and O(links); a bit of memory for each 8 bytes of the file.
    public func checkStructure() throws {
        do { try StructureCheck.prove(session.group) } catch {
            throw RLMError(error, path: session.path)
        }
    }
}
