/// The options parser's description of an argument or option.
struct ArgumentDescription: Decodable {
    struct Name: Decodable {
        let kind: String
        let name: String

        var text: String { (kind == "long" ? "--" : "-") + name }
    }

    let shouldDisplay: Bool
    let sectionTitle: String?
    let isOptional: Bool
    let isRepeating: Bool
    let kind: String
    let names: [Name]?
    let preferredName: Name?
    let valueName: String?
    let abstract: String?
    let defaultValue: String?

    var isPositional: Bool { kind == "positional" }

    /// Whether it is one of the options of all commands.
    var isGeneral: Bool { sectionTitle == "General options" }

    /// The names alone, as in `-o, --output`.
    var nameList: String { (names ?? []).map(\.text).sorted { $0.count < $1.count }.joined(separator: ", ") }

    /// As in `--output FILE`.
    var shortTitle: String {
        let name = preferredName?.text ?? ""
        return kind == "option" ? "\(name) \((valueName ?? "value").uppercased())" : name
    }

    /// What it means, and what holds without it.
    var meaning: String {
        let text = abstract ?? ""
        guard kind == "option", let defaultValue, !text.contains("default") else { return text }
        return "\(text) (default: \(defaultValue))"
    }

    func isNamed(_ name: String) -> Bool {
        (names ?? []).contains { $0.name == name } || valueName == name && isPositional
    }

    /// As in `-o, --output FILE`.
    var title: String {
        let value = (valueName ?? "value").uppercased()
        switch kind {
        case "positional": return (isOptional ? "[\(value)]" : value) + (isRepeating ? "..." : "")
        case "option": return "\(nameList) \(value)"
        default: return nameList
        }
    }
}
