import Foundation
import Glibc
import TestSupport
import Testing

/// How the program that converts models is found and run, and what becomes of its answer.
@Suite("realmctl schema convert") struct SchemaConvertTests {
    private let place: Workplace

    init() throws { place = try Workplace() }

    private func run(_ fake: FakeConverter, _ options: String...) throws -> RealmctlProcess.Output {
        try RealmctlProcess.run(["schema", "convert"] + fake.arguments + options)
    }

    private func text(_ path: String) throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

    private static let diff = """
        @@ -1,3 +1,3 @@
         class Dog: Object {
        -    @objc dynamic var name = ""
        +    @Persisted var name = ""
         }

        """

    // MARK: What is printed

    @Test func `the converted source is printed, and remarks go to standard error with file and line`() throws {
        let fake = try FakeConverter(in: place)
        let output = try run(fake)
        #expect(output.code == 0 && output.out == FakeConverter.converted)
        #expect(output.err.contains("realmctl: \(fake.file):2: note: look here\n"))
        #expect(try text(fake.file) == FakeConverter.source)
    }

    @Test func `what is left to do by hand is a finding`() throws {
        let fake = try FakeConverter(in: place, kind: "left")
        let output = try run(fake)
        #expect(output.code == 1 && output.out == FakeConverter.converted)
        #expect(output.err.contains("\(fake.file):2: look here\n"))
        #expect(output.err.contains("1 place is left to be changed by hand"))
    }

    @Test func `several sources are printed below their names`() throws {
        let fake = try FakeConverter(in: place, files: 2)
        let other = try place.file("Other.swift", Data())
        let output = try run(fake, other)
        #expect(output.out == "// \(fake.file)\n\(FakeConverter.converted)// \(other)\n\(FakeConverter.converted)")
    }

    @Test func `the differences can be printed instead, and patch reads them`() throws {
        let fake = try FakeConverter(in: place)
        let output = try run(fake, "--diff")
        #expect(output.code == 0 && output.out == "--- \(fake.file)\n+++ \(fake.file)\n" + Self.diff)
    }

    @Test func `standard input is converted, and cannot be rewritten`() throws {
        let fake = try FakeConverter(in: place, before: "grep -q 'from standard input'")
        let arguments = ["schema", "convert", "--converter", fake.program, "-"]
        let input = Data("// from standard input\n".utf8)
        let output = try RealmctlProcess.run(arguments, stdin: input)
        #expect(output.code == 0 && output.out == FakeConverter.converted)
        #expect(try RealmctlProcess.run(arguments + ["--in-place"], stdin: input).code == 64)
    }

    @Test func `the program gets the files' names and content in JSON`() throws {
        let request = "\(place.path)/request"
        let fake = try FakeConverter(in: place, before: "cat > '\(request)'")
        #expect(try run(fake).code == 0)
        let document = try JSONText(text(request).utf8)
        let file = try #require(document["files"]?.items.first)
        #expect(file["path"]?.text == fake.file && file["source"]?.text == FakeConverter.source)
    }

    @Test func `much text goes through without waiting for anything`() throws {
        let fake = try FakeConverter(in: place, before: "yes | head -c 300000; yes | head -c 300000 >&2; exit 3")
        let large = try place.file("Large.swift", Data(repeating: 0x20, count: 1 << 20))
        let output = try RealmctlProcess.run(["schema", "convert", "--converter", fake.program, large])
        #expect(output.code == 65 && output.err.contains("ended with 3: y"))
    }

    // MARK: In place

    @Test func `in place the differences are shown first, and the file is rewritten with its permissions`() throws {
        let fake = try FakeConverter(in: place)
        try FileManager.default.setAttributes([.posixPermissions: 0o664], ofItemAtPath: fake.file)
        let output = try run(fake, "--in-place", "--yes")
        #expect(output.code == 0 && output.out.hasSuffix(Self.diff))
        #expect(try text(fake.file) == FakeConverter.converted)
        let attributes = try FileManager.default.attributesOfItem(atPath: fake.file)
        #expect(attributes[.posixPermissions] as? Int == 0o664)
        #expect(try place.names() == ["Models.swift", "converter"])
    }

    @Test(.enabled(if: geteuid() == 0, "needs root"))
    func `in place a file of another user stays that user's`() throws {
        let fake = try FakeConverter(in: place)
        #expect(chown(fake.file, 12_345, 12_346) == 0)
        try FileManager.default.setAttributes([.posixPermissions: 0o4750], ofItemAtPath: fake.file)
        #expect(try run(fake, "--in-place", "--yes").code == 0)
        var status = stat()
        #expect(stat(fake.file, &status) == 0 && (status.st_uid, status.st_gid) == (12_345, 12_346))
        #expect(status.st_mode & 0o7777 == 0o4750)
    }

    @Test func `in place nothing is changed without an answer, nor in a dry run`() throws {
        let fake = try FakeConverter(in: place)
        let unasked = try run(fake, "--in-place", "--json")
        #expect(try unasked.code == 64 && unasked.error()["code"] as? String == "confirmationRequired")
        let dry = try run(fake, "--in-place", "--dry-run")
        #expect(dry.code == 0 && dry.out.hasSuffix(Self.diff))
        #expect(try text(fake.file) == FakeConverter.source)
    }

    @Test(.enabled(if: PseudoTerminal.canRun, "needs python3"), arguments: [("y", true), ("n", false)])
    func `on a terminal it is asked`(answer: String, isRewritten: Bool) throws {
        let fake = try FakeConverter(in: place)
        let output = try PseudoTerminal.run(
            ["schema", "convert", "--in-place"] + fake.arguments,
            answers: [PseudoTerminal.Answer(question: "[y/N]", text: "\(answer)\n")])
        #expect(output.code == (isRewritten ? 0 : 64), "\(output.out)")
        #expect(try text(fake.file) == (isRewritten ? FakeConverter.converted : FakeConverter.source))
    }

    @Test func `a file that is converted already is not written`() throws {
        let fake = try FakeConverter(in: place)
        _ = try place.file("Models.swift", Data(FakeConverter.converted.utf8))
        let output = try run(fake, "--in-place", "--no-input")
        #expect(output.code == 0 && output.out.isEmpty, "\(output.err)")
    }

    @Test func `a file that changes meanwhile is left alone`() throws {
        let path = "\(place.path)/Models.swift"
        let fake = try FakeConverter(in: place, before: "cat > /dev/null; echo '// mine' > '\(path)'")
        let output = try run(fake, "--in-place", "--yes", "--json")
        #expect(try output.code == 75 && output.error()["code"] as? String == "changedWhileReading")
        #expect(try text(path) == "// mine\n")
        #expect(try place.names() == ["Models.swift", "converter"])
    }

    @Test func `a file with two names is rewritten only by force, and a link stays one`() throws {
        let fake = try FakeConverter(in: place)
        let (second, link) = ("\(place.path)/second", "\(place.path)/link")
        try FileManager.default.linkItem(atPath: fake.file, toPath: second)
        #expect(try run(fake, "--in-place", "--yes").code == 73)
        try FileManager.default.removeItem(atPath: second)
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "Models.swift")
        let arguments = ["schema", "convert", "--converter", fake.program, link, "--in-place", "--yes"]
        #expect(try RealmctlProcess.run(arguments).code == 0)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "Models.swift")
        #expect(try text(fake.file) == FakeConverter.converted)
    }

    // MARK: The program

    @Test func `without the program it is said how to get it`() throws {
        let fake = try FakeConverter(in: place)
        let output = try RealmctlProcess.run(["schema", "convert", fake.file])
        #expect(output.code == 66)
        #expect(output.err.contains("'realm-model-converter' is not installed"))
        #expect(output.err.contains("make install-converter"))
    }

    @Test(arguments: ["bin", "libexec/realmctl"])
    func `the program is found beside realmctl and in libexec`(folder: String) throws {
        let fake = try FakeConverter(in: place)
        for folder in ["bin", "libexec/realmctl"] {
            try FileManager.default.createDirectory(
                atPath: "\(place.path)/\(folder)", withIntermediateDirectories: true)
        }
        try FileManager.default.moveItem(
            atPath: fake.program, toPath: "\(place.path)/\(folder)/realm-model-converter")
        let script = #"cp "$REALMCTL" "$1/bin/realmctl" && "$1/bin/realmctl" schema convert "$2""#
        let output = try RealmctlProcess.shell(script, [place.path, fake.file])
        #expect(output.code == 0 && output.out == FakeConverter.converted, "\(output.err)")
    }

    @Test(arguments: [
        ("echo 'it broke' >&2; exit 9", "ended with 9: it broke"), ("kill -9 $$", "was ended by signal 9"),
        ("echo nonsense; exit", "does not answer"), ("echo '{\"format\":2,\"files\":[]}'; exit", "does not answer"),
    ])
    func `a program that fails is not believed`(command: String, message: String) throws {
        let fake = try FakeConverter(in: place, before: command)
        let output = try run(fake, "--in-place", "--yes")
        #expect(output.code == 65 && output.err.contains(message), "\(output.err)")
        #expect(try text(fake.file) == FakeConverter.source)
    }

    @Test func `an answer for another number of files is not believed`() throws {
        #expect(try run(FakeConverter(in: place, files: 2)).code == 65)
    }

    @Test func `a file is named once, and --diff goes without --in-place`() throws {
        let fake = try FakeConverter(in: place)
        #expect(try run(fake, fake.file).code == 64)
        #expect(try run(fake, "--diff", "--in-place").code == 64)
    }
}
