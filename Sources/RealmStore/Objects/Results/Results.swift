import Foundation

/// The objects that a query finds, or the ordered values of a collection: live, and lazy.
///
/// It is evaluated on first use, and again after a change of its Realm. Elements come in the order of the objects'
/// keys, of the collection, or of the last `sorted`.
///
/// - Complexity: of a whole class, an element costs O(log count), one after the other O(1).
public struct Results<Element: RealmCollectionValue>: RealmCollection {
    let rows: any LiveResults

    /// - Precondition: the rows are of type `Element`.
    init(_ rows: any LiveResults) { self.rows = rows }

    /// All objects of a class.
    init(_ binding: ClassBinding) { self.init(ObjectResults(binding)) }

    func moved(to session: Session) -> Results? { rows.moved(to: session).map { Results($0) } }

    /// The Realm of the elements.
    public var realm: Realm? { Realm(session: rows.session) }

    /// True once the Realm was invalidated. A query whose objects are all gone is just empty.
    public var isInvalidated: Bool { rows.isInvalidated }

    /// The number of elements.
    ///
    /// - Complexity: O(1) for a whole class and once the elements are known; otherwise that of evaluating the query,
    ///   for which an index may suffice.
    public var count: Int { rows.count }

    /// Whether there are no elements.
    ///
    /// - Complexity: that of `first` in no order.
    public var isEmpty: Bool { rows.isEmpty }

    /// The first element, or nil.
    ///
    /// - Complexity: as far as objects have to be looked at up to the first one that meets the conditions; if it
    ///   is sorted, that of one pass over the sorted values, which an index of a string saves; else that of evaluating
    ///   the query.
    public var first: Element? { rows.firstRow?.element(rows.session) }

    /// The element at `position`. Traps out of bounds.
    ///
    /// - Complexity: O(log n) for a whole class of n objects, O(1) for neighbours. Of a query O(1) or O(log n) once it
    ///   is evaluated; the first 128 of an order are found together as `first` is, and so are the last ones.
    public subscript(position: Int) -> Element { rows.row(at: position).element(rows.session) }

    /// An iterator over the elements as they are now: changes during the loop neither skip nor repeat any.
    ///
    /// - Complexity: O(1) for a whole class, in a write transaction O(n); otherwise that of evaluating the query.
    public func makeIterator() -> RLMIterator<Element> {
        if Element.self is RLMObjectBase.Type, let cursor = rows.cursor { return RLMIterator(cursor) }
        let (step, session) = (rows.iterator(), rows.session)
        return RLMIterator { step()?.element(session) }
    }

    /// Up to 100 elements, a line each.
    public var description: String { description(depth: 0) }

    /// Identity of the query, not of its contents, as in the SDK.
    ///
    /// - Complexity: O(1)
    public static func == (lhs: Results<Element>, rhs: Results<Element>) -> Bool { lhs.rows === rhs.rows }

    /// The class of the objects; nil for values.
    package var className: String? { (rows as? ObjectResults)?.name }

    /// The keys of the objects, in order; empty for values.
    package var objectKeys: [ObjectKey] { (rows as? ObjectResults)?.keys ?? [] }

    /// The keys of the first objects, in order; fewer if there are not so many, empty for values.
    package func objectKeys(first count: Int) -> ArraySlice<ObjectKey> {
        (rows as? ObjectResults)?.keys(first: count) ?? []
    }

    /// The evaluation of the rows.
    public var _rlmRows: _CollectionRows { _CollectionRows(rows: rows) }
}

extension Results: NestedDescription {
    func description(depth: Int) -> String { described("Results", at: rows, depth: depth) }
}

extension ResultRow {
    func element<Element: RealmCollectionValue>(_ session: Session) -> Element {
        switch self {
        case .value(let value): return Element.element(value, session)
        case .object(let object):
            if let element = object as? Element { return element }
            // A projection, or a type that is stored as an object.
            if !(Element.self is RLMObjectBase.Type),
                let element = Element._rlmFromObjc(object, insideOptional: false)
            {
                return element
            }
            preconditionFailure("results of another class than '\(Element.self)'")
        }
    }
}

extension Results: ThreadConfined {
    /// The same query in another session of the same file.
    public func _rlmCounterpart(in target: _SessionHandle) -> Results? { moved(to: target.session) }
}

extension Results: KeyValueCollection {}
