import RealmStore

/// The classes of the cases for which Realm Core's notifiers gave the expected results.
class NotifyItem: Object {
    @Persisted(primaryKey: true) var _id: Int
    @Persisted var n: Int
    @Persisted var s: String
    @Persisted var next: NotifyItem?
    @Persisted var items: List<NotifyItem>
    @Persisted var ints: List<Int>
    @Persisted var strs: List<String>
    @Persisted var iset: MutableSet<Int>
    @Persisted var oset: MutableSet<NotifyItem>
    @Persisted var imap: Map<String, Int>
    @Persisted var omap: Map<String, NotifyItem?>
    @Persisted var any: AnyRealmValue
    @Persisted var part: NotifyPart?
    @Persisted var parts: List<NotifyPart>
    @Persisted(originProperty: "item") var others: LinkingObjects<NotifyOther>

    override class func _realmObjectName() -> String? { "Item" }
    override class func shouldIncludeInDefaultSchema() -> Bool { false }
}

class NotifyOther: Object {
    @Persisted(primaryKey: true) var _id: Int
    @Persisted var m: Int
    @Persisted var item: NotifyItem?

    override class func _realmObjectName() -> String? { "Other" }
    override class func shouldIncludeInDefaultSchema() -> Bool { false }
}

class NotifyPart: EmbeddedObject {
    @Persisted var x: Int
    @Persisted var item: NotifyItem?

    override class func _realmObjectName() -> String? { "Part" }
    override class func shouldIncludeInDefaultSchema() -> Bool { false }
}
