/// The number of links at the end of a path, for each object that holds them.
final class LinkCountReader: ValueReader {
    private let path: ObjectPath

    init(_ path: ObjectPath) { self.path = path }

    func read(_ row: Int, into values: inout ValueGroups) throws(FormatError) {
        values.reset(isList: path.hops.count > 1)
        if path.hops.count == 1 {
            var count = 0
            try path.forEachKey(row) { _ in count += 1 }
            values.append(.int(Int64(count)))
        } else {
            try path.forEachCount(row) { values.append(.int(Int64($0))) }
        }
        values.endGroup()
    }
}
