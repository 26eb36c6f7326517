/// What becomes of a thing, from what was given last to what its session shows.
///
/// It goes on only when it is asked: until then the version that was given last stays in use.
struct ThingChanges<Change>: ChangeSource {
    let session: Session
    private let makeBody: () -> any ObservationBody
    private let isGone: () -> Bool
    private let slot = ChangeSlot<Change>()
    /// What is read in a later one is not what was observed.
    private let era: Int
    private var observation: Observation
    private(set) var isOver = false

    /// - Parameters:
    ///   - isGone: whether there is nothing left that could change.
    ///   - body: makes what finds changes, and puts them into a slot.
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
        // What would be given shows what the transaction has made so far, and not what is told.
        guard session.write == nil else { return nil }
        if observation.told?.session.version != session.version {
            // Nobody has seen what it was like.
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
        // As if others had committed: values as they were are given in any case.
        try observation.tell(try session.shownToObservers(), isForeign: true) { [session] told in
            try session.touchedObjects(since: told.session, watching: observation.watched.map { [$0] } ?? [])
        }
    }
}
