import Foundation
import TestSupport
import Testing

/// An option of a command, and its visible effect: with the option, and not without it.
struct OptionEffect: Sendable, CustomTestStringConvertible {
    /// The visible effect of a run.
    enum Effect: Sendable {
        case ends(Int32)
        /// On standard output.
        case prints(String)
        case printsNo(String)
        /// The whole standard output.
        case printsJust(String)
        /// On standard error.
        case says(String)
        /// A file whose path below the directory contains this.
        case makes(String)
        case makesNo(String)
        /// Another command, given in words with paths of the directory, which ends with 0.
        case allows(@Sendable (CommandRecipe.Ingredients) -> [String])
    }

    let command: String
    /// The long name.
    let option: String
    /// The arguments without the option; makes the files that they name.
    let base: @Sendable (CommandRecipe.Ingredients) throws -> [String]
    /// The option with its value.
    let added: @Sendable (CommandRecipe.Ingredients) throws -> [String]
    let effect: Effect

    var testDescription: String { "\(command) --\(option)" }

    typealias Arguments = @Sendable (CommandRecipe.Ingredients) throws -> [String]

    /// An option without a value.
    static func flag(_ command: String, _ option: String, _ effect: Effect, base: @escaping Arguments) -> OptionEffect {
        OptionEffect(
            command: command, option: option, base: base, added: { _ in ["--\(option)"] }, effect: effect)
    }

    /// An option whose value needs no files.
    static func value(
        _ command: String, _ option: String, _ value: String, _ effect: Effect, base: @escaping Arguments
    ) -> OptionEffect {
        OptionEffect(
            command: command, option: option, base: base, added: { _ in ["--\(option)", value] }, effect: effect)
    }

    /// An option whose value is created for it.
    static func made(
        _ command: String, _ option: String, _ effect: Effect, base: @escaping Arguments,
        with added: @escaping Arguments
    ) -> OptionEffect {
        OptionEffect(command: command, option: option, base: base, added: added, effect: effect)
    }

    /// Runs the command in a directory of its own; whether the effect was visible, and the actual output.
    func isSeen(withOption: Bool) throws -> (isSeen: Bool, output: String) {
        let ingredients = try CommandRecipe.Ingredients(Workplace())
        let arguments = try command.split(separator: " ").map(String.init) + base(ingredients)
        let output = try RealmctlProcess.shell(
            #""$REALMCTL" "$@" 3<"$KEY""#, arguments + (withOption ? added(ingredients) : []),
            environment: ["KEY": ingredients.key, "SECRET": String(decoding: KeyForms.hex, as: UTF8.self)])
        let paths = try FileManager.default.subpathsOfDirectory(atPath: ingredients.place.path)
        let isSeen =
            switch effect {
            case .ends(let code): output.code == code
            case .prints(let text): output.out.contains(text)
            case .printsNo(let text): !output.out.contains(text)
            case .printsJust(let text): output.out == text
            case .says(let text): output.err.contains(text)
            case .makes(let name): paths.contains { $0.contains(name) }
            case .makesNo(let name): !paths.contains { $0.contains(name) }
            case .allows(let words): try RealmctlProcess.run(words(ingredients)).code == 0
            }
        return (isSeen, "ends with \(output.code): \(output.out.prefix(2000)) \(output.err) \(paths)")
    }
}

extension CommandRecipe.Ingredients {
    func plain() throws -> String { try realm(encrypted: false) }

    /// A Realm that equals the plain one except for the name of a dog; returns its path.
    func changed() throws -> String {
        var bytes = try Data(contentsOf: URL(fileURLWithPath: plain()))
        guard let place = bytes.range(of: Data("Oskar".utf8)) else { throw CocoaError(.fileReadCorruptFile) }
        bytes[place.lowerBound] = UInt8(ascii: "A")
        return try made("changed.realm", bytes)
    }

    /// A Realm with a text that is not valid UTF-8, which only a full verification finds; returns its path.
    func broken() throws -> String {
        var bytes = try Data(contentsOf: URL(fileURLWithPath: plain()))
        guard let place = bytes.range(of: Data("Oskar".utf8)) else { throw CocoaError(.fileReadCorruptFile) }
        bytes[place.lowerBound] = 0xFF
        return try made("broken.realm", bytes)
    }

    private func made(_ name: String, _ bytes: Data) throws -> String { try place.file(name, bytes) }

    /// A Realm of format 23; returns its path.
    func old() throws -> String {
        var bytes = try Fixture.named("versioned_7").bytes()
        bytes[20 + Int(bytes[23] & 1)] = 23
        return try place.file("old.realm", bytes)
    }

    func fixture(_ name: String) throws -> String { try place.fixture(name) }

    func file(_ name: String, _ text: String) throws -> String { try place.file(name, Data(text.utf8)) }

    func directory(_ name: String) throws -> String {
        try FileManager.default.createDirectory(atPath: path(name), withIntermediateDirectories: true)
        return path(name)
    }

    /// An archive of the plain Realm; returns its path.
    func archive(_ name: String = "book.realm.tar.zst") throws -> String {
        try run("backup", "create", "-q", plain(), "-o", path(name))
        return path(name)
    }

    /// A directory with two archives of one Realm; returns its path.
    func archives() throws -> String {
        let directory = try directory("archives")
        for _ in 0..<2 { try run("backup", "create", "-q", plain(), "-d", directory) }
        return directory
    }

    /// A copy of the example's migration files, one of which was changed after their digests were written down; returns
    /// its path.
    func changedMigrations() throws -> String {
        try FileManager.default.copyItem(atPath: CommandRecipe.migrations, toPath: path("changed"))
        try run("migrate", "hash", "-q", "--dir", path("changed"))
        let file = URL(fileURLWithPath: path("changed/0003_addresses.yaml"))
        try (Data(contentsOf: file) + Data("# changed\n".utf8)).write(to: file)
        return path("changed")
    }

    /// A folder with a migration of its own to version 5; returns its path.
    func otherMigrations() throws -> String {
        _ = try directory("other")
        _ = try file("other/0005_other.yaml", "version: 5\nsteps:\n  - remove_property: {class: Dog, name: name}\n")
        return path("other")
    }
}
