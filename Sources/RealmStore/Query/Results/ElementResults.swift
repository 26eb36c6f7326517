/// Sorting, deduplicating and aggregating the values of one collection.
enum ElementResults {
    /// Positions of `values` in the order of values; equal ones keep their order.
    static func sorted(_ values: [Value], ascending: Bool = true) -> [Int] {
        SortColumn(values).sorted((0..<UInt32(values.count)).map { $0 }, ascending: ascending).map { Int($0) }
    }

    /// Positions of the first of each group of equal values, ascending.
    static func distinct(_ values: [Value]) -> [Int] {
        var groups = [UInt32](repeating: 0, count: values.count)
        SortColumn(values).split(&groups)
        var seen: Set<UInt32> = []
        return values.indices.filter { seen.insert(groups[$0]).inserted }
    }

    /// The aggregate of values of a type; null without relevant values.
    static func aggregate(_ operation: AggregateOperation, _ values: [Value], of type: ValueType) -> Value {
        var aggregation = Aggregation(operation, of: type)
        for value in values { aggregation.add(value) }
        return aggregation.result
    }
}
