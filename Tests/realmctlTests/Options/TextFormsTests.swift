import Testing

@testable import realmctl

/// Reading and writing of durations, sizes and tables.
@Suite struct TextFormsTests {
    @Test(arguments: [("0s", 0), ("90s", 90), ("15m", 900), ("12h", 43_200), ("7d", 604_800)] as [(String, Int64)])
    func `a length of time has a unit`(text: String, seconds: Int64) {
        #expect(TimeSpan(argument: text)?.seconds == seconds)
        #expect(TimeSpan(argument: text)?.duration == .seconds(seconds))
    }

    @Test(
        arguments: [("abc", 3), ("山田", 4), ("é", 1), ("🎂", 2), ("김", 2), ("e\u{301}", 1), ("", 0)] as [(String, Int)])
    func `a text takes the columns that terminals give it`(text: String, columns: Int) {
        #expect(text.columnCount == columns)
        #expect(text.prefix(columns: max(0, columns - 1)).columnCount < max(1, columns))
    }

    @Test(arguments: ["", "s", "5", "-5s", "+5s", "1.5h", "5 s", "5w", "99999999999s"])
    func `anything else is not a duration`(text: String) {
        #expect(TimeSpan(argument: text) == nil)
    }

    @Test(
        arguments: [
            ("0", 0), ("500", 500), ("500B", 500), ("10KB", 10_000), ("10KiB", 10_240), ("3MB", 3_000_000),
            ("1MiB", 1_048_576), ("2GB", 2_000_000_000), ("1TB", 1_000_000_000_000), ("1TiB", 1_099_511_627_776),
        ] as [(String, Int64)])
    func `a size has decimal or binary units`(text: String, bytes: Int64) {
        #expect(ByteSize(argument: text)?.bytes == bytes)
    }

    @Test(arguments: ["", "KB", "-1", "1.5MB", "1kb", "1 KB", "9223372036854775807TB"])
    func `anything else is not a size`(text: String) {
        #expect(ByteSize(argument: text) == nil)
    }

    @Test(arguments: [
        (0, "0 B"), (999, "999 B"), (1000, "1.0 KB"), (999_949, "999.9 KB"), (999_950, "1.0 MB"),
        (12_600_000, "12.6 MB"), (120_000_000_000, "120.0 GB"), (5_000_000_000_000_000, "5000.0 TB"),
    ])
    func `a size is shown with one decimal`(bytes: Int, text: String) {
        #expect(ByteSize(bytes).description == text)
    }

    @Test(arguments: [(0, "0"), (999, "999"), (1204, "1 204"), (1_234_567, "1 234 567"), (-1000, "-1 000")])
    func `large numbers are shown in groups`(number: Int, text: String) {
        #expect(number.grouped == text)
    }

    @Test func `a table is as wide as its cells`() {
        var table = TextTable([("CLASS", .left), ("OBJECTS", .right), ("KEY", .left)])
        table.add(["Contact", "1 204", "id"])
        table.add(["Dog", "311", ""])
        #expect(table.lines() == "CLASS    OBJECTS  KEY\nContact    1 204  id\nDog          311\n")
    }
}
