import Foundation

/// The program that converts model classes. It is built by itself, since it needs a parser of Swift.
struct ModelConverterProgram: Sendable {
    /// What the program writes.
    struct Answer: Decodable, Sendable {
        /// A converted file.
        struct File: Decodable, Sendable {
            let source: String
            let notes: [Note]
        }

        /// A remark about a line.
        struct Note: Decodable, Sendable {
            enum Kind: String, Decodable, Sendable {
                case left, hint
            }
            let kind: Kind
            let line: Int
            let message: String
        }

        let format: Int
        let files: [File]
    }

    private static let fileName = "realm-model-converter"

    private let path: String

    /// - Parameter path: the program; nil for the installed one.
    init(_ path: String?) throws(Failure) {
        let places = path.map { [$0] } ?? ModelConverterProgram.places
        guard let found = places.first(where: FileManager.default.isExecutableFile) else {
            throw Failure(
                .noInput, "converterMissing",
                path.map { "The program '\($0)' is missing, or cannot be run." }
                    ?? "The program '\(ModelConverterProgram.fileName)' is not installed.", path: path,
                hint: "In RealmStore's source, 'make install-converter' builds and installs it; 'make converter' "
                    + "builds it, for --converter PROGRAM.")
        }
        self.path = found
    }

    /// Beside the running program, and where programs are that only programs run.
    private static var places: [String] {
        guard let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") else { return [] }
        let directory = URL(fileURLWithPath: own).deletingLastPathComponent()
        return [
            directory.appendingPathComponent(fileName).path,
            directory.deletingLastPathComponent().appendingPathComponent("libexec/realmctl/\(fileName)").path,
        ]
    }

    /// The files converted, in their order.
    func convert(_ files: [ModelFile], in context: CommandContext) throws -> [Answer.File] {
        let request = JSONValue.object([
            (
                "files",
                .array(files.map { .object([("path", .string($0.name)), ("source", .string($0.text))]) })
            )
        ])
        let bytes = try run(Data(request.text.utf8), in: context)
        guard let answer = try? JSONDecoder().decode(Answer.self, from: bytes), answer.format == 1,
            answer.files.count == files.count
        else { throw bad("does not answer in the form that this version of realmctl reads") }
        return answer.files
    }

    /// Runs the program. Files take what goes in and what it says, so that no pipe waits for another.
    private func run(_ input: Data, in context: CommandContext) throws -> Data {
        let scratch = { () throws -> FileHandle in
            try context.scratch.makeNameless(
                in: context.settings.temporaryDirectory, environment: context.environment
            ).file
        }
        let (request, messages) = (try scratch(), try scratch())
        try OutputStream(descriptor: request.fileDescriptor).write(input)
        try request.seek(toOffset: 0)
        let (process, output) = (Process(), Pipe())
        process.executableURL = URL(fileURLWithPath: path)
        (process.standardInput, process.standardOutput, process.standardError) = (request, output, messages)
        do { try process.run() } catch { throw bad("cannot be run: \(error.localizedDescription)") }
        let answer = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        guard process.terminationReason == .exit, process.terminationStatus == 0 else {
            try messages.seek(toOffset: 0)
            let said = String(decoding: try messages.readToEnd() ?? Data(), as: UTF8.self)
            let how = process.terminationReason == .exit ? "ended with" : "was ended by signal"
            let line = said.split(separator: "\n").last.map { ": \($0)" } ?? ""
            throw bad("\(how) \(process.terminationStatus)\(line)")
        }
        return answer
    }

    private func bad(_ problem: String) -> Failure {
        Failure(
            .dataError, "badConverter", "The program '\(path)' \(problem).", path: path,
            hint: "'make install-converter' in RealmStore's source installs the one that belongs to this realmctl.")
    }
}
