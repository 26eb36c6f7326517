import Foundation

extension EncryptionKey {
    /// The key in `data`; nil without one. Throws `invalidInput` if it does not have 64 bytes.
    package init?(checking data: Data?) throws {
        guard let data else { return nil }
        guard let key = EncryptionKey(data) else {
            throw invalidInput("An encryption key has 64 bytes, this one has \(data.count).")
        }
        self = key
    }
}
