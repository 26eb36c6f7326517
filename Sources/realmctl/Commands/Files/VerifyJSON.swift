import RealmTools

/// The report of a verification in JSON.
enum VerifyJSON {
    static func members(
        of report: VerificationReport, _ path: String, isCompared: Bool
    ) -> [(String, JSONValue)] {
        [
            ("path", .string(path)), ("level", .string(isCompared ? "against" : report.level.rawValue)),
            ("opens", .bool(report.opens)),
            ("problems", .array(report.problems.map(problem))), ("errors", JSONValue(report.errorCount)),
            ("notes", JSONValue(report.noteCount)), ("nodes", JSONValue(report.nodes)),
            ("bytesChecked", JSONValue(report.bytesChecked)), ("leakedBytes", JSONValue(report.leakedBytes)),
            ("checked", counts(report.checked)),
        ]
    }

    static func problem(_ problem: VerificationReport.Problem) -> JSONValue {
        .object([
            ("code", .string(problem.code.rawValue)), ("severity", .string(problem.severity.rawValue)),
            ("ref", JSONValue(problem.ref)), ("where", JSONValue(problem.where)), ("message", .string(problem.message)),
        ])
    }

    private static func counts(_ counts: VerificationReport.Counts) -> JSONValue {
        .object([
            ("tables", JSONValue(counts.tables)), ("objects", JSONValue(counts.objects)),
            ("values", JSONValue(counts.values)), ("links", JSONValue(counts.links)),
            ("indexes", JSONValue(counts.indexes)), ("freeBlocks", JSONValue(counts.freeBlocks)),
            ("largestFreeBlock", JSONValue(counts.largestFreeBlock)), ("pages", JSONValue(counts.pages)),
        ])
    }
}
