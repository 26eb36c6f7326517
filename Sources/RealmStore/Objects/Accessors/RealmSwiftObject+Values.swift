import Foundation

extension RealmSwiftObject: _PersistableInsideOptional, _RealmCollectionValueInsideOptional {
    /// Stored as a link.
    public typealias PersistedType = RealmSwiftObject
}

extension RealmSwiftEmbeddedObject: _PersistableInsideOptional, _RealmCollectionValueInsideOptional {
    /// Stored as a link.
    public typealias PersistedType = RealmSwiftEmbeddedObject
}

extension _ObjcBridgeable where Self: RLMObjectBase {
    /// An object of the class; also a dictionary, an array or another object to create one from.
    public static func _rlmFromObjc(_ value: Any, insideOptional: Bool) -> Self? {
        guard let content = LooseValue.unwrapped(value) else { return nil }
        if let object = LooseValue.object(content, of: Self.self) { return object }
        guard PlainValues.canFill(Self.self, from: content) else { return nil }
        let object = Self()
        LargeStack.nested { PlainValues.fill(object, from: content) }
        return object
    }
}

extension RealmCollectionValue where Self: RLMObjectBase {
    /// The object. Traps for one of another class.
    @inlinable
    public static func _rlmObject(_ object: RLMObjectBase) -> Self {
        if let element = object as? Self { return element }
        preconditionFailure("results of another class than '\(Self.self)'")
    }

    /// Links.
    public static var _rlmType: PropertyType { .object }

    /// True: a link may be null.
    public static var _rlmOptional: Bool { false }

    /// Adds the linked class.
    public static func _rlmPopulateProperty(_ traits: inout _PropertyTraits) { traits.target = self }

    /// A new object. Traps for a `DynamicObject`, since it has no class.
    public static func _rlmDefaultValue() -> Self { Self() }

    /// An element of a collection of links; an object lost to damage if there is no other. Traps for other values.
    public static func _rlmElement(_ stored: _StoredValue) -> Self {
        if let object = _rlmFromStored(stored) { return object }
        switch stored.value {
        case .link, .null: return stored.session.lostObject(of: Self.self)
        default:
            misuse("The elements of this collection are no objects: read it by its name, as in object[\"name\"].")
        }
    }

    /// The object linked to; nil for null and for a link to a missing object.
    public static func _rlmFromStored(_ stored: _StoredValue) -> Self? {
        stored.session.object(stored.value, of: Self.self)
    }

    /// Nil: the object may have to be added first.
    public static func _rlmEncode(_ value: Self, _ scratch: _ValueScratch) -> _EncodedValue? { nil }
}

extension _PersistableInsideOptional where Self: RLMObjectBase & RealmCollectionValue {
    /// The object linked to, or nil; in an object that traces a key path, one that traces it further.
    public static func _rlmGetPropertyOptional(_ object: ObjectBase, _ key: PropertyKey) -> Self? {
        if let stored = object.stored(key) { return _rlmFromStored(stored) }
        return object.recorder?.target(Self.self)
    }
}

extension Session {
    /// The target of a link, of its Swift class, or of `wanted` if that is more specific; nil for null, for an
    /// unresolved link, for any other value, and for an object of another class than `wanted`.
    func object<Wanted: RLMObjectBase>(_ value: Value, of wanted: Wanted.Type) -> Wanted? {
        guard case .link(let tableKey, let key) = value, !key.isNull, !key.isUnresolved,
            let table = group.table(tableKey)
        else { return nil }
        return read(nil) {
            guard let position = try table.objects().find(key) else {
                throw missing(key, in: table)
            }
            let binding = self.binding(of: table, for: wanted)
            return binding.accessor(row(table, position)) as? Wanted
        }
    }

    private func missing(_ key: ObjectKey, in table: Table) -> FormatError {
        FormatError(
            .badValue, at: table.ref, "a link leads to object \(key.value) of '\(table.name)', which does not exist")
    }

    /// Records as damage that the target of a link does not exist.
    func noteMissing(_ key: ObjectKey, in table: TableKey) {
        guard let table = group.table(table) else { return }
        read(()) { throw missing(key, in: table) }
    }

    /// An accessor of an object lost to damage.
    func lostObject<Wanted: RLMObjectBase>(of wanted: Wanted.Type) -> Wanted {
        let object = Wanted()
        let known = KnownClass(.null, ModelClass.find(wanted), wanted, in: self)
        object.bind(ClassBinding(session: self, known: known), nil)
        return object
    }
}
