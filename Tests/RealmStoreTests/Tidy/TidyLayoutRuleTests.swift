import Testing

/// The rules about names, folders and cited documents, on made-up files.
@Suite struct TidyLayoutRuleTests {
    private func file(_ path: String, _ text: String) -> SourceFile {
        SourceFile(path: path, text: text)
    }

    private func messages(_ name: String, _ text: String) -> [String] {
        let file = file("Sources/RealmStore/Nodes/\(name).swift", text)
        return FileNameRule.violations(in: [file], exceptions: [:]).map(\.message)
    }

    // MARK: Names of files

    @Test(arguments: [
        ("Leaf", "struct Node {}"), ("Leaf", "@frozen public enum Node {}\nextension Leaf {}"),
        ("Leaf", "private struct Leaf {}\nclass Node {}"), ("Leaf", "func read() {}\nlet limit = 1"),
        ("Leaf", "extension Node {\n func read() {}\n}"), ("Leaf", "extension Node {\n struct Other {}\n}"),
        ("Leaf+Reading", "extension Node {}"), ("Leaf+Reading", "extension Leaf.Kind {}"),
        ("Leaf+Reading", "struct Leaf {}"), ("Leaf", "typealias Node = Leaf"),
    ])
    func `a file that is named after something else is found`(name: String, text: String) {
        #expect(messages(name, text).count == 1)
    }

    @Test(arguments: [
        ("Leaf", "struct Leaf {}"), ("Leaf", "public protocol _Leaf {}"), ("Leaf", "import Node"),
        ("Leaf", "final class LongNameOfLeaf {}\ntypealias Leaf = LongNameOfLeaf"),
        ("Leaf", "protocol Reader {}\nstruct Leaf: Reader {}"), ("Leaf", "func leaf() {}\nextension Node {}"),
        ("Leaf", "extension Node {\n struct Leaf {}\n struct Other {}\n}"), ("Leaf", "let leaf = 1"),
        ("Leaf+Reading", "extension Leaf {}"), ("Leaf+Reading", "extension Node.Leaf {}"),
        ("Leaf+Reading", "extension Int: Value {}\nextension Leaf {\n class func read() {}\n}"),
    ])
    func `a file that is named after what it declares passes`(name: String, text: String) {
        #expect(messages(name, text) == [])
    }

    private func type(_ declaration: String, lines: Int) -> String {
        ([declaration + " {"] + Array(repeating: "    let a = 1", count: lines - 2) + ["}"]).joined(separator: "\n")
    }

    @Test(arguments: ["struct Other", "@frozen\npublic enum Other", "protocol Other"])
    func `a long type in the file of another is found`(declaration: String) {
        let limit = FileNameRule.maximumCompanionLines - declaration.count(where: { $0 == "\n" })
        let (fits, tooLong) = (type(declaration, lines: limit), type(declaration, lines: limit + 1))
        #expect(messages("Leaf", "struct Leaf {}\n" + fits) == [])
        #expect(messages("Leaf", "struct Leaf {}\n" + tooLong).count == 1)
        #expect(messages("Leaf+Reading", "extension Leaf {}\n" + tooLong).count == 1)
    }

    @Test func `a long type that is private, or the one that the file's alias names, passes`() {
        #expect(messages("Leaf", "struct Leaf {}\n" + type("private struct Other", lines: 60)) == [])
        #expect(messages("Leaf", type("class Other", lines: 60) + "\npublic typealias Leaf = Other") == [])
    }

    @Test func `a name that is an exception passes, and an unneeded exception is found`() {
        let odd = file("Sources/realmctl/Odd.swift", "struct Even {}")
        let right = file("Sources/realmctl/Right.swift", "struct Right {}")
        let exceptions = [odd.path: "why", right.path: "why"]
        #expect(FileNameRule.violations(in: [odd, right], exceptions: exceptions).map(\.path) == [right.path])
    }

    // MARK: Folders

    @Test func `a folder with too many Swift files is found`() {
        func files(_ count: Int, in folder: String) -> [SourceFile] {
            (0..<count).map { file("\(folder)/File\($0).swift", "") }
        }
        let limit = FolderRule.maximumFiles
        let fits = files(limit, in: "Sources/A") + files(limit, in: "Sources/A/B") + files(limit + 1, in: "Tests/C")
        #expect(FolderRule.violations(in: fits + [file("Sources/A/README.md", "")], tops: ["Sources"]).isEmpty)
        let tooMany = FolderRule.violations(in: fits + files(limit + 1, in: "Sources/D"), tops: ["Sources", "Tests"])
        #expect(tooMany.map(\.path) == ["Sources/D", "Tests/C"])
    }

    private static let places = [
        "Sources/A/A.swift", "Sources/A/Floor/Room/File.swift", "Sources/B/Room/File.swift",
        "Tests/ATests/Tidy/T.swift",
    ]

    @Test(arguments: [
        ["Tests/ATests/Other/T.swift"], ["Tests/ATests/Room/T.swift"], ["Tests/ATests/Floor/Other/T.swift"],
        ["Tests/BTests/T.swift"], ["Tests/BTests/Tidy/T.swift"], ["Tests/BTests/Room/Tidy/T.swift"],
    ])
    func `a folder of tests that is named after no room is found`(paths: [String]) {
        let files = (Self.places + paths).map { file($0, "") }
        #expect(TestFolderRule.violations(in: files, others: ["ATests": ["Tidy"], "BTests": []]).count == 1)
    }

    @Test func `folders of tests that are named after rooms pass, and ones that are listed and there`() {
        let paths = [
            "Tests/ATests/T.swift", "Tests/ATests/Floor/T.swift", "Tests/ATests/Floor/Room/T.swift",
            "Tests/ATests/Tidy/Rules/T.swift", "Tests/BTests/Room/T.swift", "Tests/CTests/Other/T.swift",
        ]
        let files = (Self.places + paths).map { file($0, "") }
        #expect(TestFolderRule.violations(in: files, others: ["ATests": ["Tidy"], "BTests": []]) == [])
        let unused = TestFolderRule.violations(in: files, others: ["ATests": ["Tidy", "Fuzz"]])
        #expect(unused.map(\.path) == ["Tests/ATests/Fuzz"])
    }

    // MARK: Sources that comments cite

    private func citations(_ text: String) -> [Int] {
        let chapters = [
            file("docs/file-format/nodes.md", "# Nodes\n## Integers\n```\n# no heading\n```\n### Widths: what fits\n"),
            file("docs/file-format/b-trees.md", "# Trees\n\n## Inner nodes\n"),
        ]
        let source = file("Sources/RealmStore/Nodes/Node.swift", text)
        return SourceCitationRule.violations(in: chapters + [source]).map(\.line)
    }

    @Test(arguments: [
        "/// Source: file format, nodes, \"Integers\".", "/// Source: file-format/nodes.md.",
        "/// Source: file-format/nodes.md, Integers.", "/// Source: file-format/leaves.md, \"Integers\".",
        "/// Source: file-format/nodes.md, \"Whole numbers\".", "/// Source: file-format/nodes.md, \"no heading\".",
        "/// Source: file-format/nodes.md, \"Integers\" and \"Inner nodes\".",
        "/// Source: file-format/nodes.md, \"Integers\"; file-format/b-trees.md, \"Outer nodes\".",
        "/// Source: file-format/nodes.md, \"Integers\"", "// Source: a book that I have read.",
        "/// A node. Source: docs/file-format/nodes.md, \"Integers\".",
        "/// Source: file-format/nodes.md,\n/// \"Bools\".",
    ])
    func `a citation that leads nowhere is found`(comment: String) {
        #expect(citations("\n" + comment + "\nstruct Node {}\n") == [2])
    }

    @Test(arguments: [
        "/// Source: file-format/nodes.md, \"Integers\".",
        "/// A node.\n///\n/// Source: file-format/nodes.md, \"Nodes\".",
        "/// An integer. Source: file-format/nodes.md,\n/// \"Integers\" and \"Widths: what\n/// fits\". More.",
        "/// Source: file-format/nodes.md, \"Nodes\", \"Integers\" and \"Widths: what fits\".",
        "/// Source: file-format/nodes.md, \"Integers\"; file-format/b-trees.md, \"Inner nodes\".",
        "/// Source: RFC 8878.", "/// A frame. Source: RFC 8878, 3.1.", "/// Source: backup archive.",
        "/// Source: command `export`.", "/// Source: SDK `ObjectId`.", "/// - Parameter keySource: Anything.",
        "/// Source: IEEE 754-2008, \"Attribute specification\".", "let text = \"Source: here\"",
    ])
    func `a citation that can be followed passes`(comment: String) {
        #expect(citations(comment + "\nstruct Node {}\n") == [])
    }
}
