/// A source of changes, which returns the change since the last call. Lives where its session does.
protocol ChangeSource<Change> {
    associatedtype Change

    var session: Session { get }

    /// True once nothing follows.
    var isOver: Bool { get }

    /// The change since the last call; nil if there is none yet.
    mutating func next() throws -> Change?
}

/// The last reported change, until it is taken.
final class ChangeSlot<Change> {
    private var change: Change?

    var isEmpty: Bool { change == nil }

    func put(_ change: Change) { self.change = change }

    func take() -> Change? { change.take() }
}
