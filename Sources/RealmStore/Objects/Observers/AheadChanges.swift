import Dispatch

/// Changes of observed things up to a version that their session does not show yet.
///
/// They are computed on the worker of the file, which alone touches the observations' state until then. Kept by the
/// blocks that compute and deliver them: if the latter never runs, since the session's place is gone, they go with it.
final class AheadChanges: @unchecked Sendable {
    let version: Observation.Told
    private var observations: [Observation]
    private let work = DispatchGroup()

    init(_ observations: [Observation], to version: Observation.Told) {
        (self.observations, self.version) = (observations, version)
        work.enter()
    }

    /// To be called once, on the worker.
    func compute() {
        var known: [UInt64: TouchedObjects] = [:]
        for observation in observations {
            observation.advance(to: version, isForeign: true) { told in
                try Observations.touched(since: told, to: version, of: observations, &known)
            }
        }
        work.leave()
    }

    /// Waits until the changes are computed.
    func wait() { work.wait() }

    /// Lets go of the observations: the blocks of a program must not be released on the worker.
    func release() { observations = [] }
}
