/// The modules that each part of the product may import, and the parts that may call the system: Glibc, OpenSSL and the
/// system calls that Foundation passes on belong to Platform, SQLite and zstd to their rooms in the tools.
enum ImportRule {
    private static let low: Set<String> = ["Synchronization"]
    private static let high: Set<String> = ["Synchronization", "Foundation", "Dispatch", "Swift"]

    /// Modules the file may import; nil when the file is free to import anything.
    private static func allowedModules(of file: SourceFile) -> Set<String>? {
        switch file.floor {
        case .platform: low.union(["Glibc", "Dispatch", "COpenSSL", "CSwiftRuntime", "Swift"])
        case .nodes, .storage, .tables, .query: low
        case .schema, .objects, .observation, .maintenance: high
        case .faces: ["RealmStore", "Foundation", "Synchronization"]
        case .dropIn:
            [
                "Realm", "RealmStore", "Foundation", "Synchronization", "OpenCombine", "OpenCombineDispatch",
            ]
        case .tools where file.meetsSystem: low.union(["RealmStore", "Glibc", "CSQLite3", "CZstd"])
        case .tools: ["RealmStore", "Foundation", "Synchronization", "Yams"]
        case .commands: ["RealmTools", "ArgumentParser", "Foundation", "Glibc", "Synchronization"]
        case nil: nil
        }
    }

    /// System calls that no method of the project is named after.
    private static let systemCalls: Set<String> = [
        "mmap", "munmap", "mremap", "msync", "madvise", "flock", "fcntl", "ioctl", "fsync", "fdatasync", "ftruncate",
        "fallocate", "posix_fallocate", "pread", "pwrite", "preadv", "pwritev", "lseek", "fstat", "lstat", "unlink",
        "renameat", "fopen", "fwrite", "fread", "fclose", "mkstemp", "getenv", "setenv",
    ]

    /// Modules above what the file tests. SwiftPM lets a target import whatever another one has built.
    private static func modulesAbove(_ file: SourceFile) -> Set<String> {
        if file.path.hasPrefix("Tests/RealmToolsTests/") { return ["realmctl"] }
        let isOfEngine = ["Tests/RealmStoreTests/", "Tests/TestSupport/"].contains { file.path.hasPrefix($0) }
        if isOfEngine { return ["Realm", "RealmSwift", "RealmTools", "realmctl"] }
        if file.path.hasPrefix("Tests/RealmTests/") { return ["RealmSwift", "RealmTools", "realmctl"] }
        return file.path.hasPrefix("Tests/RealmSwiftTests/") ? ["RealmTools", "realmctl"] : []
    }

    static func violations(in files: [SourceFile]) -> [TidyViolation] {
        files.flatMap { file in
            guard let allowed = allowedModules(of: file) else {
                let above = modulesAbove(file)
                guard !above.isEmpty else { return [TidyViolation]() }
                return importedModules(of: file).filter { above.contains($0.name) }.map {
                    TidyViolation(file, line: $0.line, "may not import \($0.name)")
                }
            }
            let imports = importedModules(of: file).compactMap { module -> TidyViolation? in
                if module.isTestable { return TidyViolation(file, line: module.line, "'@testable' is for tests") }
                if allowed.contains(module.name) { return nil }
                return TidyViolation(file, line: module.line, "may not import \(module.name)")
            }
            return imports + systemCallViolations(in: file)
        }
    }

    private static func importedModules(of file: SourceFile) -> [(name: String, line: Int, isTestable: Bool)] {
        let tokens = file.tokens
        let kinds = SourceDeclaration.typeKeywords.union(["func", "var", "let"])
        return tokens.indices.dropLast(1).compactMap { index in
            guard tokens[index].text == "import", tokens[index].kind == .identifier else { return nil }
            var module = index + 1
            if kinds.contains(tokens[module].text), module + 1 < tokens.count {
                module += 1
            }
            let isTestable = index > 0 && tokens[index - 1].text == "testable"
            return (tokens[module].text, tokens[index].line, isTestable)
        }
    }

    private static func systemCallViolations(in file: SourceFile) -> [TidyViolation] {
        guard let floor = file.floor, floor < .commands, !file.meetsSystem else { return [] }
        let tokens = file.tokens
        return tokens.indices.dropFirst().dropLast().compactMap { index in
            let token = tokens[index]
            guard systemCalls.contains(token.text), tokens[index + 1].text == "(",
                ![".", "func"].contains(tokens[index - 1].text)
            else { return nil }
            return TidyViolation(file, line: token.line, "only Platform calls the system: '\(token.text)'")
        }
    }
}
