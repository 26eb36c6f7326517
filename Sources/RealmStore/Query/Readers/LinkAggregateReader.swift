/// An aggregate of a property of all objects at the end of a path.
final class LinkAggregateReader: ValueReader {
    private let path: ObjectPath
    private let column: Int
    private let operation: AggregateOperation
    private let type: ValueType

    init(_ path: ObjectPath, _ column: Column, _ operation: AggregateOperation) {
        self.path = path
        self.column = path.end.add(column)
        self.operation = operation
        type = column.type
    }

    func read(_ row: Int, into values: inout ValueGroups) throws(FormatError) {
        var aggregation = Aggregation(operation, of: type)
        let end = path.end
        try path.forEachRow(row) { (target) throws(FormatError) in
            aggregation.add(try end.leaf(column).value(target))
        }
        values.reset(isList: false)
        values.append(aggregation.result)
        values.endGroup()
    }
}
