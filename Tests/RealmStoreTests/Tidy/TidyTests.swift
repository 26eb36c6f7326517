import Testing

/// The project keeps its own rules. A failure lists every place as `path:line: what`.
@Suite struct TidyTests {
    @Test func `each floor imports only what it may, and only Platform and the tools' libraries call the system`() {
        expectNone(ImportRule.violations(in: SourceTree.files))
    }

    @Test func `files, functions and lines keep their limits`() {
        expectNone(SizeRule.violations(in: SourceTree.files))
    }

    @Test func `nothing is left for later`() {
        expectNone(MarkerRule.leftovers(in: SourceTree.files))
    }

    @Test func `the text speaks of the project only`() {
        expectNone(MarkerRule.foreignText(in: SourceTree.files))
    }

    @Test func `every public declaration is documented`() {
        expectNone(DocumentationRule.violations(in: SourceTree.files))
    }

    @Test func `no pointers stand above Query`() {
        expectNone(PointerRule.violations(in: SourceTree.files))
    }

    @Test func `shifts, masks and arithmetic mix only in parentheses`() {
        expectNone(PrecedenceRule.violations(in: SourceTree.files))
    }

    @Test func `a file has the name of what it declares, and is about one thing`() {
        expectNone(FileNameRule.violations(in: SourceTree.files))
    }

    @Test func `no folder of the sources and tests has more files than can be looked over`() {
        expectNone(FolderRule.violations(in: SourceTree.files, tops: ["Sources", "Tests", "Tools"]))
    }

    @Test func `the folders of the tests are named after the rooms of the sources`() {
        expectNone(TestFolderRule.violations(in: SourceTree.files))
    }

    @Test func `every source that a comment cites can be read`() {
        expectNone(SourceCitationRule.violations(in: SourceTree.files))
    }

    @Test func `every folder of the sources is a floor`() {
        let strays = SourceTree.files
            .filter { $0.path.hasPrefix("Sources/") && $0.isSwift && $0.floor == nil }
            .map { TidyViolation($0, line: 1, "stands on no floor") }
        expectNone(strays)
    }

    @Test func `realmctl is built without access to what the package shares`() {
        let manifest = SourceTree.files.first { $0.path == "Package.swift" }?.text ?? ""
        let target = manifest.split(separator: "arget(").first { $0.contains("name: \"realmctl\",\n") }
        #expect(target?.contains("packageAccess: false") == true)
    }

    @Test(arguments: [
        "Sources/RealmStore/Platform/", "Sources/RealmTools/", "Sources/realmctl/", "Tests/RealmStoreTests/",
        "Tests/RealmToolsTests/", "Tests/realmctlTests/", "Tests/TestSupport/", "Tools/ModelConverter/Sources/",
        "Makefile",
    ])
    func `the rules see every part of the project`(part: String) {
        #expect(SourceTree.files.contains { $0.path.hasPrefix(part) })
    }
}
