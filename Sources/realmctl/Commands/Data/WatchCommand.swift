import ArgumentParser
import Foundation
import RealmTools

/// `watch`: follow the changes of a file.
struct WatchCommand: RealmctlCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Print a line of JSON for each commit to a file, whichever process makes it.",
        discussion: """
            A line for each class that a commit changes: \
            {"version":8,"time":"...","class":"Person","insertions":[..],"modifications":[..],"deletions":[..]}, \
            with primary keys, or object keys where there are none. With CLASS only that class, with PREDICATE what \
            comes among the objects that meet it, leaves them or changes among them. What a commit records is \
            told: an object that was written with the values it had is modified; an embedded object is a part of its \
            owner. Of commits that follow each other faster than lines are made, one line names the newest version. \
            Writers are never kept waiting. A file whose session cannot be joined, as one of Realm Core before 14, \
            cannot be followed (75). Ends with 0 on SIGINT, and never within a line: a second signal ends it at once.
            """)

    @Option(help: ArgumentHelp("End after this many lines.", valueName: "n"))
    var count: Int?

    @Option(help: ArgumentHelp("End after this time: 90s, 15m, 12h, 7d.", valueName: "dur"))
    var timeout: TimeSpan?

    @Option(
        name: .customLong("arg"), parsing: .unconditionalSingleValue,
        help: ArgumentHelp("What the next %@ or %K stands for; may be repeated.", valueName: "value"))
    var arguments: [String] = []

    @Argument(help: "The Realm file.", completion: .file(extensions: ["realm"]))
    var path: String

    @Argument(help: "The class; all classes without.", completion: FileNames.classes)
    var className: String?

    @Argument(help: "The condition; all objects without.")
    var predicate: String?

    @OptionGroup(title: "Encryption key") var key: KeyOptions
    @OptionGroup(title: "General options") var general: GeneralOptions<WatchCommand>

    static let generalOptions: Set<GeneralOption> = [.noInput, .tmpdir, .lockTimeout]

    func validate() throws {
        if let count, count < 1 { throw ValidationError("--count must be at least 1.") }
        if path == "-" { throw ValidationError("Standard input does not change; name a file.") }
        if predicate == nil, !arguments.isEmpty {
            throw ValidationError("--arg is for a condition, and there is none.")
        }
    }

    func execute(in context: CommandContext) throws -> CommandResult {
        if context.settings.immutable {
            throw Failure.usage("A file that is opened with --immutable does not change.", hint: "Leave it out.")
        }
        SignalWatch.expectInterrupt()
        let reader = try RealmReader(key, in: context)
        return try Failure.about(path) {
            let realm = try reader.open(InputFile(path)).realm
            let objects = try className.map { name in
                try QueryText.telling(predicate) { try found(name, in: realm) }
            }
            try follow(realm, objects, context.console)
            return .streamed
        }
    }

    private func found(_ className: String, in realm: Realm) throws -> Results<DynamicObject> {
        let objects = try realm.dynamicObjects(parsing: className)
        guard let predicate else { return objects }
        return try objects.filter(parsing: predicate, arguments: arguments.map { QueryText($0) })
    }

    // MARK: Following

    private func follow(_ realm: Realm, _ objects: Results<DynamicObject>?, _ console: Console) throws {
        let deadline = timeout.map { ContinuousClock.now + $0.duration }
        var left = count ?? .max
        // Commits keep their records from a version on that is the newest when that begins.
        while left > 0, try realm.waitForChange(timeout: .zero) { try refresh(realm) }
        // The last reported version; others are not kept.
        var last = realm.freeze()
        console.note("watching '\(path)' from version \(realm.commitVersion)")
        while left > 0, try realm.waitForChange(timeout: deadline.map { $0 - .now }) {
            try refresh(realm)
            let changes = try objects.map { [try $0.changes(since: last)] } ?? realm.changes(since: last)
            last = realm.freeze()
            let time = Date()
            for change in changes where !change.isEmpty && left > 0 {
                try OutputStream.standardOutput.writeWhole(
                    WatchCommand.line(change, version: realm.commitVersion, time) + "\n")
                left -= 1
            }
        }
    }

    private func refresh(_ realm: Realm) throws {
        if realm.refresh() { return }
        throw Failure(.dataError, "damaged", "The newest version of '\(path)' cannot be read.", path: path)
    }

    private static func line(_ change: ClassChanges, version: UInt64, _ time: Date) -> String {
        JSONValue.object([
            ("version", JSONValue(version)), ("time", .string(time.formatted(.iso8601))),
            ("class", .string(change.className)), ("insertions", .array(change.insertions.map(json))),
            ("modifications", .array(change.modifications.map(json))),
            ("deletions", .array(change.deletions.map(json))),
        ]).text
    }

    /// A primary key, or an object key.
    private static func json(_ key: AnyRealmValue) -> JSONValue {
        switch key {
        case .int(let number): JSONValue(number)
        case .string(let text): .string(text)
        case .objectId(let id): .string(id.stringValue)
        case .uuid(let id): .string(id.uuidString.lowercased())
        default: .null
        }
    }
}
