import Foundation
import Synchronization
import TestSupport
import Testing

/// A program with the text that it prints.
struct Snippet: Hashable, CustomTestStringConvertible {
    let name: String
    let program: String
    let output: String

    var testDescription: String { name }

    /// All of `Tests/Snippets`, in the order of their names.
    static let all: [Snippet] = {
        let folder = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Snippets")
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return files.filter { $0.hasSuffix(".program.txt") }.sorted().compactMap { file in
            let name = String(file.dropLast(".program.txt".count))
            func text(_ kind: String) -> String? {
                try? String(contentsOf: folder.appendingPathComponent("\(name).\(kind).txt"), encoding: .utf8)
            }
            guard let program = text("program"), let output = text("output") else { return nil }
            return Snippet(name: name, program: program, output: output)
        }
    }()
}

/// Compiles and runs the snippets against the library as it was built for the tests.
enum SnippetBuild {
    struct Outcome: Sendable {
        var output = ""
        /// Of the compiler, or what the program wrote to standard error.
        var messages = ""
        /// The output of `ldd` for the program.
        var libraries = ""
    }

    /// The result of each snippet. The library is linked once; as many snippets as there are cores are compiled at a
    /// time.
    static let outcomes: [Snippet: Outcome] = {
        let found = Mutex<[Snippet: Outcome]>([:])
        do {
            let directory = try TemporaryDirectory()
            let library = directory.url.appendingPathComponent("libRealmStore.so")
            let linked = try run(["swiftc", "-emit-library", "-o", library.path, systemLibrary] + objects())
            guard linked.code == 0 else { throw Failure(message: linked.messages) }
            DispatchQueue.concurrentPerform(iterations: Snippet.all.count) { index in
                let snippet = Snippet.all[index]
                let outcome: Outcome
                do {
                    outcome = try build(snippet, directory.url)
                } catch {
                    outcome = Outcome(messages: "\(error)")
                }
                found.withLock { $0[snippet] = outcome }
            }
        } catch {
            for snippet in Snippet.all { found.withLock { $0[snippet] = Outcome(messages: "\(error)") } }
        }
        return found.withLock { $0 }
    }()

    private struct Failure: Error {
        let message: String
    }

    /// The directory of the build products.
    private static let products = URL(fileURLWithPath: CommandLine.arguments[0])
        .resolvingSymlinksInPath().deletingLastPathComponent()
    private static let package = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
    /// The one system library that an app needs, and the library's declaration of the runtime.
    private static let systemModules = ["COpenSSL", "CSwiftConcurrency"]
    private static let systemLibrary = "-lcrypto"

    private static func build(_ snippet: Snippet, _ parent: URL) throws -> Outcome {
        try outcome(
            of: snippet.program, in: parent.appendingPathComponent(snippet.name),
            ["-L", parent.path, "-lRealmStore", "-Xlinker", "-rpath", "-Xlinker", parent.path])
    }

    /// The output of a program with the library and the Swift runtime statically linked.
    static func staticOutcome(of text: String) throws -> Outcome {
        let directory = try TemporaryDirectory()
        return try outcome(of: text, in: directory.url, ["-static-stdlib"] + objects())
    }

    private static func outcome(of text: String, in directory: URL, _ options: [String]) throws -> Outcome {
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        let source = directory.appendingPathComponent("main.swift")
        try Data(text.utf8).write(to: source)
        let program = directory.appendingPathComponent("program")
        let compiled = try run(
            [
                "swiftc", "-swift-version", "6", "-Onone", source.path, "-o", program.path,
                "-module-name", "Program", "-I", products.appendingPathComponent("Modules").path,
            ] + systemModules.flatMap { ["-Xcc", "-fmodule-map-file=\(package.path)/Sources/\($0)/module.modulemap"] }
                + options)
        guard compiled.code == 0 else { return Outcome(messages: compiled.messages) }
        let ran = try run([program.path], ["XDG_DATA_HOME": directory.path])
        return Outcome(
            output: ran.output, messages: "exit code \(ran.code)\n" + ran.messages,
            libraries: try run(["ldd", program.path]).output)
    }

    /// The object files of the library, as this build made them.
    private static func objects() throws -> [String] {
        let map = products.appendingPathComponent("RealmStore.build/output-file-map.json")
        guard let files = try JSONSerialization.jsonObject(with: Data(contentsOf: map)) as? [String: [String: String]]
        else { throw Failure(message: "'\(map.path)' is not what the build writes") }
        // A build of whole modules makes one object of several sources.
        return Set(files.values.compactMap { $0["object"] }).filter { FileManager.default.fileExists(atPath: $0) }
            .sorted()
    }

    private static func run(
        _ command: [String], _ added: [String: String] = [:]
    ) throws -> (code: Int32, output: String, messages: String) {
        let directory = try TemporaryDirectory()
        let (out, err) = (try directory.file("out", Data()), try directory.file("err", Data()))
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = command
        process.environment = ProcessInfo.processInfo.environment.merging(added) { _, given in given }
        process.standardOutput = try FileHandle(forWritingTo: out)
        process.standardError = try FileHandle(forWritingTo: err)
        try process.run()
        process.waitUntilExit()
        return (
            process.terminationStatus, try String(contentsOf: out, encoding: .utf8),
            try String(contentsOf: err, encoding: .utf8)
        )
    }
}
