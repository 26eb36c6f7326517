/// A measured query, from its text to its result.
enum QueryCase: String, CaseIterable {
    case filterInt
    case filterText
    case filterTwo
    case equality
    case equalityOfMany
    case filterEqual
    case filterPrefix
    case sortDouble
    case sortText
    case sortUniqueText
    case firstByDouble
    case firstByText
    case sumAndMaximum
    case linked

    /// Runs the case once.
    ///
    /// - Parameter texts: the values to look up.
    func run(on engine: any QueryEngine, looking texts: (emails: [String], names: [String])) throws -> UInt64 {
        switch self {
        case .filterInt: try engine.count(olderThan: Self.age)
        case .filterText: try engine.count(nameContaining: Self.text)
        case .filterTwo: try engine.count(olderThan: Self.age, nameContaining: Self.text)
        case .equality: try engine.count(emails: texts.emails)
        case .equalityOfMany: try engine.count(names: texts.names)
        case .filterEqual: try engine.count(filteringEmails: texts.emails)
        case .filterPrefix: try engine.count(emailsBeginningWith: texts.emails.map { String($0.prefix(12)) })
        case .sortDouble: try engine.orderByScore()
        case .sortText: try engine.orderByName()
        case .sortUniqueText: try engine.orderByEmail()
        case .firstByDouble: try engine.firstByScore()
        case .firstByText: try engine.firstByName()
        case .sumAndMaximum: try engine.sumAndMaximumAge()
        case .linked: try engine.count(withPlaceLargerThan: Self.size)
        }
    }

    /// A short description for the report.
    var title: String {
        switch self {
        case .filterInt: "query: int > \(Self.age)"
        case .filterText: "query: string contains"
        case .filterTwo: "query: both conditions"
        case .equality: "query: indexed ==, one row"
        case .equalityOfMany: "query: indexed ==, many rows"
        case .filterEqual: "query: filter(indexed ==)"
        case .filterPrefix: "query: indexed prefix"
        case .sortDouble: "query: sort by double"
        case .sortText: "query: sort by indexed string"
        case .sortUniqueText: "query: sort by unique string"
        case .firstByDouble: "query: first 10 by double"
        case .firstByText: "query: first 10 by indexed string"
        case .sumAndMaximum: "query: sum and max of int"
        case .linked: "query: any of 10 links > \(Self.size)"
        }
    }

    private static let age = 90
    private static let text = "ann"
    private static let size = 990
}
