/// A readable plan of how a query finds its rows: its source, conditions and order.
public struct QueryPlan: Hashable, Sendable, CustomStringConvertible {
    /// One step, and the number of rows that it leaves.
    public struct Step: Hashable, Sendable {
        /// A description of the step.
        public let text: String
        /// Number of rows afterwards.
        public let rows: Int

        init(_ text: String, _ rows: Int) {
            self.text = text
            self.rows = rows
        }
    }

    /// The steps, in the order of execution.
    public let steps: [Step]

    init(_ steps: [Step]) { self.steps = steps }

    /// A line for each step.
    public var description: String {
        steps.map { "\($0.text): \($0.rows) \($0.rows == 1 ? "row" : "rows")" }.joined(separator: "\n")
    }
}
