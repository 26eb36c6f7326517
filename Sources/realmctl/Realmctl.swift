import ArgumentParser
import Foundation
import RealmTools

/// The command suite. Each command is a file in `Commands`.
@main
struct Realmctl: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "realmctl",
        abstract: """
            Look into, query, compare, check, diagnose, compact, copy, encrypt, upgrade, recover, migrate, back up, \
            export and import Realm files.
            """,
        discussion: """
            Results go to standard output, messages to standard error. Reading never changes a file. Exit codes: \
            0 done, 1 the answer is no, 2 some files failed, 64 usage, 65 data, 66 no input, 70 internal, \
            73 cannot create, 74 input or output, 75 busy, 77 denied, 78 key.
            """,
        version: ToolVersion.text,
        subcommands: [
            InfoCommand.self, DiagnoseCommand.self, SchemaCommand.self, SchemaVersionCommand.self, VerifyCommand.self,
            CompactCommand.self, CopyCommand.self, EncryptCommand.self, DecryptCommand.self, RekeyCommand.self,
            KeygenCommand.self, UpgradeCommand.self, RecoverCommand.self, MigrateCommand.self, BackupCommand.self,
            RestoreCommand.self, QueryCommand.self, DiffCommand.self, WatchCommand.self, ImportCommand.self,
            ExportCommand.self, SeedCommand.self, CompletionsCommand.self, HelpCommand.self,
        ])

    static func main() {
        let arguments = Array(CommandLine.arguments.dropFirst())
        let scratch = ScratchFiles()
        let terminal = Terminal()
        SignalWatch.start { status in
            terminal.restore()
            scratch.removeAll()
            Realm.removeUnfinishedFiles()
            return status
        } leave: {
            Realm.leaveSessions()
        }
        let status = CommandRun(arguments: arguments, scratch: scratch, terminal: terminal).run()
        scratch.removeAll()
        Foundation.exit(status.rawValue)
    }
}
