/// The tests of a room stand in a folder of the room's name, below one of the floor's; beside the floors are folders
/// for tests that are about no room.
enum TestFolderRule {
    /// Folders that are about more than a room, by the target of tests.
    static let others: [String: Set<String>] = [
        "RealmStoreTests": [
            "Crashes", "FileFormat", "Fixtures", "Fuzz", "Models", "Nesting", "Processes", "Snippets", "Tidy",
        ],
        "RealmSwiftTests": ["Pages"],
        "RealmTests": [],
        "RealmToolsTests": ["Damage", "Fuzz", "Nesting"],
        "realmctlTests": ["Faults", "Packaging", "Support"],
    ]

    static func violations(
        in files: [SourceFile], others: [String: Set<String>] = TestFolderRule.others
    ) -> [TidyViolation] {
        let swift = files.filter(\.isSwift)
        var violations: [TidyViolation] = []
        for (target, others) in others.sorted(by: { $0.key < $1.key }) {
            let rooms = folders(in: swift, below: "Sources/\(target.dropLast("Tests".count))/")
            let folders = folders(in: swift, below: "Tests/\(target)/")
            let strays = folders.subtracting(rooms).filter { !others.contains(String($0.prefix { $0 != "/" })) }
            violations += strays.sorted().map {
                TidyViolation("Tests/\(target)/\($0)", line: 1, "is named after no room")
            }
            violations += others.subtracting(folders).sorted().map {
                TidyViolation("Tests/\(target)/\($0)", line: 1, "is a folder that nobody needs")
            }
        }
        return violations
    }

    /// All folders on the way to files below `top`, as paths from there.
    private static func folders(in files: [SourceFile], below top: String) -> Set<String> {
        var folders = Set<String>()
        for file in files where file.path.hasPrefix(top) {
            let names = file.path.dropFirst(top.count).split(separator: "/").dropLast()
            // Files in `top` itself make an empty path: they may stand there where the sources have some.
            folders.formUnion((min(1, names.count)...names.count).map { names.prefix($0).joined(separator: "/") })
        }
        return folders
    }
}
