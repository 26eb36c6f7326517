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

    /// As in `-o, --output FILE`.
    var title: String {
        let value = (valueName ?? "value").uppercased()
        switch kind {
        case "positional": return (isOptional ? "[\(value)]" : value) + (isRepeating ? "..." : "")
        case "option": return (names ?? []).map(\.text).joined(separator: ", ") + " " + value
        default: return (names ?? []).map(\.text).joined(separator: ", ")
        }
    }
}
