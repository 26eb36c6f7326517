import Foundation
import Glibc
import TestSupport
import Testing

/// The rules of all commands that replace a file.
@Suite struct InPlaceTests {
    private let ingredients: CommandRecipe.Ingredients

    init() throws { ingredients = try CommandRecipe.Ingredients(Workplace()) }

    /// Commands that write a new file in the place of the old one.
    private static let replacing = CommandRecipe.all.filter { $0.writes && $0.takesMany && $0.name != "upgrade" }

    private func arguments(_ recipe: CommandRecipe) throws -> [String] {
        recipe.words + (try recipe.prepare(ingredients)) + (recipe.takesKey ? ["--key-file", ingredients.key] : [])
    }

    private func status(_ path: String) -> stat {
        var status = stat()
        lstat(path, &status)
        return status
    }

    @Test func `there are commands that replace files`() { #expect(Self.replacing.count >= 5) }

    @Test(arguments: replacing)
    func `a link stays, and the file that it leads to is replaced`(recipe: CommandRecipe) throws {
        var arguments = try arguments(recipe)
        let path = ingredients.path("book.realm")
        let (directory, before) = (try ingredients.directory("elsewhere"), status(path).st_ino)
        let target = directory + "/real.realm"
        try FileManager.default.moveItem(atPath: path, toPath: target)
        let link = ingredients.path("link.realm")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
        arguments = arguments.map { $0 == path ? link : $0 }
        let output = try RealmctlProcess.run(arguments)
        #expect(output.code == 0, "\(output.err)")
        #expect(status(link).st_mode & S_IFMT == S_IFLNK)
        #expect(status(target).st_ino != before)
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test(arguments: replacing)
    func `the new file has the permissions of the old one, and nothing is left over`(recipe: CommandRecipe) throws {
        let arguments = try arguments(recipe)
        let path = ingredients.path("book.realm")
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
        // The leftover of a killed run.
        _ = try ingredients.file(".book.realm.realmctl-1-abc.tmp", "unfinished")
        let output = try RealmctlProcess.run(arguments)
        #expect(output.code == 0, "\(output.err)")
        #expect(status(path).st_mode & 0o777 == 0o640)
        #expect(try ingredients.place.names().filter { $0.hasSuffix(".tmp") }.isEmpty)
    }

    @Test(arguments: replacing)
    func `a file with a second name is replaced by force only`(recipe: CommandRecipe) throws {
        let arguments = try arguments(recipe)
        let (path, second) = (ingredients.path("book.realm"), ingredients.path("second"))
        try FileManager.default.linkItem(atPath: path, toPath: second)
        let before = try Data(contentsOf: URL(fileURLWithPath: second))
        let refused = try RealmctlProcess.run(arguments + ["--json"])
        #expect(refused.code == 73 && refused.out.contains("\"hardLinked\""), "\(refused.out)")
        try? FileManager.default.removeItem(atPath: ingredients.path("new.key"))
        let output = try RealmctlProcess.run(arguments + ["--force"])
        #expect(output.code == 0, "\(output.err)")
        #expect(try Data(contentsOf: URL(fileURLWithPath: second)) == before)
        #expect(status(path).st_ino != status(second).st_ino)
    }

    @Test(.enabled(if: OtherUser.canRun, "needs root and setpriv(1), and a build other users can run"))
    func `where no lock file can be made, files are read without one`() throws {
        let path = try ingredients.plain()
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
        try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: ingredients.place.path)
        for arguments in [["info", path], ["verify", path], ["export", path], ["query", path, "Dog"]] {
            let output = try OtherUser.run(arguments)
            #expect(output.code == 0, "\(arguments): \(output.err)")
        }
        #expect(try OtherUser.run(["compact", path]).code == 73)
        #expect(try ingredients.place.names() == ["book.realm", "key"])
    }
}
