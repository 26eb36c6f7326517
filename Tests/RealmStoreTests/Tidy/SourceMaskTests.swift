import Testing

/// The distinction of code and other text.
@Suite struct SourceMaskTests {
    private func words(_ text: String) -> [String] {
        SourceToken.tokens(of: SourceMask(Array(text.utf8)).code).filter { $0.kind == .identifier }.map(\.text)
    }

    @Test(arguments: [
        ("a // b\nc", ["a", "c"]),
        ("a /* b /* c */ d */ e", ["a", "e"]),
        ("a \"b // c\" d", ["a", "d"]),
        ("a \"b \\\" c\" d", ["a", "d"]),
        ("a \"\\(b + \"c \\(d) e\") f\" g", ["a", "b", "d", "g"]),
        ("a \"\"\"\n b \" c\n \\(d)\n\"\"\" e", ["a", "d", "e"]),
        ("a #\"b \\(c) \" d \\#(e)\"# f", ["a", "e", "f"]),
        ("a #/b\"c/# d", ["a", "d"]),
        ("func `b \" c`() d", ["func", "_", "d"]),
        ("#if a", ["if", "a"]),
        ("a \"b\nc", ["a", "c"]),
        ("a /* b", ["a"]),
        ("a \"\\(b", ["a", "b"]),
    ])
    func `only code is left`(text: String, expected: [String]) {
        #expect(words(text) == expected)
    }

    @Test func `tokens know their line and how deep they stand`() throws {
        let text = "struct A {\n    func b(\n        c: [Int]\n    ) {\n        d()\n    }\n}"
        let tokens = SourceToken.tokens(of: Array(text.utf8))
        let d = try #require(tokens.first { $0.text == "d" })
        #expect([d.line, d.braces, d.parentheses] == [5, 2, 0])
        let int = try #require(tokens.first { $0.text == "Int" })
        #expect([int.line, int.braces, int.parentheses] == [3, 1, 2])
        #expect(tokens.last?.braces == 0)
    }

    @Test func `an operator between spaces is binary`() {
        let tokens = SourceToken.tokens(of: Array("a << b + -c ..< d\n    | e?.f(&g)".utf8))
        #expect(tokens.filter { $0.kind == .binaryOperator }.map(\.text) == ["<<", "+", "..<", "|"])
    }
}
