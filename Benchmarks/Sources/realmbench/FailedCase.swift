/// A case that could not be measured.
struct FailedCase: Error, CustomStringConvertible {
    let benchmark: String
    let engine: String
    let cause: any Error

    var description: String { "case \(benchmark), \(engine): \(cause)" }
}
