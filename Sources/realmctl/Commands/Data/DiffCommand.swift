import ArgumentParser
import Foundation
import RealmTools

/// `diff`: what are the differences between two files?
struct DiffCommand: RealmctlCommand {
    enum Format: String, CaseIterable, ExpressibleByArgument {
        case text, ndjson, json
    }

    static let configuration = CommandConfiguration(
        commandName: "diff",
        abstract: "Compare the schemas and the objects of two files.",
        discussion: """
            Exits with 0 if they hold the same, with 1 if not. Objects are matched by their primary key, else by their \
            object key, or by --key. Values are compared bit by bit: 0.0 and -0.0 differ, a NaN equals itself. Links \
            are the same if their targets are matched, embedded objects if what they hold is. A property that only \
            one file has, or that has another type there, is a difference of the schemas alone. A key option is for \
            both files; give --other-key-* if B has another one.
            """)

    @Flag(help: "Compare the schemas only.")
    var schemaOnly = false

    @Option(
        name: .customLong("class"), help: ArgumentHelp("Only this class; may be repeated.", valueName: "name"),
        completion: FileNames.classes)
    var classes: [String] = []

    @Option(
        help: ArgumentHelp(
            "Match the objects of a class by this property, or these: Person=name,owner.id; without a class those of "
                + "all that have it. May be repeated.", valueName: "path"))
    var key: [String] = []

    @Option(
        help: ArgumentHelp("Leave this property out: CLASS.property; may be repeated.", valueName: "name"),
        completion: FileNames.classProperties)
    var ignore: [String] = []

    @Option(
        help: ArgumentHelp(
            "Show at most this many objects (default: 1000, with ndjson all); all are counted.", valueName: "n"))
    var limit: Int?

    @Option(help: "text, ndjson (a JSON object for each difference) or json.")
    var format = Format.text

    @Argument(help: "The older file.", completion: .file(extensions: ["realm"]))
    var a: String

    @Argument(help: "The newer file.", completion: .file(extensions: ["realm"]))
    var b: String

    @OptionGroup(title: "Encryption key") var keys: KeyOptions
    @OptionGroup(title: "Encryption key of B") var otherKeys: OtherKeyOptions
    @OptionGroup(title: "General options") var general: GeneralOptions<DiffCommand>

    func validate() throws {
        if let limit, limit < 0 { throw ValidationError("--limit must not be negative.") }
        if a == "-" || b == "-" { throw ValidationError("Standard input cannot be compared; name a file.") }
        for name in ignore where DiffCommand.property(name) == nil {
            throw ValidationError("--ignore takes CLASS.property, not '\(name)'.")
        }
    }

    func execute(in context: CommandContext) throws -> CommandResult {
        let (first, second) = try readers(context)
        let old = try Failure.about(a) { try first.open(InputFile(a)) }
        let new = try Failure.about(b) { try second.open(InputFile(b)) }
        var diff = RealmDiff(from: old.realm, to: new.realm)
        diff.classes = classes.isEmpty ? nil : classes
        diff.isSchemaOnly = schemaOnly
        diff.rowLimit = limit ?? (format == .ndjson ? nil : DiffCommand.defaultLimit)
        // An envelope is always JSON, whatever the format.
        let isText = format == .text && !context.settings.json
        diff.values = isText ? .plain : .typed
        for name in ignore {
            guard let (className, property) = DiffCommand.property(name) else { continue }
            diff.ignored[className, default: []].insert(property)
        }
        try setKeys(of: &diff, old.realm, new.realm)
        let output = DiffOutput(format, from: a, to: b, context)
        let result = try telling {
            try context.withProgress("diff", old.input) { progress in
                diff.progress = progress
                try output.begin(diff.schemaDifferences())
                let report = try diff.run { row in try output.write(row) }
                return try output.finish(report)
            }
        }
        try old.finish()
        try new.finish()
        return result
    }

    private static let defaultLimit = 1000

    /// The readers of both files. A key that can be read only once is read once.
    private func readers(_ context: CommandContext) throws -> (RealmReader, RealmReader) {
        let first = try RealmReader(keys, in: context)
        guard let source = try otherKeys.source() else {
            // At a prompt, the key of each file is requested.
            return (first, first.keys.source == nil ? try RealmReader(keys, in: context) : first)
        }
        if source.isStandardInput, first.keys.source?.isStandardInput == true {
            throw Failure.usage("Standard input cannot give both keys.")
        }
        return (first, RealmReader(KeyRing(source, isStrict: keys.keyStrict, in: context), in: context))
    }

    private static func property(_ name: String) -> (className: String, property: String)? {
        guard let dot = name.firstIndex(of: "."), dot > name.startIndex else { return nil }
        let property = name[name.index(after: dot)...]
        return property.isEmpty ? nil : (String(name[..<dot]), String(property))
    }

    // MARK: Keys of objects

    private func setKeys(of diff: inout RealmDiff, _ old: Realm, _ new: Realm) throws {
        for text in key {
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let paths = (parts.last ?? "").split(separator: ",", omittingEmptySubsequences: false).map(String.init)
            if parts.count == 2 {
                diff.keys[String(parts[0])] = paths
                continue
            }
            let names = DiffCommand.classes(with: paths, old.schema, new.schema)
            guard !names.isEmpty else { throw Failure.usage("No class has a property '\(text)' to match objects by.") }
            for name in names { diff.keys[name] = paths }
        }
    }

    /// The classes that have all first properties of the paths in both files.
    private static func classes(with paths: [String], _ old: Schema, _ new: Schema) -> [String] {
        let firsts = paths.map {
            $0.split(separator: ".", omittingEmptySubsequences: false).first.map(String.init) ?? ""
        }
        return old.objectSchema.filter { schema in
            guard let other = new[schema.className], !schema.isEmbedded else { return false }
            return firsts.allSatisfy { schema[$0] != nil && other[$0] != nil }
        }.map(\.className)
    }

    /// Turns a missing class or property into a usage error.
    private func telling<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let error as Realm.Error where error.code == .invalidInput {
            throw Failure.usage(error.localizedDescription)
        }
    }
}
