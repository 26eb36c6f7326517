import ArgumentParser

/// `seed`: the files that apps are shipped with.
struct SeedCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "seed",
        abstract: "Build and check the file that an app is shipped with.",
        subcommands: [SeedBuildCommand.self, SeedCheckCommand.self])
}
