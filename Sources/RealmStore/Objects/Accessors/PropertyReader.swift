import Foundation

/// Reads the properties of one object as Swift values of the types documented for the subscript by name.
struct PropertyReader {
    private let session: Session
    private let row: ObjectRow
    /// The class of linked objects: those of a class that the program declares are of that.
    private let linked: RLMObjectBase.Type

    init(_ session: Session, _ row: ObjectRow, linked: RLMObjectBase.Type = RLMObjectBase.self) {
        self.session = session
        self.row = row
        self.linked = linked
    }

    /// The objects that link here, if the program's class has a property of that name for them.
    func linkingObjects(_ name: String) -> LinkingObjects<DynamicObject>? {
        guard let className = row.table.className, let origin = session.names.linkingObjects(name, className),
            let table = session.group.table(ofClass: origin.className),
            let column = table.column(named: origin.property)
        else { return nil }
        return LinkingObjects(LinkOrigins(session, row.place, from: table, column), origin.property)
    }

    func value(of column: Column) -> Any? {
        switch column.collection {
        case nil: single(column)
        case .list: list(column)
        case .set: set(column)
        case .dictionary: map(column)
        }
    }

    private func single(_ column: Column) -> Any? {
        let value: Value = session.read(.null) {
            try row.table.value(of: column, at: row.position)
        }
        func read<Element: RealmCollectionValue>(_: Element.Type) -> Element? {
            let stored = Element._rlmFromStored(
                _StoredValue(value, session, nested: row.nestedPlace(of: value, column, session)))
            return stored ?? (column.isNullable ? nil : Element._rlmDefaultValue())
        }
        switch column.type {
        case .int: return read(Int.self)
        case .bool: return read(Bool.self)
        case .string: return read(String.self)
        case .binary: return read(Data.self)
        case .mixed: return read(AnyRealmValue.self)
        case .timestamp: return read(Date.self)
        case .float: return read(Float.self)
        case .double: return read(Double.self)
        case .decimal: return read(Decimal128.self)
        case .objectId: return read(ObjectId.self)
        case .uuid: return read(UUID.self)
        default: return session.object(value, of: linked)
        }
    }

    private func list(_ column: Column) -> Any {
        struct Maker: ElementMaker {
            let elements: CollectionElements
            func make<Element: RealmCollectionValue>(_: Element.Type) -> Any { List<Element>(elements) }
        }
        return element(column, Maker(elements: CollectionElements(column, of: row, session)))
    }

    private func set(_ column: Column) -> Any {
        struct Maker: ElementMaker {
            let elements: CollectionElements
            func make<Element: RealmCollectionValue>(_: Element.Type) -> Any { MutableSet<Element>(elements) }
        }
        return element(column, Maker(elements: CollectionElements(column, of: row, session)))
    }

    private func map(_ column: Column) -> Any {
        struct Maker: ElementMaker {
            let column: Column
            let row: ObjectRow
            let session: Session
            func make<Element: RealmCollectionValue>(_: Element.Type) -> Any {
                Map<String, Element>(MapEntriesReader(column, of: row, session))
            }
        }
        return element(column, Maker(column: column, row: row, session: session))
    }

    /// Calls `maker` with the element type of a collection: optional if elements may be null.
    private func element<Maker: ElementMaker>(_ column: Column, _ maker: Maker) -> Any {
        let isNullable = column.isNullable
        switch column.type {
        case .int: return isNullable ? maker.make(Int?.self) : maker.make(Int.self)
        case .bool: return isNullable ? maker.make(Bool?.self) : maker.make(Bool.self)
        case .string: return isNullable ? maker.make(String?.self) : maker.make(String.self)
        case .binary: return isNullable ? maker.make(Data?.self) : maker.make(Data.self)
        case .mixed: return maker.make(AnyRealmValue.self)
        case .timestamp: return isNullable ? maker.make(Date?.self) : maker.make(Date.self)
        case .float: return isNullable ? maker.make(Float?.self) : maker.make(Float.self)
        case .double: return isNullable ? maker.make(Double?.self) : maker.make(Double.self)
        case .decimal: return isNullable ? maker.make(Decimal128?.self) : maker.make(Decimal128.self)
        case .objectId: return isNullable ? maker.make(ObjectId?.self) : maker.make(ObjectId.self)
        case .uuid: return isNullable ? maker.make(UUID?.self) : maker.make(UUID.self)
        default: return isNullable ? maker.make(DynamicObject?.self) : maker.make(DynamicObject.self)
        }
    }
}

/// Creates a collection of an element type known only at run time.
private protocol ElementMaker {
    func make<Element: RealmCollectionValue>(_: Element.Type) -> Any
}
