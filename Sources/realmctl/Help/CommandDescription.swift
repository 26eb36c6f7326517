import ArgumentParser
import Foundation

/// The options parser's description of a command and its subcommands.
struct CommandDescription: Decodable {
    let commandName: String
    let aliases: [String]?
    let abstract: String?
    let discussion: String?
    let shouldDisplay: Bool
    let subcommands: [CommandDescription]?
    let arguments: [ArgumentDescription]?

    /// A command without subcommands, with its full names.
    struct Leaf {
        /// The name, as in `seed build`, then its aliases.
        let names: [String]
        let description: CommandDescription
    }

    /// The parser's description of `realmctl` as a whole. Throws if it cannot be read.
    static func tool() throws -> CommandDescription {
        // The parser can describe itself in JSON.
        do {
            _ = try Realmctl.parseAsRoot(["--experimental-dump-help"])
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
        commands.first?.description.arguments?.filter { $0.sectionTitle == "General options" } ?? []
    }

    /// The general options that have an effect on a command.
    func generalArguments(of command: CommandDescription) -> [ArgumentDescription] {
        (command.arguments ?? []).filter { $0.shouldDisplay && $0.sectionTitle == "General options" }
    }

    /// Their names, and those for help.
    func generalNames(of command: CommandDescription) -> String {
        (generalArguments(of: command).map(\.nameList) + ["--version", "-h, --help"]).joined(separator: "; ")
    }

    /// The command without subcommands that these words name; nil if there is none.
    func leaf(_ words: some Collection<String>) -> Leaf? {
        commands.first { $0.names.contains(words.prefix(2).joined(separator: " ")) }
            ?? commands.first { words.first.map($0.names.contains) ?? false }
    }

    /// The arguments and options that not all commands have.
    func ownArguments(of command: CommandDescription) -> [ArgumentDescription] {
        let general = Set(generalOptions.map(\.title))
        return (command.arguments ?? []).filter { argument in
            argument.shouldDisplay && !general.contains(argument.title)
                && !["help", "version"].contains(argument.preferredName?.name)
        }
    }
}
