import Foundation

/// Settings of event recording, whose consumer was a server. Kept for source compatibility; has no effect.
public struct EventConfiguration: Sendable {
    /// Attached to every event.
    public var metadata: [String: String]?
    /// Always nil: there are no users.
    public var syncUser: User?
    /// Prefix of the events' partition.
    public var partitionPrefix: String
    /// Receives messages.
    public typealias LoggerFunction = @Sendable (SyncLogLevel, String) -> Void
    /// Never called.
    @preconcurrency public var logger: LoggerFunction?
    /// Never called.
    @preconcurrency public var errorHandler: (@Sendable (any Error) -> Void)?

    /// Settings without effect.
    @preconcurrency public init(
        metadata: [String: String]? = nil, syncUser: User? = nil, partitionPrefix: String = "events",
        logger: LoggerFunction? = nil, errorHandler: (@Sendable (any Error) -> Void)? = nil
    ) {
        self.metadata = metadata
        self.syncUser = syncUser
        self.partitionPrefix = partitionPrefix
        self.logger = logger
        self.errorHandler = errorHandler
    }
}
