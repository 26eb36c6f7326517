import ArgumentParser

/// `backup`: archives of Realm files.
struct BackupCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Make, list, check and remove backup archives.",
        discussion: """
            An archive is a tar archive compressed with zstd: 'tar --zstd -xf' unpacks it, too, and 'realmctl restore' \
            restores it. 'backup PATH...' is short for 'backup create PATH...'.
            """,
        subcommands: [
            BackupCreateCommand.self, BackupListCommand.self, BackupVerifyCommand.self, BackupPruneCommand.self,
        ],
        defaultSubcommand: BackupCreateCommand.self)
}
