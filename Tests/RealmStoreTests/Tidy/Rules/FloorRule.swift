/// A file of the library names only types of its own floor and of the floors beneath it, and no type name stands on two
/// floors.
///
/// Names are compared, not resolved: only top-level types count, a name behind a dot is a member, and a type the file
/// itself declares (nested, too) hides the one above.
enum FloorRule {
    static let typeKeywords: Set<String> = ["struct", "class", "enum", "protocol", "actor", "typealias"]

    static func violations(in files: [SourceFile]) -> [TidyViolation] {
        var floors: [String: SourceFloor] = [:]
        var violations: [TidyViolation] = []
        for file in files {
            guard let floor = file.floor else { continue }
            for (name, line) in visibleTypes(of: file) {
                if let other = floors.updateValue(floor, forKey: name), other != floor {
                    floors[name] = min(floor, other)
                    violations.append(
                        TidyViolation(file, line: line, "'\(name)' is declared on \(other.folder) and \(floor.folder)"))
                }
            }
        }
        for file in files {
            guard let floor = file.floor else { continue }
            violations += upwardReferences(of: file, on: floor, floors: floors)
        }
        return violations
    }

    private static func upwardReferences(
        of file: SourceFile, on floor: SourceFloor, floors: [String: SourceFloor]
    ) -> [TidyViolation] {
        let hidden = declaredNames(of: file)
        var violations: [TidyViolation] = []
        for (index, token) in file.tokens.enumerated() where token.kind == .identifier {
            guard let home = floors[token.text], home > floor, !hidden.contains(token.text),
                !isMember(index, of: file)
            else { continue }
            violations.append(
                TidyViolation(
                    file, line: token.line, "'\(token.text)' of \(home.folder) is used below it, on \(floor.folder)"))
        }
        return violations
    }

    /// Top-level types other files can name, with the lines that declare them.
    private static func visibleTypes(of file: SourceFile) -> [(name: String, line: Int)] {
        let tokens = file.tokens
        return tokens.indices.dropLast().compactMap { index in
            let token = tokens[index]
            guard token.braces == 0, token.parentheses == 0, isTypeKeyword(index, of: file) else { return nil }
            let modifiers = SourceDeclaration(in: tokens, at: index).modifiers
            guard modifiers.isDisjoint(with: ["private", "fileprivate"]) else { return nil }
            return (tokens[index + 1].text, token.line)
        }
    }

    private static func declaredNames(of file: SourceFile) -> Set<String> {
        var names: Set<String> = []
        for index in file.tokens.indices.dropLast()
        where isTypeKeyword(index, of: file) || file.tokens[index].text == "associatedtype" {
            names.insert(file.tokens[index + 1].text)
        }
        return names
    }

    private static func isTypeKeyword(_ index: Int, of file: SourceFile) -> Bool {
        let next = file.tokens[index + 1]
        // `class func` and `class var` declare members.
        return typeKeywords.contains(file.tokens[index].text) && next.kind == .identifier
            && !["func", "var", "override", "subscript"].contains(next.text)
    }

    private static func isMember(_ index: Int, of file: SourceFile) -> Bool {
        guard index > 0, file.tokens[index - 1].text == "." else { return false }
        return index < 2 || file.tokens[index - 2].text != "RealmStore"
    }
}
