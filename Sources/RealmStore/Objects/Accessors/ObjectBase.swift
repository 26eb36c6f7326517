import Foundation

/// Common root of all objects. SDK names: `RLMObjectBase`, `ObjectBase`.
///
/// An object is *plain* memory until it is added to a Realm. Then it is an accessor of one row in the current state of
/// its Realm.
open class RLMObjectBase: NSObject {
    /// True for an object that is not, and never was, in a Realm.
    @exclusivity(unchecked) @usableFromInline final var isPlain = true
    /// True for an object passed to `Realm.delete(_:)`.
    final var wasDeleted = false
    /// The object's Realm and its class there. Beside each other, since a pair would be retained to be read.
    @exclusivity(unchecked) private(set) final var session: Session?
    @exclusivity(unchecked) private(set) final var known: KnownClass?
    /// Records the properties read, in an object that traces a key path.
    final var recorder: KeyPathRecorder?
    /// The object's key in its table; null for one lost to damage in the file.
    final var key = ObjectKey.null
    @exclusivity(unchecked) final var found: ObjectRow?
    /// The placement in the session for which `found` is valid.
    @exclusivity(unchecked) final var placement = -1

    /// Creates an unmanaged object with the default values of its properties.
    public required override init() { super.init() }

    // MARK: As an accessor

    /// Turns a plain object into the accessor of `row`.
    final func bind(_ binding: ClassBinding, _ row: ObjectRow?) {
        bind(binding.session, binding.known, row.map { $0.cluster.leaf.key($0.row) } ?? .null)
        found = row
        placement = binding.session.placement
    }

    /// The same for one whose key is known.
    final func bind(_ session: Session, _ known: KnownClass, _ cluster: RowCluster, _ row: Int, _ key: ObjectKey) {
        bind(session, known, key)
        found = ObjectRow(cluster: cluster, row: row)
        placement = session.placement
    }

    /// Turns a plain object into the accessor of the object with that key.
    final func bind(_ binding: ClassBinding, _ key: ObjectKey) { bind(binding.session, binding.known, key) }

    private final func bind(_ session: Session, _ known: KnownClass, _ key: ObjectKey) {
        isPlain = false
        self.session = session
        self.known = known
        self.key = key
        placement = -1
        known.model?.mark(self)
    }

    /// Turns an accessor into that of another object of its class, which nobody has seen yet; false if it was deleted.
    final func move(to row: ObjectRow) -> Bool {
        guard let session, !wasDeleted else { return false }
        key = row.cluster.leaf.key(row.row)
        found = row
        placement = session.placement
        known?.model?.forgetCollections(of: self)
        return true
    }

    /// The same for an object of its cluster, which is where it was; the accessor is one that was not deleted.
    final func move(toNeighbour row: Int) {
        guard let leaf = found?.cluster.leaf else { return }
        key = leaf.key(row)
        found?.row = row
        if let known, known.keepsCollections { known.model?.forgetCollections(of: self) }
    }

    /// The same by key; false if the object may be elsewhere.
    final func move(toNeighbour key: ObjectKey) -> Bool {
        guard let session, placement == session.placement, !wasDeleted, let row = found?.cluster.leaf.row(of: key)
        else { return false }
        move(toNeighbour: row)
        return true
    }

    /// Both; nil for a plain object, and for one that traces a key path.
    final var binding: ClassBinding? {
        guard let session, let known else { return nil }
        return ClassBinding(session: session, known: known)
    }

    /// The identity of the object; nil for a plain one, and for one lost to damage in the file.
    final var place: ObjectPlace? {
        guard let known, !key.isNull else { return nil }
        return ObjectPlace(table: known.table, key: key)
    }

    /// The current position of the object; nil for a plain one, for a deleted one, and for one lost to damage in the
    /// file.
    final var row: ObjectRow? {
        guard let session else { return nil }
        if placement != session.placement {
            // One that was deleted stays gone, even if its transaction is undone, or its primary key is used again.
            found = !wasDeleted && known?.era == session.era ? place.flatMap(session.row) : nil
            placement = session.placement
        }
        return found
    }

    /// The position of the object; nil only if it is lost to damage in the file. Traps for a deleted one.
    final var liveRow: ObjectRow? {
        session?.checkThread()
        if let row { return row }
        if let session, known?.era == session.era, session.damage != nil || place.map(session.isLost) ?? false {
            return nil
        }
        misuse(
            "Object of class '\(known?.model?.name ?? describedClass.className)' has been deleted or invalidated.")
    }

    /// The stored value of a property; nil in an object that traces a key path, and for an unreadable value.
    final func stored(_ property: PropertyKey) -> _StoredValue? {
        guard let binding else {
            recorder?.note(property, of: self)
            return nil
        }
        guard let row = liveRow else { return nil }
        let column = binding.column(property)
        let value = binding.session.read(Value.null) {
            try row.cluster.column(column, of: property).value(row.row)
        }
        return _StoredValue(value, binding.session, nested: row.nestedPlace(of: value, column, binding.session))
    }

    /// The elements of a list or set property; nil in an object that traces a key path, and for a lost one.
    final func elements(_ property: PropertyKey) -> CollectionElements? {
        guard let binding else {
            recorder?.note(property, of: self)
            return nil
        }
        return liveRow.map { CollectionElements(binding.column(property), of: $0, binding.session) }
    }

    /// Stores the value of a property. Traps outside of a write transaction, and for a value that cannot be stored.
    final func store<Content: _Persistable>(_ value: Content, _ property: PropertyKey) {
        guard let session, let known else { misuse("An object that stands for a key path cannot be changed.") }
        guard let row = liveRow else { return }
        let column = ClassBinding(session: session, known: known).column(property)
        require(
            row.table.primaryKey?.key != column.key,
            "Primary key '\(known.model?.name ?? "").\(column.name)' can't be changed after an object is inserted.")
        ObjectWriter.using(session) { writer in
            if let encoded = Content._rlmEncode(value, _ValueScratch(scratch: writer.scratch)) {
                ObjectWriter.checkRequired(encoded.value, column, of: self)
                let isInPlace = writer.store(encoded.value, of: column, of: key, in: known.table)
                if isInPlace { row.cluster.noteReplaceable(column, property) }
                return
            }
            do { try writer.set(value, of: column, of: key, in: writer.table(known.table)) } catch {
                misuse("\(error.localizedDescription)")
            }
        }
    }

    /// The Realm that the object belongs to; nil for a plain object, and for one passed to `delete(_:)`.
    package final var managingRealm: Realm? { wasDeleted && isInvalidated ? nil : session.map(Realm.init(session:)) }

    /// The object's class, with its properties; without a name for an object lost in a damaged file.
    package final var describedClass: ObjectSchema {
        if let session, let name = row?.table.className, let described = session.schema[name] { return described }
        if let model = known?.model ?? ModelClass.find(type(of: self)) { return model.schema }
        return ObjectSchema(className: "", properties: [])
    }

    // MARK: For apps

    /// True for an object that was deleted, or is lost in a damaged file.
    open var isInvalidated: Bool { !isPlain && recorder == nil && row == nil }

    /// The key of the object in its table.
    package final var objectKey: Int64 { key.value }

    /// True if `object` is the same object of the same Realm.
    public final func isSameObject(as object: RLMObjectBase?) -> Bool {
        guard let object else { return false }
        guard object !== self else { return true }
        guard let session, let place else { return false }
        return object.session === session && object.place == place && !isInvalidated
    }

    /// Frozen objects, and those of a class with a primary key, are equal if they are the same object of the same
    /// Realm; others are equal to themselves only.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? RLMObjectBase else { return false }
        return comparesByPlace ? isSameObject(as: other) : other === self
    }

    /// A hash consistent with `isEqual(_:)`.
    open override var hash: Int {
        guard comparesByPlace, let place else { return ObjectIdentifier(self).hashValue }
        return place.hashValue
    }

    private final var comparesByPlace: Bool {
        guard let binding else { return false }
        return binding.session.isFrozen || binding.model == nil || binding.model?.primaryKey != nil
    }

    /// The value of a property, by name. Traps for an unknown name.
    ///
    /// Reading gives the stored value: Bool, Float, Double, String, Data, Date, Decimal128, ObjectId, UUID or nil; for
    /// an integer, a number that can be cast to every integer type it fits; for an enum or mapped type, its stored
    /// form; for a mixed property, its content, nil for `none`; for a link, the object, for that of a `DynamicObject`
    /// another one; for a collection, a `List`, `MutableSet` or `Map` of the element type.
    ///
    /// Setting accepts the types of the properties and these, for links and collections also dictionaries and arrays of
    /// their content; nil empties a collection. It traps outside of a write transaction, for a value that does not fit,
    /// for the primary key, and for a deleted object.
    open subscript(key: String) -> Any? {
        get { ValueEncoder.named(DynamicAccess.value(of: key, in: self)) }
        set {
            do { try set(newValue, for: key) } catch { misuse("\(error.localizedDescription)") }
        }
    }

    /// Sets a property to an external value. Additional to the SDK.
    ///
    /// Traps like the subscript, except for a value that does not fit.
    ///
    /// - Throws: `invalidInput` for a value that does not fit; the Realm's `damage` if the object cannot be read.
    public final func set(_ value: Any?, for key: String) throws {
        try DynamicAccess.set(value, for: key, in: self)
    }

    /// The value of a property, or of "self", "realm", "objectSchema" or "invalidated".
    open func value(forKey key: String) -> Any? {
        if let value = specialValue(forKey: key) { return value }
        return hasProperty(key) ? self[key] : value(forUndefinedKey: key)
    }

    /// The value at the end of a dotted path of properties; collections give an array of their elements' values.
    open func value(forKeyPath keyPath: String) -> Any? { follow(keyPath) }

    /// Sets a property, like the subscript.
    open func setValue(_ value: Any?, forKey key: String) {
        if hasProperty(key) { self[key] = value } else { setValue(value, forUndefinedKey: key) }
    }

    /// Sets the property at the end of a dotted path of properties.
    open func setValue(_ value: Any?, forKeyPath keyPath: String) {
        guard let dot = keyPath.lastIndex(of: ".") else { return setValue(value, forKey: keyPath) }
        let target = self.value(forKeyPath: String(keyPath[..<dot])) as? RLMObjectBase
        target?.setValue(value, forKey: String(keyPath[keyPath.index(after: dot)...]))
    }

    /// The values of properties; nil is `NSNull`.
    open func dictionaryWithValues(forKeys keys: [String]) -> [String: Any] {
        Dictionary(keys.map { ($0, value(forKey: $0) ?? NSNull()) }, uniquingKeysWith: { first, _ in first })
    }

    /// Sets properties; `NSNull` is nil.
    open func setValuesForKeys(_ keyedValues: [String: Any]) {
        for (key, value) in keyedValues { setValue(value is NSNull ? nil : value, forKey: key) }
    }

    /// Called for an unknown key; traps unless a class overrides it.
    open func value(forUndefinedKey key: String) -> Any? { self[key] }

    /// Called for an unknown key; traps unless a class overrides it.
    open func setValue(_ value: Any?, forUndefinedKey key: String) { self[key] = value }

    /// The class and its properties' values.
    open override var description: String { description(depth: 0) }

    // MARK: For model classes to override

    /// The name of the class in the schema: that of the Swift type, without module and enclosing types.
    open class func className() -> String { _realmObjectName() ?? _typeName(self, qualified: false) }

    /// Another name in the schema than that of the Swift type, or nil. Several classes may have one name so, each with
    /// property names of its own, if they store the same.
    open class func _realmObjectName() -> String? { nil }

    /// True for classes below `EmbeddedObject`.
    open class func isEmbedded() -> Bool { false }

    /// Whether Realms whose configuration lists no classes include the class.
    open class func shouldIncludeInDefaultSchema() -> Bool { true }
}

/// Common root of all objects.
public typealias ObjectBase = RLMObjectBase
