import RealmStore

/// A recovered file without its final name.
struct RecoveredFile {
    let file: UnfinishedFile
    let source: RecoveryReport.Source
    let version: UInt64?
    let classes: [RecoveryReport.Class]
    var brokenLinks = 0
    var lostValues = 0
    var lostAndFound = 0
    /// Whether all known content of the newest version is present.
    let losesNothing: Bool
    /// The problem with the version from which the content comes.
    let doubt: String?

    var objectCount: Int { classes.reduce(0) { $0 + $1.recovered } }

    func report(_ byteCount: Int, skippedPages: [Int]) -> RecoveryReport {
        RecoveryReport(
            source: source, commitVersion: version, classes: classes.sorted { $0.name < $1.name },
            brokenLinks: brokenLinks, lostValues: lostValues, lostAndFound: lostAndFound, skippedPages: skippedPages,
            bytes: byteCount, doubt: doubt, isComplete: losesNothing && doubt == nil)
    }
}
