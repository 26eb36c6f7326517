extension Realm {
    /// Gives up the versions that this process keeps in use in files which other processes have open, and its part in
    /// writing them.
    ///
    /// For programs that end on a signal, as their last call: nothing may be read or written afterwards. `exit`, and
    /// returning from the main function, do the same. A file in the middle of a write transaction is left as by a
    /// process that is killed: the next one of this library mends that. Additional to the SDK.
    public static func leaveSessions() { SessionJanitor.leaveAll() }
}
