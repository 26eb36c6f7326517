/// The exit codes of a command, in a few words each.
enum CommandExits {
    /// The same as a sentence.
    static func text(of command: CommandDescription, named name: String) -> String {
        of(command, named: name).map { "\($0.status.rawValue) \($0.meaning)" }.joined(separator: ", ") + "."
    }

    /// The codes that the command can end with, 0 first.
    static func of(_ command: CommandDescription, named name: String) -> [(status: ExitStatus, meaning: String)] {
        let arguments = command.arguments ?? []
        func takes(_ option: String) -> Bool { arguments.contains { $0.shouldDisplay && $0.isNamed(option) } }
        let readsRealms = takes("lock-timeout")
        let writes = takes("force") || takes("dry-run")
        var statuses: [ExitStatus] = [.ok]
        if findings[name] != nil { statuses.append(.finding) }
        if takes("files-from") { statuses.append(.partial) }
        statuses.append(.usage)
        if readsRealms || takes("dir") || name.hasPrefix("backup") { statuses += [.dataError, .noInput] }
        if writes { statuses.append(.cantCreate) }
        if readsRealms || writes { statuses.append(.ioError) }
        if readsRealms { statuses += [.busy, .denied] }
        if takes("key-file") || takes("new-key-file") || name == "keygen" { statuses.append(.key) }
        return statuses.map { status in
            (status, status == .ok ? goods[name] ?? "done" : status == .finding ? findings[name] ?? "" : status.words)
        }
    }

    /// The good answers of commands that answer a question.
    private static let goods = [
        "verify": "sound", "diagnose": "opens", "diff": "equal", "backup verify": "sound", "migrate lint": "correct",
        "seed check": "accepted", "recover": "nothing lost",
    ]

    /// What code 1 means to them.
    private static let findings = [
        "verify": "damaged", "schema print": "not as --expect says",
        "schema convert": "something is left to change by hand", "schema-version": "unversioned, or not as asked for",
        "diff": "different", "compact": "with --check: some file meets the conditions", "recover": "something lost",
        "migrate status": "with --exit-code: something is pending", "seed check": "not accepted",
    ]
}

extension ExitStatus {
    /// The meaning in a few words.
    fileprivate var words: String {
        switch self {
        case .ok: "done"
        case .finding: "the answer is no"
        case .partial: "some files failed"
        case .usage: "wrong options"
        case .dataError: "not a Realm, or damaged"
        case .noInput: "no such file"
        case .internal: "a mistake in realmctl"
        case .cantCreate: "cannot make the output"
        case .ioError: "disk full or failing"
        case .busy: "in use"
        case .denied: "may not be read"
        case .key: "key missing or wrong"
        case .interrupted: "interrupted"
        case .terminated: "terminated"
        }
    }
}
