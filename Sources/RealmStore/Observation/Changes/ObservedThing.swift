/// Something observed, and its changes from one version to the next.
///
/// Pure computation, on frozen sessions only. Usage:
///
///     var thing = ObservedRows(rows.recipe, filter)         // where the collection is
///     try thing.begin(in: frozen)                           // any thread; frozen shows the first reported version
///     ...
///     let touched = try TouchedObjects(between: old.group, new.group, changesets, watching: [thing.watched])
///     if let change = try thing.change(from: old, to: new, touched) { tell(change) }
///
/// - `begin` records the content in a version, the basis of `initial`. It evaluates queries.
/// - `change` returns the change since then up to a newer version, which becomes the start of the next change; `old`
///   must show the version of the last `begin` or `change`. Nil: nothing to report. A computed change must be reported,
///   or its thing begun again.
/// - `watched` is the list, set, dictionary or nested collection that must be watched in the changesets; collect those
///   of all things between the same versions before reading. It never changes.
///
/// A thing belongs to one thread at a time, and may be passed between threads. It keeps the last given session, so that
/// no older version stays in use. Errors mean damage of the file (`FormatError`, `QueryError`); the thing must then be
/// discarded or begun again.
///
/// `ObservedSections` and `ObservedSection` call the program's block for the key of each element.
protocol ObservedThing {
    associatedtype Change

    /// The collection whose element changes are needed from the changesets.
    var watched: CollectionPlace? { get }

    /// False if it calls blocks of the program.
    var isForAnyThread: Bool { get }

    /// Records the content in the version of a frozen session.
    mutating func begin(in session: Session) throws

    /// The change from the last recorded version to a newer one; nil if there is nothing to report.
    mutating func change(from old: Session, to new: Session, _ touched: TouchedObjects) throws -> Change?
}

extension ObservedThing {
    var watched: CollectionPlace? { nil }
    var isForAnyThread: Bool { true }
}

/// A thing whose elements have positions.
protocol ObservedPositions: ObservedThing where Change == CollectionChange {}
