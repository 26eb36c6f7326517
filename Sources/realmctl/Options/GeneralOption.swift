import ArgumentParser

/// An option that all commands take, but not all of them list: it does nothing in the others.
enum GeneralOption: CaseIterable, Sendable {
    case dryRun, force, yes, noInput, progress, tmpdir, lockTimeout, immutable
}

extension Set<GeneralOption> {
    /// Of a command that reads Realm files.
    static let reading: Set = [.noInput, .progress, .tmpdir, .lockTimeout, .immutable]
    /// Of a command that writes Realm files, or other files from them.
    static let writing: Set = [.dryRun, .force, .yes, .noInput, .progress, .tmpdir, .lockTimeout]
    /// Of a command that writes other files from a Realm file.
    static let exporting: Set = reading.union([.dryRun, .force])
}

/// A command whose general options are listed as far as they apply.
protocol OptionScope {
    /// The options that apply, besides those of output, which always do.
    static var generalOptions: Set<GeneralOption> { get }
}

extension ArgumentHelp {
    /// The help of a general option, which commands hide to which it does not apply.
    static func general(
        _ option: GeneralOption, of scope: (some OptionScope).Type, _ text: String, valueName: String? = nil
    ) -> ArgumentHelp {
        ArgumentHelp(
            text, valueName: valueName, visibility: scope.generalOptions.contains(option) ? .default : .hidden)
    }
}
