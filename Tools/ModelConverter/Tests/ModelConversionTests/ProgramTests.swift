import Foundation
import ModelConversion
import Testing

/// Whole programs: what the tests of the library compile and run is what the converter makes.
@Suite struct ProgramTests {
    private static let folder = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent()
    private static let repository =
        folder
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    private static let converted = "Tests/Snippets/43-models-converted-from-objc-dynamic.program.txt"

    private func legacy() throws -> String {
        try String(contentsOf: Self.folder.appendingPathComponent("Programs/kennel.legacy.txt"), encoding: .utf8)
    }

    private func expected() throws -> String {
        try String(contentsOf: Self.repository.appendingPathComponent(Self.converted), encoding: .utf8)
    }

    @Test func `a program becomes the one that the library's tests run`() throws {
        let files = try [ModelSource(path: "kennel.swift", source: legacy())]
        let converted = ModelConverter.convert(files)[0]
        #expect(try converted.source == expected())
        #expect(converted.notes.allSatisfy { $0.kind == .hint })
    }

    @Test func `converting twice is the same as converting once`() throws {
        let expected = try expected()
        let converted = ModelConverter.convert([ModelSource(path: "kennel.swift", source: expected)])[0]
        #expect(converted.source == expected && converted.notes.isEmpty)
    }

    // MARK: The program

    private func run(_ program: URL, _ arguments: [String], _ input: Data) throws -> (code: Int32, output: Data) {
        let (process, output) = (Process(), Pipe())
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("request-\(UUID().uuidString)")
        try input.write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        process.executableURL = program
        process.arguments = arguments
        process.standardInput = try FileHandle(forReadingFrom: file)
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return (process.terminationStatus, bytes)
    }

    private static let program = URL(fileURLWithPath: CommandLine.arguments[0])
        .resolvingSymlinksInPath().deletingLastPathComponent().appendingPathComponent("realm-model-converter")

    @Test func `the program answers a request in JSON`() throws {
        let request = try ConversionRequest(files: [ModelSource(path: "kennel.swift", source: legacy())])
        let (code, bytes) = try run(Self.program, [], JSONEncoder().encode(request))
        let answer = try JSONDecoder().decode(ConversionAnswer.self, from: bytes)
        #expect(code == 0 && answer == request.answer)
        #expect(try answer.format == 1 && answer.files.map(\.source) == [expected()])
    }

    @Test func `the program refuses what is no request`() throws {
        #expect(try run(Self.program, [], Data("nonsense".utf8)).code == 1)
    }

    private static let realmctl = ProcessInfo.processInfo.environment["REALMCTL"]
        .flatMap { $0.isEmpty ? nil : URL(fileURLWithPath: $0) }

    @Test(.enabled(if: realmctl != nil, "REALMCTL names no built realmctl"))
    func `realmctl prints what the program makes`() throws {
        let realmctl = try #require(Self.realmctl)
        let file = Self.folder.appendingPathComponent("Programs/kennel.legacy.txt").path
        let arguments = ["schema", "convert", "--quiet", "--converter", Self.program.path, file]
        let (code, output) = try run(realmctl, arguments, Data())
        #expect(try code == 0 && String(decoding: output, as: UTF8.self) == expected())
    }
}
