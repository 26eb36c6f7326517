import ArgumentParser

/// A case as the command line names it.
enum CaseName: ExpressibleByArgument {
    case reading(BenchmarkCase)
    case writing(WritingCase)
    case query(QueryCase)

    init?(argument: String) {
        if let reading = BenchmarkCase(rawValue: argument) {
            self = .reading(reading)
        } else if let writing = WritingCase(rawValue: argument) {
            self = .writing(writing)
        } else if let query = QueryCase(rawValue: argument) {
            self = .query(query)
        } else {
            return nil
        }
    }

    static let all =
        BenchmarkCase.allCases.map(CaseName.reading) + QueryCase.allCases.map(CaseName.query)
        + WritingCase.allCases.map(CaseName.writing)

    static var allValueStrings: [String] {
        BenchmarkCase.allCases.map(\.rawValue) + QueryCase.allCases.map(\.rawValue)
            + WritingCase.allCases.map(\.rawValue)
    }
}
