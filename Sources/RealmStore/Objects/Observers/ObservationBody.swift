/// What an observation does: finds out what has become of something between two versions, and says what to call.
protocol ObservationBody {
    /// The collection of which it must know every element that was touched.
    var watched: CollectionPlace? { get }

    /// Whether something is called before anything has changed. If not, every change counts that comes after the call
    /// by which observation begins; if so, those that come after the first call.
    var isToldAtFirst: Bool { get }

    /// True once there is nothing left to tell of.
    var isOver: Bool { get }

    /// - Parameter session: frozen, at the version that observation begins with.
    /// - Returns: what to call before anything has changed; nil for nothing.
    mutating func begin(in session: Session) throws -> (() -> Void)?

    /// - Returns: what to call with what has become of it; nil for nothing.
    mutating func change(_ step: ObservedStep) throws -> (() -> Void)?
}

/// The way from the version that was told last to the one that is told now.
struct ObservedStep {
    /// Frozen.
    let old: Session
    /// Frozen.
    let new: Session
    let touched: TouchedObjects
    /// Whether others committed what the session went to; else it did so itself.
    let isForeign: Bool
}
