import ArgumentParser
import RealmStore

@main
struct Realmctl: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "realmctl",
        abstract: "Look into, check and export Realm files."
    )
}
