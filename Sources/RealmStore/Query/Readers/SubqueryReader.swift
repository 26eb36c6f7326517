/// The number of objects at the end of a path that meet a condition.
final class SubqueryReader: ValueReader {
    private let path: ObjectPath
    private let condition: any RowTest

    /// - Parameter condition: built for the cursor at the end of the path.
    init(_ path: ObjectPath, _ condition: any RowTest) {
        self.path = path
        self.condition = condition
    }

    func read(_ row: Int, into values: inout ValueGroups) throws(FormatError) {
        var count = 0
        try path.forEachRow(row) { (target) throws(FormatError) in
            if try !condition.filter(RowSet(target)).isEmpty { count += 1 }
        }
        values.reset(isList: false)
        values.append(.int(Int64(count)))
        values.endGroup()
    }
}
