/// Something observed, and the blocks of the program to call.
struct BlockObservation<Thing: ObservedThing>: ObservationBody {
    private var thing: Thing
    private let initial: (() -> Void)?
    private let tell: (Thing.Change, ObservedStep) -> Void
    private let isLast: (Thing.Change) -> Bool
    private(set) var isOver = false

    /// - Parameters:
    ///   - initial: called before anything has changed; nil for nothing.
    ///   - isLast: whether nothing follows a change.
    ///   - tell: called with a change.
    init(
        _ thing: Thing, initial: (() -> Void)? = nil, isLast: @escaping (Thing.Change) -> Bool = { _ in false },
        _ tell: @escaping (Thing.Change, ObservedStep) -> Void
    ) {
        (self.thing, self.initial, self.isLast, self.tell) = (thing, initial, isLast, tell)
    }

    var watched: CollectionPlace? { thing.watched }
    var isToldAtFirst: Bool { initial != nil }
    var isForAnyThread: Bool { thing.isForAnyThread }

    mutating func begin(in session: Session) throws -> (() -> Void)? {
        try thing.begin(in: session)
        return initial
    }

    mutating func change(_ step: ObservedStep) throws -> (() -> Void)? {
        guard let change = try thing.change(from: step.old, to: step.new, step.touched) else { return nil }
        isOver = isLast(change)
        return { [tell] in tell(change, step) }
    }
}

/// The observation of something that cannot change: reported once.
struct ConstantObservation: ObservationBody {
    let initial: () -> Void

    var watched: CollectionPlace? { nil }
    var isToldAtFirst: Bool { true }
    var isForAnyThread: Bool { true }
    var isOver: Bool { false }

    mutating func begin(in session: Session) throws -> (() -> Void)? { initial }

    mutating func change(_ step: ObservedStep) throws -> (() -> Void)? { nil }
}
