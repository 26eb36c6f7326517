import Foundation
import Glibc
import TestSupport
import Testing

/// Output and questions at a terminal.
@Suite(.enabled(if: PseudoTerminal.canRun, "needs python3")) struct TerminalTests {
    private let ingredients: CommandRecipe.Ingredients
    private let realm: String

    init() throws {
        ingredients = try CommandRecipe.Ingredients(Workplace())
        realm = try ingredients.realm()
    }

    private var place: Workplace { ingredients.place }
    private var key: [String] { ["--key-file", ingredients.key] }

    private func bytes(_ path: String) throws -> Data { try Data(contentsOf: URL(fileURLWithPath: path)) }

    // MARK: query

    private func query(_ columns: Int, _ options: [String] = [], id: Int = 1) throws -> String {
        let arguments = ["query", realm, "Person", "id == \(id)", "--color", "never"] + key + options
        let output = try PseudoTerminal.run(arguments, columns: columns)
        #expect(output.code == 0, "\(output.out)")
        return output.out.replacing("\r\n", with: "\n")
    }

    @Test func `columns that do not fit become a block for each object`() throws {
        let narrow = try query(38, ["--columns", "name,street,city,country"])
        #expect(narrow == "name: Ann Example\nstreet: Hill Road 5\ncity: Leeds\ncountry: UK\n")
        let two = try query(20, ["--columns", "name,street", "--limit", "2"])
        #expect(two.hasPrefix("name: Ann Example\nstreet: Hill Road 5\n"))
    }

    @Test func `blocks have an empty line between them`() throws {
        let arguments = ["query", realm, "Dog", "--color", "never", "--limit", "2"] + key
        let output = try PseudoTerminal.run(arguments, columns: 8)
        #expect(output.out == "_key: 0\r\nname: Rex\r\n\r\n_key: 1\r\nname: Bella\r\n")
    }

    @Test func `columns that fit, or nearly do, stay columns`() throws {
        #expect(try query(80).hasPrefix("_key  id  name         age  street"))
        let cut = try query(31, ["--columns", "name,city,street"], id: 2)
        #expect(cut == "name           city  street\nBernd Beispi…  Bonn  Am Markt 1\n")
    }

    // MARK: Questions

    @Test(arguments: [("y\n", 0), ("n\n", 64)] as [(String, Int32)])
    func `a question is answered`(answer: String, code: Int32) throws {
        let before = try bytes(realm)
        let output = try PseudoTerminal.run(
            ["decrypt", realm] + key, answers: [.init(question: "go on? [y/N] ", text: answer)])
        #expect(output.code == code, "\(output.out)")
        #expect(try (bytes(realm) == before) == (code != 0))
    }

    @Test func `without input nothing is asked, not even on a terminal`() throws {
        let asking = try PseudoTerminal.run(["decrypt", realm, "--no-input"] + key)
        #expect(asking.code == 64 && asking.out.contains("Answer with --yes."), "\(asking.out)")
        let secret = try PseudoTerminal.run(["info", realm, "--no-input"])
        #expect(secret.code == 78 && !secret.out.contains("Key of"), "\(secret.out)")
    }

    /// Commands that would ask, but fail before: no question is asked.
    private func refusals() throws -> [(arguments: [String], code: Int32)] {
        let wrong = ["--key-file", try place.secret("wrong", KeyForms.wrong)]
        let missing = ingredients.path("missing.realm")
        let archive = ingredients.path("book.realm.tar.zst")
        try ingredients.run("backup", "create", "-q", realm, "--key-file", ingredients.key, "-o", archive)
        let kept = try place.file("book.realm.old", Data())
        let folder = ["--dir", CommandRecipe.migrations]
        let directory = ["-d", place.path, "--keep-last", "1"]
        return [
            (["decrypt", missing] + key, 66), (["decrypt", realm] + wrong, 78), (["rekey", missing] + key, 64),
            (["rekey", realm, "--new-key-file", ingredients.key] + key, 64),
            (["rekey", realm, "--new-key-file", ingredients.path("none")] + key, 66),
            (["decrypt", realm, "--keep-old", String(kept.suffix(4))] + key, 73),
            (["decrypt", try ingredients.realm(encrypted: false, named: "plain.realm")], 65),
            (["restore", archive, realm] + key, 73), (["restore", archive, realm, "--force"] + wrong, 78),
            (["migrate", "apply", missing] + folder, 66), (["migrate", "apply", realm] + wrong + folder, 78),
            (["migrate", "apply", realm, "--backup-dir", missing] + key + folder, 73),
            (["backup", missing] + directory, 66), (["backup", realm, "--decrypt"] + wrong + directory, 78),
            (["backup", realm, "--decrypt", "-o", archive] + key, 73),
            (["backup", "prune", missing, "--keep-last", "1"], 66),
        ]
    }

    @Test func `no question is asked for a refused operation`() throws {
        for (arguments, code) in try refusals() {
            let output = try PseudoTerminal.run(arguments)
            #expect(output.code == code && !output.out.contains("[y/N]"), "\(arguments): \(output.out)")
        }
    }

    @Test func `a question counts the files that can be changed`() throws {
        let output = try PseudoTerminal.run(
            ["decrypt", realm, ingredients.path("missing.realm")] + key,
            answers: [.init(question: "1 of 2 files will be decrypted in place; go on? [y/N] ", text: "y\n")])
        #expect(output.code == 2, "\(output.out)")
        #expect(try RealmctlProcess.run(["info", "--no-input", realm]).code == 0)
    }

    // MARK: Keys

    private var hex: String { String(decoding: KeyForms.hex, as: UTF8.self) + "\n" }

    @Test(arguments: CommandRecipe.all.filter { $0.takesKey && !$0.follows })
    func `a key that was asked for opens the file`(recipe: CommandRecipe) throws {
        let output = try PseudoTerminal.run(
            recipe.words + recipe.prepare(ingredients) + ["--key-prompt"],
            answers: [.init(question: "Key: ", text: hex)])
        #expect(output.code == 0 && !output.out.contains(hex.prefix(20)), "\(output.out)")
    }

    @Test func `a new key is asked for twice, and the key of the second file of two by itself`() throws {
        let copy = ingredients.path("copy.realm")
        let plain = try ingredients.realm(encrypted: false, named: "plain.realm")
        let twice = ["New key: ", "New key again: "].map { PseudoTerminal.Answer(question: $0, text: hex) }
        let output = try PseudoTerminal.run(["copy", plain, copy, "--new-key-prompt"], answers: twice)
        #expect(output.code == 0, "\(output.out)")
        let differ = [twice[0], .init(question: twice[1].question, text: String(hex.reversed().dropFirst()) + "\n")]
        let refused = try PseudoTerminal.run(
            ["copy", plain, ingredients.path("none.realm"), "--new-key-prompt"], answers: differ)
        #expect(refused.code == 78 && refused.out.contains("differ"), "\(refused.out)")
        let compared = try PseudoTerminal.run(
            ["diff", plain, copy, "--other-key-prompt"], answers: [.init(question: "Key: ", text: hex)])
        #expect(compared.code == 0, "\(compared.out)")
    }

    // MARK: Progress and colours

    /// Files of which the second is held by another session for a second.
    private func busyRun(_ options: [String]) throws -> RealmctlProcess.Output {
        let other = try ingredients.realm(named: "other.realm")
        let lock = try FileHandle(forUpdating: URL(fileURLWithPath: place.file("other.realm.lock", Data())))
        #expect(flock(lock.fileDescriptor, LOCK_EX) == 0)
        DispatchQueue.global().asyncAfter(deadline: .now() + 1.5) { try? lock.close() }
        let arguments = ["compact", realm, other, "-j", "1", "--lock-timeout", "60s"] + key + options
        return try options.contains("plain") ? RealmctlProcess.run(arguments) : PseudoTerminal.run(arguments)
    }

    @Test func `a line on the terminal shows how far long work is, and goes`() throws {
        let output = try busyRun([])
        #expect(output.code == 0, "\(output.out)")
        #expect(output.out.contains("compact 1/2 other.realm [##########----------] 50 %"), "\(output.out)")
        #expect(output.out.contains("\u{1B}[G\u{1B}[K"))
        let never = try busyRun(["--progress", "never"])
        #expect(!never.out.contains("50 %"))
    }

    @Test func `plain progress is lines without control characters`() throws {
        let output = try busyRun(["--progress", "plain"])
        #expect(output.code == 0)
        #expect(output.err.contains("realmctl: compact \(ingredients.path("other.realm")): 50 %\n"), "\(output.err)")
        #expect(!output.err.contains("\u{1B}") && !output.err.contains("\r"))
    }

    @Test(
        arguments: [([:], true), (["NO_COLOR": "1"], false), (["TERM": "dumb"], false)] as [([String: String], Bool)])
    func `there are colours on a terminal that wants them`(environment: [String: String], isColored: Bool) throws {
        let output = try PseudoTerminal.run(["info", realm] + key, environment: environment)
        #expect(output.out.contains("\u{1B}[1m") == isColored, "\(output.out)")
    }

    @Test(arguments: [["copy", "-"], ["backup", "-o", "-"]])
    func `binary output is not printed on a terminal`(words: [String]) throws {
        let output = try PseudoTerminal.run([words[0], realm] + words.dropFirst() + key)
        #expect(output.code == 64 && output.out.contains("on a terminal"), "\(output.out)")
    }
}
