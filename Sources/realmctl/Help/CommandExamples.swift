/// Two or three uses of each command.
enum CommandExamples {
    struct Example: Sendable {
        let command: String
        let meaning: String
    }

    /// The examples of a command, by its words.
    static func of(_ name: String) -> [Example] {
        (all[name] ?? []).map { Example(command: "realmctl \(name)\($0.0.isEmpty ? "" : " ")\($0.0)", meaning: $0.1) }
    }

    private static let all = files.merging(data) { first, _ in first }.merging(archives) { first, _ in first }

    private static let files: [String: [(String, String)]] = [
        "info": [
            ("app.realm", "Size, format, schema version, free space and classes."),
            ("--locks app.realm", "Who has the file open?"),
            ("--report page.html app.realm", "A page with a map of the file and a diagram of its classes."),
        ],
        "diagnose": [
            ("app.realm", "Why does it not open, and what comes next?"),
            ("--key-file app.key app.realm", "Is this its key?"),
            ("--bundle report.tar.zst app.realm", "A report without user data, to send to support."),
        ],
        "verify": [
            ("app.realm", "Is it sound?"),
            ("--quick -r /srv/users", "A quick look at each file of a directory."),
            ("--against app.realm.tar.zst app.realm", "Does it still hold what the backup holds?"),
        ],
        "compact": [
            ("app.realm", "Give free space back."),
            ("-r /srv/users --if free-ratio=0.5 --skip-in-use", "Files that are half empty, but none in use."),
            ("app.realm -o small.realm", "A compact copy of a file that may be in use."),
        ],
        "copy": [
            ("app.realm copy.realm", "A compact copy of a file that may be in use."),
            ("app.realm copy.realm --new-key-file copy.key", "The same, encrypted."),
        ],
        "encrypt": [
            ("--generate-key app.key app.realm", "With a new key."),
            ("--new-key-file app.key -r /srv/users", "All files of a directory with one key."),
        ],
        "decrypt": [
            ("--key-file app.key app.realm", "In place, after a question."),
            ("--key-file app.key app.realm -o plain.realm", "Into another file."),
        ],
        "rekey": [
            ("--key-file old.key --generate-key new.key app.realm", "From one key to another."),
            ("--key-file old.key --new-key-file new.key -y app.realm", "Without a question."),
        ],
        "keygen": [
            ("-o app.key", "A new key in a file that only its owner can read."),
            ("--check app.key", "Is this a key, and which?"),
        ],
        "upgrade": [
            ("app.realm", "To the newest file format; the old file stays beside it."),
            ("-n -r /srv/users", "Which files are old?"),
        ],
        "recover": [
            ("broken.realm -o rescued.realm", "Save what can be saved."),
            ("broken.realm -o rescued.realm --lost-and-found lost.ndjson", "And keep what has no place."),
            ("-n broken.realm -o rescued.realm", "What could be saved?"),
        ],
    ]

    private static let data: [String: [(String, String)]] = [
        "schema convert": [
            ("--diff Models/Dog.swift", "What would change in a file of model classes?"),
            ("--in-place Models/Dog.swift Models/Person.swift", "Change them, after a question."),
        ],
        "schema print": [
            ("app.realm", "Classes and properties."),
            ("--format swift app.realm", "The same as classes in Swift."),
            ("--expect schema.yaml app.realm", "Is it the expected schema?"),
        ],
        "schema-version": [
            ("app.realm", "The number alone."),
            ("--min 7 app.realm", "Is it 7 or more?"),
        ],
        "query": [
            ("app.realm Person 'age > 60' --sort -age --limit 10", "The ten oldest."),
            ("app.realm Person 'born > 2000-01-31' --columns name,born", "Two properties of some."),
            ("app.realm Person --group-by city --sort -count", "How many in each city?"),
        ],
        "diff": [
            ("old.realm new.realm", "What was added, removed and changed?"),
            ("--schema-only old.realm new.realm", "Only classes and properties."),
        ],
        "watch": [
            ("app.realm", "A line for each commit."),
            ("app.realm Person 'age > 60' --count 1", "Until such an object changes."),
        ],
        "import": [
            ("app.realm --from people.csv --class Person", "Add the lines of a table."),
            ("new.realm --from data.ndjson --schema schema.yaml", "Make a file."),
            ("new.realm --from data.ndjson.gz --primary-key id -n", "Print the schema that the data need."),
        ],
        "export": [
            ("app.realm -o app.ndjson", "A line of JSON for each object."),
            ("app.realm -o app.sqlite", "A SQLite database."),
            ("app.realm --class Person -o people.csv", "A table of one class."),
        ],
        "seed build": [
            ("--schema schema.yaml --data data -o seed.realm", "A file that apps are shipped with."),
            ("--schema schema.yaml -o empty.realm -n", "Is the schema correct?"),
        ],
        "seed check": [
            ("seed.realm", "Can apps be shipped with it?"),
            ("seed.realm --schema schema.yaml", "Has it this schema, too?"),
        ],
        "migrate new": [
            ("rename_person", "A migration file with the next number."),
            ("rename_person --dir db/migrations", "In another directory."),
        ],
        "migrate lint": [("", "Are the migration files correct?"), ("--dir db/migrations", "In another directory.")],
        "migrate hash": [
            ("", "Write down the digests of the files."), ("--dir db/migrations", "In another directory."),
        ],
        "migrate plan": [
            ("app.realm", "What would be done?"),
            ("app.realm --to 5", "Up to a version."),
        ],
        "migrate status": [
            ("app.realm --exit-code", "Is something pending?"),
            ("-r /srv/users", "In which files of a directory?"),
        ],
        "migrate apply": [
            ("-n app.realm", "Try it on a copy."),
            ("app.realm", "Do it, after a question; a backup stays."),
            ("-r /srv/users -y", "All files of a directory."),
        ],
    ]

    private static let archives: [String: [(String, String)]] = [
        "backup create": [
            ("app.realm -d /var/backups/app", "An archive, also of a file in use."),
            ("app.realm -d /var/backups/app --keep-daily 7 -y", "And keep those of seven days."),
        ],
        "backup list": [("/var/backups/app", "What is there?"), ("app.realm.tar.zst", "What does it hold?")],
        "backup verify": [
            ("/var/backups/app/*.tar.zst", "Are they whole?"),
            ("--deep app.realm.tar.zst", "And is the Realm in it sound?"),
        ],
        "backup prune": [
            ("/var/backups/app --keep-last 5 -n", "Which would be removed?"),
            ("/var/backups/app --keep-daily 7 --keep-weekly 4 -y", "Remove the others."),
        ],
        "restore": [
            ("app.realm.tar.zst restored.realm", "Into a new file."),
            ("app.realm.tar.zst app.realm --force", "In place of a file, which stays beside it."),
        ],
        "completions": [
            ("bash > ~/.local/share/bash-completion/completions/realmctl", "For bash."),
            ("fish > ~/.config/fish/completions/realmctl.fish", "For fish."),
        ],
        "help": [
            ("verify", "Explain a command."), ("options", "Explain the options that all commands have."),
            ("--man | man -l -", "Read the manual page."),
        ],
    ]
}
