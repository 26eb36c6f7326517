import ArgumentParser

/// A case as the command line names it.
enum CaseName: ExpressibleByArgument {
    case reading(BenchmarkCase)
    case query(QueryCase)
    case object(ObjectCase)
    case writing(WritingCase)

    init?(argument: String) {
        guard let found = CaseName.all.first(where: { $0.name == argument }) else { return nil }
        self = found
    }

    private var name: String {
        switch self {
        case .reading(let benchmark): benchmark.rawValue
        case .query(let benchmark): benchmark.rawValue
        case .object(let benchmark): benchmark.rawValue
        case .writing(let benchmark): benchmark.rawValue
        }
    }

    static let all =
        BenchmarkCase.allCases.map(CaseName.reading) + QueryCase.allCases.map(CaseName.query)
        + ObjectCase.allCases.map(CaseName.object) + WritingCase.allCases.map(CaseName.writing)

    static var allValueStrings: [String] { all.map(\.name) }
}
