/// The tables of a file of an older format in the layout of the current one: the file's own nodes, and in memory the
/// ones that differ. Nothing of it is written to the file.
struct UpgradedTables {
    private let arena: Arena
    /// The array of table names.
    let names: Ref
    /// The array of tables.
    let tables: Ref

    /// The nodes of both kinds.
    var space: NodeSpace { arena.space }
    /// Bytes of the nodes in memory.
    var byteCount: Int { arena.byteCount }

    /// - Parameter arena: of the file, which must outlive these tables.
    init(names: Ref, tables: Ref, in arena: Arena) {
        self.arena = arena
        self.names = names
        self.tables = tables
    }
}
