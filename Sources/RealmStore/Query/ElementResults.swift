/// Sorting, thinning out and aggregating the values of one collection.
enum ElementResults {
    /// Positions of `values` in the order of values; equal ones keep their order.
    static func sorted(_ values: [Value], ascending: Bool = true) -> [Int] {
        let column = SortValues(values)
        return values.indices.sorted { first, second in
            let order = column.compare(first, second)
            return order == 0 ? first < second : (order < 0) == ascending
        }
    }

    /// Positions of the first of each group of equal values, ascending.
    static func distinct(_ values: [Value]) -> [Int] {
        let column = SortValues(values)
        var kept: [Int] = []
        for position in sorted(values) {
            if let last = kept.last, column.compare(last, position) == 0 { continue }
            kept.append(position)
        }
        return kept.sorted()
    }

    /// The aggregate of values of a type; null if there is no value to speak of.
    static func aggregate(_ operation: AggregateOperation, _ values: [Value], of type: ValueType) -> Value {
        var aggregation = Aggregation(operation, of: type)
        for value in values { aggregation.add(value) }
        return aggregation.result
    }
}
