/// The changes of a thing, from the last returned state to what its session shows.
///
/// It advances only when called: until then the last returned version stays in use.
struct ThingChanges<Change>: ChangeSource {
    let session: Session
    private let makeBody: () -> any ObservationBody
    private let isGone: () -> Bool
    private let slot = ChangeSlot<Change>()
    /// The era of the session: a later one does not show the observed thing.
    private let era: Int
    private var observation: Observation
    private(set) var isOver = false

    /// - Parameters:
    ///   - isGone: whether there is nothing left that could change.
    ///   - body: creates the observation that finds changes and puts them into a slot.
    init(
        _ session: Session, isGone: @escaping () -> Bool, _ body: @escaping (ChangeSlot<Change>) -> any ObservationBody
    ) throws {
        (self.session, self.isGone, era) = (session, isGone, session.era)
        makeBody = { [slot] in body(slot) }
        observation = Observation(session.observers.nextID(), makeBody())
        try tell()
    }

    mutating func next() throws -> Change? {
        guard session.era == era else {
            isOver = true
            return nil
        }
        // The things returned would show the uncommitted state of the transaction, not the reported one.
        guard session.write == nil else { return nil }
        if observation.told?.session.version != session.version {
            // The state before was never reported.
            if slot.take() != nil {
                isOver = isGone()
                if isOver { return nil }
                observation = Observation(observation.id, makeBody())
            }
            try tell()
        }
        let change = slot.take()
        isOver = observation.isOver || change == nil && isGone()
        return change
    }

    private func tell() throws {
        // As if others had committed: old values are always reported.
        let new = try session.shownToObservers()
        observation.advance(to: new, isForeign: true) { [session] told in
            try session.touchedObjects(since: told.session, watching: observation.watched.map { [$0] } ?? [])
        }
        _ = try observation.deliver(new)
    }
}
