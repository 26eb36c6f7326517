import Testing

/// Each tidy rule on snippets: violations are found, on the right line, and correct code passes.
@Suite struct TidyRuleTests {
    private func file(_ path: String, _ text: String) -> SourceFile {
        SourceFile(path: path, text: text)
    }

    private func library(_ folder: String, _ text: String) -> SourceFile {
        file("Sources/RealmStore/\(folder)/File.swift", text)
    }

    private func lines(_ violations: [TidyViolation]) -> [Int] {
        violations.map(\.line)
    }

    // MARK: Imports and system calls

    @Test(arguments: [
        ("Nodes", "import Foundation"), ("Storage", "import Glibc"), ("Query", "internal import Foundation"),
        ("Tables", "import struct Foundation.Data"), ("Platform", "import Foundation"), ("Schema", "import Yams"),
        ("Objects", "import Glibc"), ("Maintenance", "import CZstd"), ("Maintenance", "import Yams"),
        ("Platform", "import CZstd"), ("Platform", "import CSQLite3"), ("Objects", "import RealmTools"),
        ("Nodes", "@testable import Synchronization"),
    ])
    func `an import that does not belong to its floor is found`(folder: String, snippet: String) {
        #expect(lines(ImportRule.violations(in: [library(folder, "\n\n" + snippet)])) == [3])
    }

    @Test(arguments: [
        ("Platform", "import Glibc"), ("Platform", "import COpenSSL"), ("Storage", "import Synchronization"),
        ("Schema", "@_spi(Reflection) import Swift"), ("Objects", "import Foundation"),
    ])
    func `an import that belongs to its floor passes`(folder: String, snippet: String) {
        #expect(ImportRule.violations(in: [library(folder, snippet)]).isEmpty)
    }

    @Test(arguments: [
        ("RealmTools/Export/Rows.swift", "import CSQLite3"), ("RealmTools/Backup/Archive.swift", "import CZstd"),
        ("RealmTools/Diff/Rows.swift", "import Glibc"), ("RealmTools/Libraries/Zstd.swift", "import Foundation"),
        ("RealmTools/Import/Rows.swift", "import ArgumentParser"), ("realmctl/Commands/Info.swift", "import COpenSSL"),
        ("realmctl/Commands/Info.swift", "import Yams"), ("realmctl/Batch.swift", "@testable import RealmTools"),
    ])
    func `an import that does not belong to the tools or the commands is found`(path: String, snippet: String) {
        #expect(lines(ImportRule.violations(in: [file("Sources/" + path, "\n" + snippet)])) == [2])
    }

    @Test(arguments: [
        ("RealmTools/Libraries/Zstd.swift", "import CZstd"), ("RealmTools/Libraries/Rows.swift", "import CSQLite3"),
        ("RealmTools/Documents/Reader.swift", "import Yams"), ("RealmTools/RealmTools.swift", "import RealmStore"),
        ("realmctl/Commands/Info.swift", "import ArgumentParser\nimport Foundation\nimport Glibc\nimport RealmTools"),
    ])
    func `an import that belongs to the tools or the commands passes`(path: String, snippet: String) {
        #expect(ImportRule.violations(in: [file("Sources/" + path, snippet)]).isEmpty)
    }

    @Test(arguments: [
        ("RealmStoreTests/Query", "@testable import RealmTools"), ("RealmStoreTests/Query", "import realmctl"),
        ("TestSupport", "import RealmTools"), ("RealmToolsTests/Export", "@testable import realmctl"),
    ])
    func `tests that import what stands above what they test are found`(folder: String, snippet: String) {
        #expect(lines(ImportRule.violations(in: [file("Tests/\(folder)/T.swift", "\n" + snippet)])) == [2])
    }

    @Test(arguments: [
        ("RealmStoreTests/Query", "@testable import RealmStore\nimport Glibc"),
        ("RealmToolsTests/Export", "@testable import RealmTools\nimport CSQLite3"),
        ("realmctlTests/Input", "@testable import realmctl\nimport RealmTools"),
    ])
    func `tests may import what they test, and what stands beneath`(folder: String, snippet: String) {
        #expect(ImportRule.violations(in: [file("Tests/\(folder)/T.swift", snippet)]).isEmpty)
    }

    @Test func `a system call that Foundation passes on is found`() {
        let snippet = "import Foundation\nlet failed = fsync(3) != 0\nfile.fsync()\nfunc flock() {}"
        #expect(lines(ImportRule.violations(in: [library("Maintenance", snippet)])) == [2])
        let tool = file("Sources/RealmTools/Export/File.swift", snippet)
        #expect(lines(ImportRule.violations(in: [tool])) == [2])
    }

    @Test func `the tools' libraries may call the system`() {
        let libraries = file("Sources/RealmTools/Libraries/File.swift", "import Glibc\nlet failed = fsync(3) != 0")
        #expect(ImportRule.violations(in: [libraries]).isEmpty)
    }

    // MARK: Sizes

    private func function(lines: Int, beginning: String = "func long() {") -> String {
        ([beginning] + Array(repeating: "    step(\"}\") // }", count: lines - 2) + ["}"]).joined(separator: "\n")
    }

    @Test(arguments: [
        "func long() {", "init(count: Int) {", "init?(_ text: String) throws(Failure) {", "deinit {",
        "subscript(index: Int) -> Int {", "var total: Int {", "func `reads a { page`() async -> (Int) -> Void {",
        "func generic<T>(_ body: () -> T = { 1 }) -> T where T: Sequence {",
    ])
    func `a function over the limit is found`(beginning: String) {
        let limit = SizeRule.maximumFunctionLines
        let fits = function(lines: limit, beginning: beginning)
        let tooLong = function(lines: limit + 1, beginning: beginning)
        #expect(SizeRule.violations(in: [library("Nodes", fits)]).isEmpty)
        #expect(lines(SizeRule.violations(in: [library("Nodes", "\n" + tooLong)])) == [2])
    }

    @Test func `requirements without a body are not functions`() {
        let requirements = "protocol Disk {\n func read()\n init(x: Int)\n}\n"
        let snippet = requirements + function(lines: 100, beginning: "enum Big {")
        #expect(SizeRule.violations(in: [library("Nodes", snippet)]).isEmpty)
    }

    @Test func `a line over the limit is found, counted in columns`() {
        let fits = "// " + String(repeating: "ß", count: SizeRule.maximumColumns - 3)
        #expect(lines(SizeRule.violations(in: [library("Nodes", fits + "\n" + fits + "ß")])) == [2])
    }

    @Test func `a file over the limit is found, with more room for tests`() {
        let text = String(repeating: "\n", count: SizeRule.maximumFileLines + 1)
        #expect(lines(SizeRule.violations(in: [library("Nodes", text)])) == [SizeRule.maximumFileLines + 1])
        #expect(SizeRule.violations(in: [file("Tests/RealmStoreTests/Tests.swift", text)]).isEmpty)
        let longer = String(repeating: "\n", count: SizeRule.maximumTestFileLines + 1)
        #expect(SizeRule.violations(in: [file("Tests/RealmStoreTests/Tests.swift", longer)]).count == 1)
    }

    // MARK: Leftovers

    @Test(arguments: MarkerRule.marks)
    func `a mark left for later is found`(mark: String) {
        let snippets = "// \(mark): later\nlet text = \"(\(mark))\"\nlet name = X\(mark)X\n// \(mark.lowercased())"
        #expect(lines(MarkerRule.leftovers(in: [library("Nodes", snippets)])) == [1, 2])
    }

    @Test(arguments: MarkerRule.phrases)
    func `a phrase that admits a gap is found in any letter case`(phrase: String) {
        let snippets = "// fine\n// \(phrase)\nfatalError(\"\(phrase.uppercased())\")\n// a\(phrase)n"
        #expect(lines(MarkerRule.leftovers(in: [file("README.md", snippets)])) == [2, 3])
    }

    @Test(arguments: MarkerRule.foreignPlaces)
    func `a place outside the project is found`(place: String) {
        #expect(lines(MarkerRule.foreignText(in: [file("Makefile", "all:\n\tcp .\(place) .\n")])) == [2])
    }

    // MARK: Documentation

    @Test(arguments: [
        "public struct Bare {}", "@frozen\npublic enum Bare {}", "/// Far away.\n\npublic func bare() {}",
        "// Plain.\npublic let bare = 1", "/// A class.\nopen class Documented {\n    public init() {}\n}",
        "/// An enum.\npublic enum Documented {\n    case bare\n}",
        "/// A protocol.\npublic protocol Documented {\n    func bare()\n}",
        "public extension Int {}", "/// Text.\npublic var a = 1\npublic private(set) var bare = 2",
        "/// A class.\nopen class Documented {\n    /// Fine.\n    open var a: Int { 1 }\n    open func bare() {}\n}",
    ])
    func `a public declaration without documentation is found`(snippet: String) {
        #expect(DocumentationRule.violations(in: [library("Objects", snippet)]).count == 1)
        #expect(DocumentationRule.violations(in: [file("Sources/RealmTools/Diff/File.swift", snippet)]).count == 1)
    }

    @Test(arguments: [
        "/// Text.\npublic struct Documented {}",
        "/// Text.\n@available(*, deprecated,\n  message: \"x\")\npublic func f() {}",
        "@frozen\n/// Text.\npublic enum Empty {}", "struct Internal { let a = 1 }",
        "/// Text.\n@discardableResult @inlinable public static func f() -> Int { 1 }",
        "extension Int { public static func == (a: Int, b: Int) -> Bool { a < b } }",
        "class C { public override func f() {}\n  public func hash(into hasher: inout Hasher) {} }",
        "/// Text.\npublic enum E {\n  /// One.\n  case one\n\n  var name: Int { switch self { case .one: 1 } }\n}",
        "/// Text.\npublic private(set) var documented = 2", "public import struct Foundation.Data",
        "let url = open(path)",
    ])
    func `a documented or private declaration passes`(snippet: String) {
        #expect(DocumentationRule.violations(in: [library("Objects", snippet)]) == [])
    }

    // MARK: Pointers

    @Test func `a pointer above Query is found, unless the file is an exception that needs it`() {
        let file = library("Objects", "\nlet base: UnsafeRawPointer")
        #expect(lines(PointerRule.violations(in: [file], exceptions: [:])) == [2])
        #expect(PointerRule.violations(in: [file], exceptions: [file.path: "reads metadata"]).isEmpty)
        #expect(PointerRule.violations(in: [library("Query", file.text)], exceptions: [:]).isEmpty)
    }

    @Test func `a pointer in the tools is found, but where they call C libraries`() {
        let snippet = "let base: UnsafeRawPointer"
        let tool = file("Sources/RealmTools/Export/File.swift", snippet)
        let library = file("Sources/RealmTools/Libraries/File.swift", snippet)
        #expect(PointerRule.violations(in: [tool, library], exceptions: [:]).map(\.path) == [tool.path])
    }

    @Test func `an unneeded exception is found`() {
        let file = library("Objects", "let base = 1")
        #expect(PointerRule.violations(in: [file], exceptions: [file.path: "reads metadata"]).count == 1)
    }

    // MARK: Precedence

    @Test(arguments: [
        "let x = a << 2 + b", "let x = a & b + c", "let x = a >> 8 & 0xff", "let x = a\n    << 2\n    | b",
        "f(a + 1 & ~7, b)", "let x = [a * 2 | b]",
    ])
    func `a mix without parentheses is found`(snippet: String) {
        #expect(PrecedenceRule.violations(in: [library("Nodes", snippet)]).count == 1)
    }

    @Test(arguments: [
        "let x = (a << 2) + b", "let x = a + b * c", "let x = a & b == c + 1", "f(a & 1, b + 1)",
        "let x = a + 1\nlet y = b & 1", "x += 1 << n", "let x = c ? a & 1 : b + 1", "f(&a) + 1", "x = -a << 2",
        "let x: any A & B", "let x = \"a & b + c\"", "x = a + 1\ny = b & 1",
    ])
    func `parentheses and separate expressions pass`(snippet: String) {
        #expect(PrecedenceRule.violations(in: [library("Nodes", snippet)]) == [])
    }
}
