/// Reads the values at the end of a path.
final class PathReader: ValueReader {
    /// The kind of end of a path.
    enum End {
        /// The object itself.
        case object
        /// The links of the last hop, whose targets need not be read.
        case links
        /// A single value.
        case value(Int)
        /// A list or set of values.
        case elements(Int, ElementSelection)
        case dictionary(Int, ElementSelection)
        case keys(Int)
        /// The number of elements of a collection.
        case elementCount(Int)
        /// An aggregate of a collection's values.
        case aggregate(Int, AggregateOperation, ValueType)
    }

    /// A conversion of a read value.
    enum Conversion {
        case none
        /// Number of bytes or elements.
        case size
    }

    let path: ObjectPath
    private let end: End
    /// Steps into the collections inside mixed values.
    private let nested: NestedPath?
    private let conversion: Conversion
    private let table: Table

    init(_ path: ObjectPath, _ end: End, nested: NestedPath? = nil, conversion: Conversion = .none) {
        self.path = path
        self.end = end
        self.nested = nested
        self.conversion = conversion
        table = path.end.table
    }

    /// Whether the path ends at a string column with an index of words.
    var isFullTextIndexed: Bool {
        guard case .value(let column) = end, nested == nil, conversion == .none else { return false }
        return path.end.column(column).isFullTextIndexed
    }

    /// The column of the values, if they are single values at the end of links.
    var linkedColumn: Int? {
        guard case .value(let column) = end, nested == nil, conversion == .none, !path.hops.isEmpty else { return nil }
        return column
    }

    func read(_ row: Int, into values: inout ValueGroups) throws(FormatError) {
        try readValues(row, into: &values)
        if conversion == .size {
            try values.map { (value) throws(FormatError) in try value.size(in: table.space) }
        }
        values.completeGroups()
        if nested != nil, values.values.isEmpty { values.isList = true }
    }

    private func readValues(_ row: Int, into values: inout ValueGroups) throws(FormatError) {
        if case .links = end { return try readLinks(row, into: &values) }
        if case .value(let column) = end, nested == nil { return try readSingle(column, row, into: &values) }
        if case .object = end { return try readObjects(row, into: &values) }
        values.reset(isList: givesList)
        var isFound = false
        try path.forEachRow(row) { (target) throws(FormatError) in
            isFound = true
            try readEnd(target, into: &values)
        }
        if !isFound, givesNullForNullLink {
            values.append(.null)
            values.endGroup()
        }
    }

    /// Computed single values are null after a null link.
    private var givesNullForNullLink: Bool {
        switch end {
        case .elementCount, .aggregate: path.isUnary
        default: false
        }
    }

    /// Quantifiers apply unless there is one value at most.
    private var givesList: Bool {
        switch end {
        case .elements, .keys: true
        case .elementCount, .aggregate: !path.isUnary
        case .dictionary(_, .key): nested.map { !$0.isUnary } ?? !path.isUnary
        case .dictionary: true
        case .value, .object, .links: nested.map { !$0.isUnary || !path.isUnary } ?? !path.isUnary
        }
    }

    private func readSingle(_ column: Int, _ row: Int, into values: inout ValueGroups) throws(FormatError) {
        let isUnary = path.isUnary
        values.reset(isList: !isUnary)
        let cursor = path.end
        var isFound = false
        try path.forEachRow(row) { (target) throws(FormatError) in
            isFound = true
            values.append(try cursor.leaf(column).value(target))
        }
        if isUnary, !isFound { values.append(.null) }
        values.endGroup()
    }

    private func readLinks(_ row: Int, into values: inout ValueGroups) throws(FormatError) {
        let isUnary = path.isUnary
        values.reset(isList: !isUnary)
        let target = path.end.table.key
        var isFound = false
        try path.forEachKey(row) { (key) throws(FormatError) in
            isFound = true
            values.append(.link(target, key))
        }
        if isUnary, !isFound { values.append(.null) }
        values.endGroup()
    }

    private func readObjects(_ row: Int, into values: inout ValueGroups) throws(FormatError) {
        values.reset(isList: false)
        values.append(.link(table.key, try path.end.key(row)))
        values.endGroup()
    }

    private func readEnd(_ row: Int, into values: inout ValueGroups) throws(FormatError) {
        let cursor = path.end
        switch end {
        case .value(let column): try nested?.read(cursor.leaf(column).value(row), into: &values)
        case .elements(let column, let selection):
            let tree = try CollectionTree(cursor.root(column, row), of: cursor.column(column), in: table.space)
            try selection.forEach(in: tree, missing: .null) { (value) throws(FormatError) in
                if let nested { try nested.read(value, into: &values) } else { values.append(value) }
            }
            if nested == nil { values.endGroup() }
        case .dictionary(let column, let selection):
            let tree = try dictionary(column, row)
            try selection.forEach(in: tree, missing: nested == nil ? .null : nil) { (value) throws(FormatError) in
                if let nested { try nested.read(value, into: &values) } else { values.append(value) }
            }
            if tree.count == 0, selection != .every { values.isList = true }
            if nested == nil { values.endGroup() }
        case .keys(let column): try readKeys(column, row, into: &values)
        case .elementCount(let column):
            let root = try cursor.root(column, row)
            let described = cursor.column(column)
            let count =
                described.collection == .dictionary
                ? try DictionaryTree(root, hasIntegerKeys: described.hasIntegerKeys, in: table.space).count
                : try CollectionTree(root, of: described, in: table.space).count
            values.append(.int(Int64(count)))
            values.endGroup()
        case .aggregate(let column, let operation, let type):
            values.append(try aggregate(column, row, operation, type))
            values.endGroup()
        case .object, .links: break
        }
    }

    private func dictionary(_ column: Int, _ row: Int) throws(FormatError) -> DictionaryTree {
        try DictionaryTree(
            path.end.root(column, row), hasIntegerKeys: path.end.column(column).hasIntegerKeys, in: table.space)
    }

    /// A dictionary of the object itself that was never filled has no group, as in Realm Core.
    private func readKeys(_ column: Int, _ row: Int, into values: inout ValueGroups) throws(FormatError) {
        let tree = try dictionary(column, row)
        if path.hops.isEmpty, try path.end.slot(column, row).isEmpty {
            // A group that meets no quantifier: the comparison has a single side without value.
            values.isList = false
            return values.endGroup()
        }
        for position in 0..<tree.count { values.append(try tree.key(at: position)) }
        values.endGroup()
    }

    private func aggregate(
        _ column: Int, _ row: Int, _ operation: AggregateOperation, _ type: ValueType
    ) throws(FormatError) -> Value {
        var aggregation = Aggregation(operation, of: type)
        if path.end.column(column).collection == .dictionary {
            try ElementSelection.every.forEach(in: dictionary(column, row), missing: nil) { aggregation.add($0) }
        } else {
            let tree = try CollectionTree(path.end.root(column, row), of: path.end.column(column), in: table.space)
            try ElementSelection.every.forEach(in: tree, missing: nil) { aggregation.add($0) }
        }
        return aggregation.result
    }
}

extension Value {
    /// Bytes of a text or data, elements of a collection; null for anything else.
    fileprivate func size(in space: NodeSpace) throws(FormatError) -> Value {
        switch self {
        case .string(let bytes), .binary(let bytes): .int(Int64(bytes.count))
        case .list(let root): .int(Int64(try CollectionTree.nestedList(root, in: space).count))
        case .dictionary(let root): .int(Int64(try DictionaryTree(root, hasIntegerKeys: false, in: space).count))
        default: .null
        }
    }
}
