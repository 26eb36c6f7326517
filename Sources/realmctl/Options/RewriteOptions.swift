import ArgumentParser
import Foundation
import RealmTools

/// Options for writing Realm files.
struct RewriteOptions: ParsableArguments {
    @Flag(help: "Do not ask the file system for free space first.")
    var noSpaceCheck = false

    @Flag(help: "Make a local Realm of a synchronised app's file, which is refused otherwise.")
    var dropSyncHistory = false

    /// The options for the library; `force` is the general one.
    func options(force: Bool, _ enumeration: EnumerationOptions? = nil) -> Realm.FileWriteOptions {
        var options = Realm.FileWriteOptions()
        options.replacesExisting = force
        options.replacesHardLinks = force
        options.checksSpace = !noSpaceCheck
        options.dropsSyncHistory = dropSyncHistory
        options.enumeratesStrings = enumeration?.enumerate ?? false
        return options
    }
}
