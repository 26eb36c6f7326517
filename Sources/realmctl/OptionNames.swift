/// The options that may have been meant by unknown ones.
enum OptionNames {
    /// A question for an option that a command does not have: by the beginning of its name, by what other programs call
    /// it, or by its letters. Nil if nothing is close.
    static func question(for option: String, of command: CommandDescription) -> String? {
        let known = (command.arguments ?? []).filter(\.shouldDisplay)
        let word = String(option.drop { $0 == "-" }.prefix { $0 != "=" })
        guard word.count > 1 else { return nil }
        if let text = arguments[word], known.contains(where: { $0.isPositional && $0.isNamed(text.argument) }) {
            return text.question
        }
        let names = known.flatMap { $0.names ?? [] }.filter { $0.kind == "long" }.map(\.name)
        let meant = (meanings[word] ?? []).first(where: names.contains)
        let begun = names.filter { $0.hasPrefix(word) }.min { $0.count < $1.count }
        guard let name = meant ?? begun ?? NearestName.of(word, among: names),
            let found = known.first(where: { $0.isNamed(name) })
        else { return nil }
        return "did you mean '\(found.longTitle(name))'?"
    }

    /// What other programs have options for, and this one arguments.
    private static let arguments = [
        "where": (argument: "predicate", question: "the condition stands behind the class: PATH CLASS 'age > 60'."),
        "filter": (argument: "predicate", question: "the condition stands behind the class: PATH CLASS 'age > 60'."),
        "class": (argument: "class-name", question: "the class stands behind the file: PATH CLASS."),
    ]

    /// Options by the words of other programs, the best one first.
    private static let meanings: [String: [String]] = [
        "key": ["key-file"], "password": ["key-file"], "passphrase": ["key-file"], "encryption-key": ["key-file"],
        "new-key": ["new-key-file"], "keyfile": ["key-file"], "order": ["sort"], "order-by": ["sort"],
        "sort-by": ["sort"], "fields": ["columns"], "select": ["columns"], "properties": ["columns"],
        "cols": ["columns"], "unique": ["distinct"], "skip": ["offset"], "top": ["limit"], "head": ["limit"],
        "max": ["limit", "count"], "n": ["limit"], "where": ["where", "if"], "table": ["class"], "type": ["class"],
        "model": ["class"], "object": ["class"], "out": ["output"], "to": ["output", "directory"],
        "dest": ["output", "directory"], "destination": ["output", "directory"], "target": ["output"],
        "output-dir": ["directory"], "dir": ["directory", "dir"], "file": ["from", "output"], "input": ["from"],
        "source": ["from"], "overwrite": ["force"], "replace": ["force"], "clobber": ["force"], "assume-yes": ["yes"],
        "noconfirm": ["yes"], "simulate": ["dry-run"], "check": ["dry-run", "quick"], "silent": ["quiet"],
        "threads": ["jobs"], "parallel": ["jobs"], "workers": ["jobs"], "wait": ["lock-timeout"],
        "timeout": ["lock-timeout"], "read-only": ["immutable"], "readonly": ["immutable"], "no-lock": ["immutable"],
        "tmp": ["tmpdir"], "temp": ["tmpdir"], "temp-dir": ["tmpdir"], "tmp-dir": ["tmpdir"], "fast": ["quick"],
        "full": ["deep"], "backup": ["against", "backup-dir"], "average": ["avg"], "mean": ["avg"], "total": ["sum"],
        "minimum": ["min"], "maximum": ["max"], "pretty": ["format"], "csv": ["format"], "sqlite": ["format"],
        "ndjson": ["format"], "colour": ["color"],
    ]
}

extension ArgumentDescription {
    /// As in `--key-file FILE`, by one of its names.
    fileprivate func longTitle(_ name: String) -> String {
        "--\(name)" + (kind == "option" ? " \((valueName ?? "value").uppercased())" : "")
    }
}
