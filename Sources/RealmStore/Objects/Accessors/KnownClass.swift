/// What a session knows of a class, from the first use on to the end of the era.
final class KnownClass: @unchecked Sendable {
    let table: TableKey
    let model: ModelClass?
    /// The class of the accessors.
    let type: RLMObjectBase.Type
    /// See `Session.era`.
    let era: Int
    /// Whether accessors keep the collections that were read.
    let keepsCollections: Bool
    /// Used where the session may be used; in one that several threads share, only set when it is made.
    @exclusivity(unchecked) private var columns: ClassColumns?

    init(_ table: TableKey, _ model: ModelClass?, _ type: RLMObjectBase.Type, in session: Session) {
        self.table = table
        self.model = model
        self.type = type
        era = session.era
        keepsCollections = model?.keepsCollections == true
        if session.isShared { _ = columns(in: session) }
    }

    /// The columns of the session's current layout.
    func columns(in session: Session) -> ClassColumns {
        if let columns, columns.layout == session.layout { return columns }
        let found = ClassColumns(model, session.group.table(table), layout: session.layout)
        columns = found
        return found
    }

    /// An object that is yet to become an accessor.
    func plainObject() -> RLMObjectBase { model?.hasOwnDefaults == true ? BareObject.make(type) : type.init() }

    /// Whether the columns of that layout were found.
    func hasColumns(of layout: Int) -> Bool { columns?.layout == layout }
}

/// What it takes to look up objects of a class by primary key, as of one placement of a session.
final class KeyedClass {
    let known: KnownClass
    let table: Table
    /// The column of the primary key.
    let column: Column
    let objects: ClusterTree
    let placement: Int

    init(_ known: KnownClass, _ table: Table, _ column: Column, _ objects: ClusterTree, at placement: Int) {
        self.known = known
        self.table = table
        self.column = column
        self.objects = objects
        self.placement = placement
    }
}

extension KeyedClass {
    /// An accessor of the object with that primary key, or nil.
    func object(_ primaryKey: Value, in session: Session) throws(FormatError) -> RLMObjectBase? {
        guard let position = try table.find(primaryKey: primaryKey, in: objects) else { return nil }
        let object = known.plainObject()
        object.bind(session, known, session.cluster(table, position.leaf), position.row, position.key)
        return object
    }
}

extension Session {
    /// A class as it is now; nil if the file lacks it, or its objects are damaged. Traps for a class that is not in the
    /// schema of this Realm, or has no primary key.
    func keyedClass(_ type: RLMObjectBase.Type) -> KeyedClass? {
        if let keyed, keyed.placement == placement, keyed.known.model?.type == type { return keyed }
        let binding = binding(of: type)
        require(binding.model?.primaryKey != nil, "class '\(type.className())' has no primary key")
        // Only a file opened for reading may lack the class.
        guard let table = group.table(binding.table), let column = table.primaryKey,
            let objects = read(nil, { try table.objects() })
        else { return nil }
        let found = KeyedClass(binding.known, table, column, objects, at: placement)
        // A write transaction changes nodes in their place; one that several threads share keeps nothing.
        if !isShared, write == nil { keep(found) }
        return found
    }
}
