import RealmTools

/// A diagnosis in JSON.
enum DiagnosisJSON {
    static func members(
        of diagnosis: FileDiagnosis, _ path: String, _ advice: [DiagnosisAdvice.Step]
    ) -> [(String, JSONValue)] {
        [
            ("path", .string(path)), ("kind", .string(diagnosis.kind.rawValue)), ("bytes", JSONValue(diagnosis.bytes)),
            ("opens", .bool(diagnosis.opens)), ("fileFormat", JSONValue(diagnosis.fileFormat)),
            ("key", .string(diagnosis.key.rawValue)), ("schemaVersion", JSONValue(diagnosis.info?.schemaVersion)),
            ("usedBytes", JSONValue(diagnosis.info?.usedBytes)), ("freeBytes", JSONValue(diagnosis.info?.freeBytes)),
            ("verification", diagnosis.verification.map(verification) ?? .null),
            ("salvage", diagnosis.salvage.map(salvage) ?? .null),
            ("holders", .array(diagnosis.holders.map(holder))), ("access", access(diagnosis.access)),
            ("availableBytes", JSONValue(diagnosis.availableBytes)),
            (
                "next",
                .array(
                    advice.map { .object([("reason", .string($0.reason)), ("command", JSONValue($0.command))]) })
            ),
        ]
    }

    private static func verification(_ report: VerificationReport) -> JSONValue {
        .object([
            ("level", .string(report.level.rawValue)), ("opens", .bool(report.opens)),
            ("errors", JSONValue(report.errorCount)), ("notes", JSONValue(report.noteCount)),
            ("problems", .array(report.problems.map(VerifyJSON.problem))),
        ])
    }

    private static func salvage(_ estimate: SalvageEstimate) -> JSONValue {
        .object([
            ("readable", JSONValue(estimate.readable)), ("expected", JSONValue(estimate.expected)),
            ("commitVersion", JSONValue(estimate.commitVersion)),
            (
                "classes",
                .array(
                    estimate.classes.map {
                        .object([
                            ("name", .string($0.name)), ("expected", JSONValue($0.expected)),
                            ("readable", JSONValue($0.readable)),
                        ])
                    })
            ),
        ])
    }

    private static func holder(_ holder: Realm.FileHolder) -> JSONValue {
        .object([
            ("pid", JSONValue(Int(holder.process))), ("name", JSONValue(holder.name)),
            ("engine", .string(holder.engine.rawValue)), ("exclusive", .bool(holder.isExclusive)),
        ])
    }

    private static func access(_ access: FileDiagnosis.Access) -> JSONValue {
        .object([
            ("read", .bool(access.mayRead)), ("write", .bool(access.mayWrite)),
            ("makeFiles", .bool(access.mayMakeFiles)), ("lockFileDenied", .bool(access.isLockFileDenied)),
            ("mode", JSONValue(access.mode)), ("names", JSONValue(access.names)),
        ])
    }
}
