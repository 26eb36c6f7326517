/// Nothing half-done is left behind, and the project's text speaks of the project only.
///
/// The words are written in halves, so that this file passes its own test.
enum MarkerRule {
    /// Marks for unfinished work, in their usual letter case.
    static let marks = ["TO" + "DO", "FIX" + "ME", "X" + "XX", "HA" + "CK"]

    /// Phrases that admit something is missing, in any letter case.
    static let phrases = ["for n" + "ow", "place" + "holder", "not imple" + "mented", "unimple" + "mented"]

    /// Places on the machine on which the project is built, and hosts that hand out packages.
    static let foreignPlaces = [
        "/wo" + "rk/", "/.libr" + "ary/", "/sha" + "red/", "/ro" + "ot/", "crates" + ".io", "pypi" + ".org",
        "registry" + ".npmjs", "proxy" + ".golang", "arti" + "factory",
    ]

    static func leftovers(in files: [SourceFile]) -> [TidyViolation] {
        files.flatMap { file in
            report(marks, in: file, ignoringCase: false, "is left over")
                + report(phrases, in: file, ignoringCase: true, "admits that something is missing")
        }
    }

    static func foreignText(in files: [SourceFile]) -> [TidyViolation] {
        files.flatMap { report(foreignPlaces, in: $0, ignoringCase: true, "is no part of the project") }
    }

    private static func report(
        _ phrases: [String], in file: SourceFile, ignoringCase: Bool, _ verdict: String
    ) -> [TidyViolation] {
        phrases.flatMap { phrase in
            file.lines(containing: phrase, ignoringCase: ignoringCase).map {
                TidyViolation(file, line: $0, "'\(phrase)' \(verdict)")
            }
        }
    }
}
