import Foundation

/// The project's own text files, found from this file's place.
enum SourceTree {
    /// All hand-written files: Swift, scripts, documents, migrations. No fixtures, no build products.
    static let files: [SourceFile] = load()

    static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent()  // Tidy
        .deletingLastPathComponent()  // RealmStoreTests
        .deletingLastPathComponent()  // Tests
        .deletingLastPathComponent()

    private static let topFolders = [
        "Sources", "Tests", "Tools", "Benchmarks", "Scripts", "docs", "migrations", "completions", ".ci",
    ]
    private static let topFiles = [
        "Package.swift", "Makefile", "README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md",
    ]
    private static let suffixes: Set<String> = [
        "swift", "md", "sh", "h", "modulemap", "yaml", "yml", "bash", "fish", "",
    ]

    private static func load() -> [SourceFile] {
        var paths = topFiles.filter { FileManager.default.fileExists(atPath: root.appending(path: $0).path) }
        for folder in topFolders {
            let found = FileManager.default.enumerator(atPath: root.appending(path: folder).path)
            while let path = found?.nextObject() as? String {
                if path == "Fixtures" || path.hasPrefix(".build") || path.hasSuffix("/.build") {
                    found?.skipDescendants()
                } else if isText(path) {
                    paths.append(folder + "/" + path)
                }
            }
        }
        return paths.sorted().compactMap { path in
            guard let data = FileManager.default.contents(atPath: root.appending(path: path).path) else { return nil }
            return String(data: data, encoding: .utf8).map { SourceFile(path: path, text: $0) }
        }
    }

    private static func isText(_ path: String) -> Bool {
        suffixes.contains(URL(fileURLWithPath: path).pathExtension)
    }
}
