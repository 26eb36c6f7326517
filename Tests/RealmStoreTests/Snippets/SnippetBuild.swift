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

/// Compiles and runs the snippets against a library as it was built for the tests.
enum SnippetBuild {
    /// What a program imports.
    enum Library: String, CaseIterable {
        case realmStore = "RealmStore"
        /// The module for apps that were written for the SDK, with all below it.
        case realmSwift = "RealmSwift"

        fileprivate var modules: [String] {
            switch self {
            case .realmStore: ["RealmStore"]
            case .realmSwift:
                ["RealmStore", "Realm", "RealmSwift", "OpenCombine", "OpenCombineDispatch", "COpenCombineHelpers"]
            }
        }

        /// The system libraries that an app needs.
        fileprivate var systemLibraries: [String] {
            switch self {
            case .realmStore: ["-lcrypto"]
            case .realmSwift: ["-lcrypto", "-lstdc++"]
            }
        }
    }

    /// A program with its import.
    struct Case: Hashable, CustomTestStringConvertible {
        let snippet: Snippet
        let library: Library

        static let all = Library.allCases.flatMap { library in
            Snippet.all.map { Case(snippet: $0, library: library) }
        }

        var testDescription: String { "\(library.rawValue): \(snippet.name)" }
    }

    struct Outcome: Sendable {
        var output = ""
        /// Of the compiler, or what the program wrote to standard error.
        var messages = ""
        /// The output of `ldd` for the program.
        var libraries = ""
    }

    /// The result of each program. A library is linked once; as many programs as there are cores are compiled at a
    /// time.
    static let outcomes: [Case: Outcome] = {
        let found = Mutex<[Case: Outcome]>([:])
        do {
            let directory = try TemporaryDirectory()
            for library in Library.allCases {
                let file = directory.url.appendingPathComponent("lib\(library.rawValue).so")
                let linked = try run(
                    ["swiftc", "-emit-library", "-o", file.path] + library.systemLibraries + objects(of: library))
                guard linked.code == 0 else { throw Failure(message: linked.messages) }
            }
            DispatchQueue.concurrentPerform(iterations: Case.all.count) { index in
                let program = Case.all[index]
                let outcome: Outcome
                do {
                    outcome = try build(program, directory.url)
                } catch {
                    outcome = Outcome(messages: "\(error)")
                }
                found.withLock { $0[program] = outcome }
            }
        } catch {
            for program in Case.all { found.withLock { $0[program] = Outcome(messages: "\(error)") } }
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
    private static func build(_ program: Case, _ parent: URL) throws -> Outcome {
        let name = program.library.rawValue
        return try outcome(
            of: program.snippet.program.replacing("import RealmStore\n", with: "import \(name)\n"),
            in: parent.appendingPathComponent("\(name) \(program.snippet.name)"),
            ["-L", parent.path, "-l\(name)", "-Xlinker", "-rpath", "-Xlinker", parent.path])
    }

    /// The output of a program with the library and the Swift runtime statically linked.
    static func staticOutcome(of text: String) throws -> Outcome {
        let directory = try TemporaryDirectory()
        return try outcome(of: text, in: directory.url, ["-static-stdlib"] + objects(of: .realmStore))
    }

    private static func outcome(of text: String, in directory: URL, _ options: [String]) throws -> Outcome {
        let program = directory.appendingPathComponent("program")
        let compiled = try compile(text, to: program, ["-Onone"] + options)
        guard compiled.code == 0 else { return Outcome(messages: compiled.messages) }
        let ran = try run([program.path], ["XDG_DATA_HOME": directory.path])
        return Outcome(
            output: ran.output, messages: "exit code \(ran.code)\n" + ran.messages,
            libraries: try run(["ldd", program.path]).output)
    }

    /// What the compiler says of a program for an app with `import RealmSwift`.
    static func complaints(about text: String) throws -> String {
        let directory = try TemporaryDirectory()
        let program = directory.url.appendingPathComponent("program")
        return try compile("import RealmSwift\n" + text, to: program, ["-typecheck"]).messages
    }

    /// Compiles an optimised program with the library in it, without anything for a debugger.
    static func optimised(_ text: String, in directory: URL) throws -> URL {
        let program = directory.appendingPathComponent("program")
        let compiled = try compile(
            text, to: program, ["-O", "-lcrypto", "-Xlinker", "--strip-debug"] + objects(of: .realmStore))
        guard compiled.code == 0 else { throw Failure(message: compiled.messages) }
        return program
    }

    private static func compile(
        _ text: String, to program: URL, _ options: [String]
    ) throws -> (code: Int32, output: String, messages: String) {
        let directory = program.deletingLastPathComponent()
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        let source = directory.appendingPathComponent("main.swift")
        try Data(text.utf8).write(to: source)
        return try run(
            [
                "swiftc", "-swift-version", "6", source.path, "-o", program.path,
                "-module-name", "Program", "-I", products.appendingPathComponent("Modules").path,
            ] + moduleMaps.flatMap { ["-Xcc", "-fmodule-map-file=\($0)"] } + options)
    }

    /// Of everything that is not Swift.
    private static var moduleMaps: [String] {
        ["COpenSSL", "CSwiftRuntime"].map { "\(package.path)/Sources/\($0)/module.modulemap" }
            + [products.appendingPathComponent("COpenCombineHelpers.build/module.modulemap").path]
    }

    /// The object files of a library, as this build made them.
    private static func objects(of library: Library) throws -> [String] {
        try library.modules.flatMap { module in
            let folder = products.appendingPathComponent("\(module).build")
            let map = folder.appendingPathComponent("output-file-map.json")
            guard let content = try? Data(contentsOf: map) else {
                // Not Swift.
                return try FileManager.default.contentsOfDirectory(atPath: folder.path)
                    .filter { $0.hasSuffix(".o") }.map { folder.appendingPathComponent($0).path }
            }
            guard let files = try JSONSerialization.jsonObject(with: content) as? [String: [String: String]] else {
                throw Failure(message: "'\(map.path)' is not what the build writes")
            }
            // A build of whole modules makes one object of several sources.
            return Set(files.values.compactMap { $0["object"] })
                .filter { FileManager.default.fileExists(atPath: $0) }.sorted()
        }
    }

    static func run(
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
