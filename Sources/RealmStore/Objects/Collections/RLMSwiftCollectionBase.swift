import Foundation

/// Common superclass of lists, sets and maps: those of a property or of a mixed value in a Realm, or in memory.
open class RLMSwiftCollectionBase: NSObject {
    /// The stored collection in a Realm; nil in memory.
    final var stored: (any StoredCollection)?

    /// The Realm that the collection belongs to; nil for one in memory.
    public final var realm: Realm? { (stored?.session).map(Realm.init(session:)) }

    /// True once the object that owns the collection is gone.
    public final var isInvalidated: Bool { stored?.isGone ?? false }

    /// Turns a collection in memory into that of a property, which already has its elements.
    ///
    /// It releases those in memory: an object in its own list would keep itself alive.
    final func become(_ stored: any StoredCollection) {
        self.stored = stored
        dropPlainContent()
    }

    /// Releases the elements in memory.
    func dropPlainContent() {}

    /// The elements in memory, for comparison with others.
    var plainContent: AnyHashable { ObjectIdentifier(self) }

    /// True for the collection of the same property of the same object; in memory, for one with equal content.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? RLMSwiftCollectionBase, type(of: other) == type(of: self) else { return false }
        if other === self { return true }
        return switch (stored, other.stored) {
        case (nil, nil): LargeStack.nested { plainContent == other.plainContent }
        case (let stored?, let other?): stored.isSame(as: other)
        default: false
        }
    }

    /// A hash consistent with `isEqual(_:)`.
    open override var hash: Int {
        guard let stored else { return LargeStack.nested { plainContent.hashValue } }
        return stored.place?.hashValue ?? ObjectIdentifier(stored).hashValue
    }

    /// Up to 100 elements or entries, a line each.
    open override var description: String { description(depth: 0) }

    func description(depth: Int) -> String { super.description }
}

extension RLMSwiftCollectionBase: NestedDescription {}
