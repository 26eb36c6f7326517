/// Raw memory ends at Query: the floors apps see hold no pointers, nor do the tools but where they call C libraries.
enum PointerRule {
    /// Files above Query that need pointers, by path, and why.
    static let exceptions = [
        "Sources/Realm/Collections/RLMDictionary.swift": "a block of the SDK's API ends a loop through a pointer"
    ]

    static func violations(
        in files: [SourceFile], exceptions: [String: String] = PointerRule.exceptions
    ) -> [TidyViolation] {
        var unused = exceptions
        var violations: [TidyViolation] = []
        for file in files {
            guard let floor = file.floor, floor > .query, floor < .commands, !file.meetsSystem else { continue }
            let pointers = file.tokens.filter {
                $0.text == "OpaquePointer" || ($0.text.hasPrefix("Unsafe") && $0.text.hasSuffix("Pointer"))
            }
            if exceptions[file.path] != nil, !pointers.isEmpty {
                unused[file.path] = nil
                continue
            }
            violations += pointers.map { TidyViolation(file, line: $0.line, "\($0.text) on \(floor.name)") }
        }
        violations += unused.keys.sorted().map {
            TidyViolation(SourceFile(path: $0, text: ""), line: 1, "is an exception for pointers it does not use")
        }
        return violations
    }
}
