/// How a query finds its rows, for people: from where, by which conditions, in which order.
public struct QueryPlan: Hashable, Sendable, CustomStringConvertible {
    /// One step, and the rows that it leaves.
    public struct Step: Hashable, Sendable {
        /// What is done, in words.
        public let text: String
        /// Number of rows afterwards.
        public let rows: Int

        init(_ text: String, _ rows: Int) {
            self.text = text
            self.rows = rows
        }
    }

    /// The steps, in the order in which they are done.
    public let steps: [Step]

    init(_ steps: [Step]) { self.steps = steps }

    /// A line for each step.
    public var description: String {
        steps.map { "\($0.text): \($0.rows) \($0.rows == 1 ? "row" : "rows")" }.joined(separator: "\n")
    }
}
