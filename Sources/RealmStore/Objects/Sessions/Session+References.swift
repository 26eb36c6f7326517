extension Session {
    /// Shows the older version of a frozen session, if nothing was read from this one yet, so that the transferred
    /// content is unchanged.
    func beginReading(with frozen: Session) {
        let isUnread = bindings.withLock { $0.isEmpty } && observations.isEmpty && !isSeen
        guard write == nil, isUnread, mayFollow, committed.hasSameLayout(as: frozen.committed) else { return }
        // If it is unreadable, the newest version is shown.
        try? show(Group(frozen.committed.snapshot))
    }
}
