import ArgumentParser
import Foundation
import RealmTools

/// What shells offer for words that stand for names in a file: its classes, and their properties.
enum FileNames {
    /// The classes of the file that the command line names.
    static let classes = CompletionKind.custom { words, _, _ in
        schema(words)?.objectSchema.map(\.className) ?? []
    }

    /// The properties of the class behind the file's name, for lists with commas, too.
    static let properties = CompletionKind.custom { words, index, _ in
        guard let (schema, rest) = schemaAndRest(words),
            let found = schema.objectSchema.first(where: { rest.contains($0.className) })
        else { return [] }
        let word = words.indices.contains(index) ? words[index] : ""
        let done = word.lastIndex(where: { $0 == "," }).map { String(word[...$0]) } ?? ""
        return found.properties.map { done + $0.name }
    }

    /// Properties with their classes, as in `Person.age`.
    static let classProperties = CompletionKind.custom { words, _, _ in
        schema(words)?.objectSchema.flatMap { found in found.properties.map { "\(found.className).\($0.name)" } } ?? []
    }

    private static func schema(_ words: [String]) -> Schema? { schemaAndRest(words)?.schema }

    /// The schema of the first file that can be read, and the words behind its name. Nothing is written, and nobody is
    /// asked for a key.
    private static func schemaAndRest(_ words: [String]) -> (schema: Schema, rest: ArraySlice<String>)? {
        for (position, word) in words.enumerated().dropFirst() where FileSearch.isRegularFile(word) {
            var configuration = Realm.Configuration(fileURL: InputFile(word).url, encryptionKey: key(words))
            configuration.schemaMode = .discovered
            configuration.lockMode = .immutable
            if let realm = try? Realm(configuration: configuration) {
                return (realm.schema, words[(position + 1)...])
            }
        }
        return nil
    }

    /// The key of the file that an option or the environment names.
    private static func key(_ words: [String]) -> Data? {
        let option = words.firstIndex(of: "--key-file").flatMap { $0 + 1 < words.count ? words[$0 + 1] : nil }
        guard let path = option ?? ProcessInfo.processInfo.environment["REALMCTL_KEY_FILE"], path != "-",
            let content = FileManager.default.contents(atPath: path)
        else { return nil }
        return try? KeyText.decode(file: content, from: path).key
    }
}
