import ArgumentParser
import Foundation

/// The options parser's description of a command and its subcommands.
struct CommandDescription: Decodable {
    let commandName: String
    let aliases: [String]?
    let abstract: String?
    let discussion: String?
    let shouldDisplay: Bool
    /// The names of the commands that it is a part of, the tool first; nil for the tool itself.
    let superCommands: [String]?
    let subcommands: [CommandDescription]?
    let arguments: [ArgumentDescription]?

    /// A command without subcommands, with its full names.
    struct Leaf {
        /// The name, as in `seed build`, then its aliases.
        let names: [String]
        let description: CommandDescription
    }

    /// The parser's description of `realmctl` as a whole. Throws if it cannot be read.
    static func tool() throws -> CommandDescription { try description(of: []) }

    /// The description of the command without subcommands that these words name; nil if there is none. Much less work
    /// than describing the tool.
    static func leaf(_ words: some Collection<String>) throws -> Leaf? {
        // Anything else would be an option to the parser.
        guard words.prefix(2).allSatisfy({ !$0.hasPrefix("-") }) else { return nil }
        let command = try description(of: Array(words.prefix(2)))
        guard let parents = command.superCommands?.dropFirst(), command.shouldDisplay, command.parts.isEmpty else {
            return nil
        }
        let names = [command.commandName] + (command.aliases ?? [])
        return Leaf(names: names.map { (parents + [$0]).joined(separator: " ") }, description: command)
    }

    private static func description(of words: [String]) throws -> CommandDescription {
        // The parser can describe itself in JSON.
        do {
            _ = try Realmctl.parseAsRoot(words + ["--experimental-dump-help"])
        } catch {
            struct Dump: Decodable { let command: CommandDescription }
            return try JSONDecoder().decode(Dump.self, from: Data(Realmctl.message(for: error).utf8)).command
        }
        throw Failure(.internal, nil, "The options parser does not describe itself.")
    }

    /// All commands without subcommands.
    var commands: [Leaf] {
        ownSubcommands.flatMap { command -> [Leaf] in
            let parts = command.parts
            if parts.isEmpty {
                return [Leaf(names: [command.commandName] + (command.aliases ?? []), description: command)]
            }
            return parts.map { part in
                let names = [part.commandName] + (part.aliases ?? [])
                return Leaf(names: names.map { "\(command.commandName) \($0)" }, description: part)
            }
        }
    }

    /// The commands of the first level, without the one for help that the parser adds.
    var ownSubcommands: [CommandDescription] {
        var names = Set<String>()
        return (subcommands ?? []).filter { $0.shouldDisplay && names.insert($0.commandName).inserted }
    }

    /// The subcommands.
    var parts: [CommandDescription] {
        (subcommands ?? []).filter { $0.shouldDisplay && $0.commandName != "help" }
    }

    /// The options that all commands have.
    var generalOptions: [ArgumentDescription] {
        commands.first?.description.arguments?.filter(\.isGeneral) ?? []
    }

    /// The names of the general options that have an effect on the command, and of those for help.
    var generalNames: String {
        let options = (arguments ?? []).filter { $0.shouldDisplay && $0.isGeneral }
        return (options.map(\.nameList) + ["--version", "-h, --help"]).joined(separator: "; ")
    }

    /// The arguments and options that not all commands have.
    var ownArguments: [ArgumentDescription] {
        (arguments ?? []).filter { argument in
            argument.shouldDisplay && !argument.isGeneral
                && !["help", "version"].contains(argument.preferredName?.name)
        }
    }
}
