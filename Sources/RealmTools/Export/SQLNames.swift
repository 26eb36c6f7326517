import RealmStore

/// Names of tables or columns, distinct for the database.
struct SQLNames {
    private let rules: SQLSchema.Rules
    private var taken: Set<String>

    init(_ rules: SQLSchema.Rules, taken: Set<String>) {
        self.rules = rules
        self.taken = taken
    }

    /// `name`, shortened and numbered if necessary.
    mutating func unique(_ name: String) -> String {
        var base = String(name.map { $0 == "\0" ? "_" : $0 })
        if base.isEmpty { base = "_" }
        // SQLite reserves these names.
        if base.lowercased().hasPrefix("sqlite_") { base = "_" + base }
        var number = 1
        while true {
            let suffix = number == 1 ? "" : "_\(number)"
            let candidate = SQLNames.prefix(of: base, byteCount: rules.nameByteCount - suffix.utf8.count) + suffix
            if taken.insert(rules.ignoresCase ? candidate.lowercased() : candidate).inserted { return candidate }
            number += 1
        }
    }

    /// The longest prefix of whole characters that fits.
    private static func prefix(of name: String, byteCount: Int) -> String {
        var rest = byteCount
        let scalars = name.unicodeScalars.prefix { scalar in
            rest -= UTF8.width(scalar)
            return rest >= 0
        }
        return String(String.UnicodeScalarView(scalars))
    }

    /// `name` as an identifier of SQL.
    static func quoted(_ name: String) -> String { "\"" + name.replacing("\"", with: "\"\"") + "\"" }
}
