import Synchronization

/// The first damage that the reads of a session had to cover up. It is logged, and the Realm tells it on.
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
