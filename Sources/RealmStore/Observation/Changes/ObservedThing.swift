/// Something that is observed, and what becomes of it from one version to the next.
///
/// Pure computation, on frozen sessions alone. To be used so:
///
///     var thing = ObservedRows(rows.recipe, filter)         // where the collection is
///     try thing.begin(in: frozen)                           // any thread; frozen shows the version told first
///     ...
///     let touched = try TouchedObjects(between: old.group, new.group, changesets, watching: [thing.watched])
///     if let change = try thing.change(from: old, to: new, touched) { tell(change) }
///
/// - `begin` notes what is shown in a version: that is what `initial` is about. It evaluates queries.
/// - `change` is what has become of that up to a newer version, which is then the one that the next change begins with;
///   `old` must show the version of the last `begin` or `change`. Nil: nobody is told. A change that was computed must
///   be told, or its thing begun anew.
/// - `watched` is the list, set, dictionary or nested collection that the changesets must be asked about; gather those
///   of all things that go the same way before reading. It stays the same.
///
/// A thing belongs to one thread at a time, and may be handed from one to another. It holds on to the session it was
/// last given, so that no older version stays in use. What throws is damage of the file (`FormatError`, `QueryError`);
/// the thing is then to be thrown away or begun anew.
///
/// `ObservedSections` and `ObservedSection` call the program's block for the key of each element.
protocol ObservedThing {
    associatedtype Change

    /// The collection of which changesets must tell what was done to its elements.
    var watched: CollectionPlace? { get }

    /// Notes what is there in the version of a frozen session.
    mutating func begin(in session: Session) throws

    /// What has become of it from the version last noted to a newer one; nil if nobody need be told.
    mutating func change(from old: Session, to new: Session, _ touched: TouchedObjects) throws -> Change?
}

extension ObservedThing {
    var watched: CollectionPlace? { nil }
}

/// A thing whose elements have positions.
protocol ObservedPositions: ObservedThing where Change == CollectionChange {}
