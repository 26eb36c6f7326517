import ArgumentParser

/// `seed`: files shipped with apps.
struct SeedCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "seed",
        abstract: "Build and check the file that an app is shipped with.",
        subcommands: [SeedBuildCommand.self, SeedCheckCommand.self])
}
