/// How long the parts of a write transaction took.
package struct CommitTimes {
    /// Waiting for other writers.
    let waiting: Duration
    /// From its begin to its commit.
    let transaction: Duration
    /// Writing it.
    let commit: Duration
}
