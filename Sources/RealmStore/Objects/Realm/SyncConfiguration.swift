/// Settings of synchronisation, which no longer exists; there are no values of this type.
public struct SyncConfiguration: Sendable {
    private init() {}
}

/// A user of a server that no longer exists; there are no values of this type.
public struct User: Sendable {
    private init() {}
}

/// The importance of a synchronisation message.
public typealias SyncLogLevel = LogLevel
