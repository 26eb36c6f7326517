/// Settings of synchronisation, which no longer exists; there are no values of this type.
///
/// SDK name: `SyncConfiguration`.
public struct SyncConfiguration: Sendable {
    private init() {}
}

/// A user of a server that no longer exists; there are no values of this type. SDK name: `User`.
public struct User: Sendable {
    private init() {}
}

/// How important a message of synchronisation is. SDK name: `SyncLogLevel`.
public typealias SyncLogLevel = LogLevel
