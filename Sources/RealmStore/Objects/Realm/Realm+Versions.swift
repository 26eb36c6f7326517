extension Realm {
    /// True between begin and commit or cancel of this Realm.
    public var isInWriteTransaction: Bool { session.write != nil }

    /// Advances to the newest version, which other Realms may have written.
    ///
    /// Traps for a Realm opened with `readOnly`, and on another thread than the Realm's.
    ///
    /// - Returns: true if there was a newer version; false in a write transaction, for a frozen Realm, in a block that
    ///   observes the Realm, and if the file can no longer be read, which is logged.
    /// - Complexity: O(number of classes and properties) if there is a newer version, besides calling observers; else
    ///   O(1).
    @discardableResult
    public func refresh() -> Bool {
        session.checkThread()
        require(
            !session.configuration.readOnly,
            "A read-only Realm cannot be refreshed: it shows what it was opened with.")
        guard !isInWriteTransaction else { return false }
        session.noteSeen()
        do { return try session.refresh() } catch {
            RLMLogger.shared.log(level: .error, message: "\(error.localizedDescription)")
            return false
        }
    }
}
