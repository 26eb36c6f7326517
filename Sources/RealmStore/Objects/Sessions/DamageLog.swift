import Synchronization

/// The first damage that the reads of a session could not report. It is logged, and exposed by the Realm.
struct DamageLog: ~Copyable, Sendable {
    private let found = Mutex<RLMError?>(nil)

    var first: RLMError? { found.withLock { $0 } }

    func record(_ error: RLMError) {
        let isFirst = found.withLock { found in
            guard found == nil else { return false }
            found = error
            return true
        }
        if isFirst { RLMLogger.shared.log(level: .error, message: "\(error.localizedDescription)") }
    }
}
