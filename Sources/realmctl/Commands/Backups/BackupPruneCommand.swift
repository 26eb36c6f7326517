import ArgumentParser
import Foundation
import RealmTools

/// `backup prune`: remove archives not kept by any rule.
struct BackupPruneCommand: RealmctlCommand {
    static let configuration = CommandConfiguration(
        commandName: "prune",
        abstract: "Remove archives that no rule keeps.",
        discussion: """
            An archive stays if any rule keeps it; rules hold for the archives of each Realm by itself. Times are \
            those in the archives. Archives that were made with --no-origin are told apart by the name of their Realm \
            alone. Files that are no archives, or cannot be read, are never removed. Asks first.
            """)

    static var name: String { "backup prune" }

    @Argument(help: ArgumentHelp("The directory of the archives.", valueName: "dir"), completion: .directory)
    var directory: String

    @OptionGroup(title: "Rules") var keep: KeepOptions
    @OptionGroup(title: "General options") var general: GeneralOptions<BackupPruneCommand>

    static let generalOptions: Set<GeneralOption> = [.dryRun, .yes, .noInput]

    func validate() throws {
        guard keep.policy.hasRule else {
            throw ValidationError("Give one rule or more: --keep-last, --keep-daily and so on.")
        }
    }

    func execute(in context: CommandContext) throws -> CommandResult {
        if !context.settings.isDryRun {
            let plan = try Failure.about(directory) {
                try RealmBackup.prune(folder, policy: keep.policy, dryRun: true)
            }
            try context.confirm("\(plan.removed.count.of("archive")) will be removed from '\(directory)'; go on?")
        }
        let pruning = try BackupPruneCommand.prune(directory, keep.policy, context)
        var result = CommandResult(pruning.members, text: pruning.text)
        result.tellsWork = pruning.isDone
        return result
    }

    private var folder: URL { URL(fileURLWithPath: directory, isDirectory: true) }

    /// The result of pruning, as text and JSON.
    struct Pruning {
        let members: [(String, JSONValue)]
        let text: String
        /// False for a dry run.
        let isDone: Bool

        /// Adds the report to the result of a command that also prunes.
        func add(to result: inout CommandResult) {
            guard case .object(let own) = result.json else { return }
            result.json = .object(own + [("prune", .object(members))])
            result.text += text
            result.tellsWork = isDone
        }
    }

    static func prune(
        _ directory: String, _ policy: RealmBackup.KeepPolicy, _ context: CommandContext
    ) throws -> Pruning {
        let report = try Failure.about(directory) {
            try RealmBackup.prune(
                URL(fileURLWithPath: directory, isDirectory: true), policy: policy, dryRun: context.settings.isDryRun)
        }
        if !report.unattributed.isEmpty {
            context.console.warn(
                "noOrigin",
                "\(report.unattributed.count) of the archives that no rule keeps do not say which file they are of; "
                    + "those of one name were taken for one Realm's.")
        }
        func name(_ url: URL) -> String { (directory as NSString).appendingPathComponent(url.lastPathComponent) }
        let kept = report.kept.map { kept in
            JSONValue.object([
                ("archive", .string(name(kept.archive))), ("rules", JSONValue(kept.rules.map(\.rawValue))),
            ])
        }
        let ignored = report.ignored.map { ignored in
            JSONValue.object([("path", .string(name(ignored.file))), ("reason", .string(ignored.reason))])
        }
        let verb = context.settings.isDryRun ? "would be removed" : "removed"
        func pad(_ word: String) -> String { word.padding(toLength: max(7, verb.count), withPad: " ", startingAt: 0) }
        let lines =
            report.kept.map {
                "\(pad("kept"))  \(name($0.archive))  (\($0.rules.map(\.rawValue).joined(separator: ", ")))\n"
            }
            + report.removed.map { "\(pad(verb))  \(name($0))\n" }
            + report.ignored.map { "\(pad("ignored"))  \(name($0.file))  \($0.reason)\n" }
        return Pruning(
            members: [
                ("kept", .array(kept)), ("removed", JSONValue(report.removed.map(name))), ("ignored", .array(ignored)),
            ], text: lines.joined(), isDone: !context.settings.isDryRun)
    }
}
