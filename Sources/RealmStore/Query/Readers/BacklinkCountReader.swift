/// The number of objects that link to those at the end of a path, with any property.
final class BacklinkCountReader: ValueReader {
    private let path: ObjectPath
    private let columns: [Int]

    init(_ path: ObjectPath) {
        self.path = path
        columns = path.end.table.backlinkColumns.map { path.end.add($0) }
    }

    func read(_ row: Int, into values: inout ValueGroups) throws(FormatError) {
        var count = 0
        let end = path.end
        try path.forEachRow(row) { (target) throws(FormatError) in
            for column in columns { count += try BacklinkList(end.slot(column, target), in: end.table.space).count }
        }
        values.reset(isList: false)
        values.append(.int(Int64(count)))
        values.endGroup()
    }
}
