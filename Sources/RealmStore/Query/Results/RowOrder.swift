/// The order of objects by the values at the end of some paths, one object at a time; used by `ResultSteps`.
///
/// Objects whose values are equal are in the order of their keys. For use by one thread at a time.
final class RowOrder {
    private let orders: [(path: SortPath, ascending: Bool)]
    /// Keeps the version readable.
    private let context: QueryContext

    /// - Parameter orders: the first has precedence.
    init(_ orders: [SortOrder], on table: Table, in context: QueryContext) throws(QueryError) {
        self.context = context
        var made: [(path: SortPath, ascending: Bool)] = []
        for order in orders {
            made.append((try SortPath(order.path, "sort", on: table, in: context, .sdkRules), order.ascending))
        }
        self.orders = made
    }

    /// An object with its sort values.
    struct Row {
        let key: ObjectKey
        /// Nil if a null link cuts off the path.
        fileprivate let values: [Value?]
    }

    func row(_ key: ObjectKey) throws(FormatError) -> Row {
        var values: [Value?] = []
        for order in orders { values.append(try order.path.value(of: key)) }
        return Row(key: key, values: values)
    }

    /// Whether one object comes before another.
    func isBefore(_ lhs: Row, _ rhs: Row) -> Bool {
        for (index, order) in orders.enumerated() {
            let result = RowOrder.compare(lhs.values[index], rhs.values[index])
            if result != 0 { return order.ascending ? result < 0 : result > 0 }
        }
        return lhs.key < rhs.key
    }

    /// Whether the object of a key comes before another.
    func isBefore(_ key: ObjectKey, _ other: Row) throws(FormatError) -> Bool {
        for (index, order) in orders.enumerated() {
            let result = RowOrder.compare(try order.path.value(of: key), other.values[index])
            if result != 0 { return order.ascending ? result < 0 : result > 0 }
        }
        return key < other.key
    }

    /// Null comes before all values, cut-off paths after them.
    private static func compare(_ lhs: Value?, _ rhs: Value?) -> Int {
        switch (lhs, rhs) {
        case (nil, nil): 0
        case (nil, _): 1
        case (_, nil): -1
        case (let lhs?, let rhs?): ValueOrder.compare(lhs, rhs)
        }
    }
}
