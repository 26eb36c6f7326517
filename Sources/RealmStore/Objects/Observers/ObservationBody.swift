/// The work of an observation: determines the change of something between two versions, and returns the call to make.
protocol ObservationBody {
    /// The collection whose every touched element it must know.
    var watched: CollectionPlace? { get }

    /// Whether there is an initial call. If not, every change after the beginning of the observation counts; if so,
    /// those after the first call.
    var isToldAtFirst: Bool { get }

    /// Whether changes may be computed on another thread than the session's: they call nothing of the program.
    var isForAnyThread: Bool { get }

    /// True once there is nothing left to report.
    var isOver: Bool { get }

    /// - Parameter session: frozen, at the version at which observation begins.
    /// - Returns: the initial call; nil for none.
    mutating func begin(in session: Session) throws -> (() -> Void)?

    /// - Returns: the call with the change; nil for none.
    mutating func change(_ step: ObservedStep) throws -> (() -> Void)?
}

/// The step from the last reported version to the one reported now.
struct ObservedStep {
    /// Frozen.
    let old: Session
    /// Frozen.
    let new: Session
    let touched: TouchedObjects
    /// Whether others committed the new version; otherwise the session did so itself.
    let isForeign: Bool
}
