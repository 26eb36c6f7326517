import Foundation

/// Iterates over the elements that a collection had when the iterator was created.
///
/// Objects that are deleted meanwhile are returned as invalidated ones.
public struct RLMIterator<Element: RealmCollectionValue>: IteratorProtocol {
    /// Objects of class `Element`.
    @usableFromInline let cursor: ObjectCursor?
    @usableFromInline let step: () -> Element?

    init(_ step: @escaping () -> Element?) {
        cursor = nil
        self.step = step
    }

    /// - Precondition: `Element` is a class of objects.
    init(_ cursor: ObjectCursor) {
        self.cursor = cursor
        step = { nil }
    }

    /// The next element, or nil at the end.
    @inlinable
    public mutating func next() -> Element? {
        if let cursor { return cursor.next().map(Element._rlmObject) }
        return step()
    }
}
