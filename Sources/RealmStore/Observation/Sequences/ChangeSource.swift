/// What is asked for changes, and gives what has changed since it was asked last. Lives where its session does.
protocol ChangeSource<Change> {
    associatedtype Change

    var session: Session { get }

    /// True once nothing follows.
    var isOver: Bool { get }

    /// What has changed since; nil for nothing yet.
    mutating func next() throws -> Change?
}

/// The change that was told last, until it is taken.
final class ChangeSlot<Change> {
    private var change: Change?

    var isEmpty: Bool { change == nil }

    func put(_ change: Change) { self.change = change }

    func take() -> Change? { change.take() }
}
