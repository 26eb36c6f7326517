import Testing

/// The project keeps its own rules. A failure lists every place as `path:line: what`.
@Suite struct TidyTests {
    @Test func `a file names only types of its own floor and the floors beneath`() {
        expectNone(FloorRule.violations(in: SourceTree.files))
    }

    @Test func `each floor imports only what it may, and only Platform calls the system`() {
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

    @Test func `every folder of the library is a floor`() {
        let strays = SourceTree.files
            .filter { $0.path.hasPrefix("Sources/RealmStore/") && $0.isSwift && $0.floor == nil }
            .map { TidyViolation($0, line: 1, "stands on no floor") }
        expectNone(strays)
    }

    @Test func `the rules see the library, the command suite and the tests`() {
        let paths = SourceTree.files.map(\.path)
        for part in ["Sources/RealmStore/Platform/", "Sources/realmctl/", "Tests/RealmStoreTests/", "Makefile"] {
            #expect(paths.contains { $0.hasPrefix(part) }, "nothing found in \(part)")
        }
    }

    private func expectNone(_ violations: [TidyViolation], sourceLocation: SourceLocation = #_sourceLocation) {
        let list = violations.map(\.description).joined(separator: "\n")
        #expect(violations.isEmpty, "\n\(list)", sourceLocation: sourceLocation)
    }
}
