import ArgumentParser

/// A case as the command line names it.
enum CaseName: ExpressibleByArgument {
    case reading(BenchmarkCase)
    case writing(WritingCase)
    case object(ObjectCase)

    init?(argument: String) {
        if let reading = BenchmarkCase(rawValue: argument) {
            self = .reading(reading)
        } else if let writing = WritingCase(rawValue: argument) {
            self = .writing(writing)
        } else if let object = ObjectCase(rawValue: argument) {
            self = .object(object)
        } else {
            return nil
        }
    }

    static let all =
        BenchmarkCase.allCases.map(CaseName.reading) + WritingCase.allCases.map(CaseName.writing)
        + ObjectCase.allCases.map(CaseName.object)

    static var allValueStrings: [String] {
        BenchmarkCase.allCases.map(\.rawValue) + WritingCase.allCases.map(\.rawValue)
            + ObjectCase.allCases.map(\.rawValue)
    }
}
