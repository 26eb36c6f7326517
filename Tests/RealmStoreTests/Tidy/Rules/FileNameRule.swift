/// A file has the name of its declaration, so that declarations are found by name, and has one subject.
///
/// `Name.swift` declares the type `Name`, or an alias of that name; `Type+Topic.swift` extends `Type`; a file with
/// functions or constants alone has the name of one. Further types in it are short, or private to it.
enum FileNameRule {
    /// Up to this many lines a type may stand in the file of the one it belongs to: an error beside the code that
    /// throws it, a protocol beside the code that requires it.
    static let maximumCompanionLines = 20

    /// Files that have another name, by path, and why.
    static let exceptions: [String: String] = [
        "Sources/RealmStore/Objects/Models/ValueMarkers.swift": "four protocols without requirements, all alike",
        "Sources/RealmStore/Objects/Models/SDKNames.swift": "names that the SDK has and that mean nothing here",
    ]

    static func violations(
        in files: [SourceFile], exceptions: [String: String] = FileNameRule.exceptions
    ) -> [TidyViolation] {
        var unused = exceptions
        var violations: [TidyViolation] = []
        for file in files where file.isSwift && file.path.hasPrefix("Sources/") {
            let name = String(file.path.split(separator: "/").last?.dropLast(".swift".count) ?? "")
            let outline = SourceOutline(of: file)
            violations += companions(in: outline, beside: name, of: file)
            guard let violation = violation(in: outline, named: name, of: file) else { continue }
            if unused.removeValue(forKey: file.path) == nil { violations.append(violation) }
        }
        return violations + unused.keys.sorted().map { TidyViolation($0, line: 1, "is an exception nobody needs") }
    }

    private static func violation(
        in outline: SourceOutline, named name: String, of file: SourceFile
    ) -> TidyViolation? {
        let declarations = outline.declarations
        guard let first = declarations.first else { return nil }
        let extensions = declarations.filter { $0.kind == .fileExtension }
        if let plus = name.firstIndex(of: "+") {
            if extensions.contains(where: { $0.name == name[..<plus] }) { return nil }
            return TidyViolation(file, line: first.line, "extends no \(name[..<plus])")
        }
        if declarations.contains(where: { !$0.isPrivate && $0.isNamed(name) }) { return nil }
        if let type = outline.visibleTypes.first {
            return TidyViolation(file, line: type.line, "declares \(type.name)")
        }
        guard let extended = extensions.first else {
            return TidyViolation(file, line: first.line, "declares \(first.name)")
        }
        if extended.nestedTypes.first == name { return nil }
        return TidyViolation(file, line: extended.line, "is no '\(extended.name)+…', but extends it")
    }

    private static func companions(
        in outline: SourceOutline, beside name: String, of file: SourceFile
    ) -> [TidyViolation] {
        outline.visibleTypes.filter { $0.lineCount > maximumCompanionLines && !$0.isNamed(name) }.filter { type in
            // `public typealias Object = RealmSwiftObject`: the file has the name that people use.
            !outline.declarations.contains { $0.kind == .alias && $0.isNamed(name) && $0.aliased == type.name }
        }.map {
            TidyViolation(file, line: $0.line, "\($0.name) has \($0.lineCount) lines and needs a file of its own")
        }
    }
}
