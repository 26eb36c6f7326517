/// One search index: its shape, and that it finds each object under its value and nothing else.
///
/// Source: file format, search indexes.
struct VerificationIndex {
    private let log: VerificationLog
    private let verification: Verification
    private let space: NodeSpace
    private let table: Table
    private let column: Column
    private let collections: VerificationCollections
    private var place: VerificationPlace { VerificationPlace(table, column) }

    private static let fanout = 1000
    /// Chunks of a value that an index looks at: the last level begins at byte 200.
    static let maximumLevels = 51

    init(_ verification: Verification, _ table: Table, _ column: Column) {
        self.verification = verification
        self.table = table
        self.column = column
        log = verification.log
        space = verification.space
        collections = VerificationCollections(verification)
    }

    /// - Parameter objects: the keys of the table's objects.
    /// - Throws: why there is no room for what has to be remembered.
    func check(objects: ExternalSort<ObjectKey>) throws(SystemError) {
        if column.attributes.contains(.fullText) || column.collection != nil {
            var words = VerificationWords(verification, table, column)
            try words.addAll(objects)
            visitAll { words.check($0) }
            try words.compare()
        } else {
            let values = VerificationIndexedValues(verification, table, column)
            visitAll { values.check($0) }
            try values.compare(with: objects)
        }
    }

    private func visitAll(_ body: (Entry) -> Void) {
        log.attempt(place) { () throws(FormatError) in
            try visit(column.indexRoot, path: [], isTop: true, body)
        }
    }

    /// What is below one key of a leaf.
    struct Entry {
        /// The chunks that lead here.
        let path: [Int32]
        let objects: [ObjectKey]
        let isList: Bool
        let ref: Ref
    }

    /// - Parameter isTop: the node is the root of the index.
    private func visit(
        _ ref: Ref, path: [Int32], isTop: Bool, _ body: (Entry) -> Void
    ) throws(FormatError) {
        guard verification.meet(ref, place) else { return }
        verification.releasePagesIfDue()
        let node = try IndexNode(ref, in: space)
        checkKeys(node, ref, isTop: isTop)
        try verification.hold(ref) { () throws(FormatError) in visit(node, ref, path, body) }
    }

    private func visit(_ node: IndexNode, _ ref: Ref, _ path: [Int32], _ body: (Entry) -> Void) {
        for index in 0..<node.count {
            let key = node.key(index)
            do throws(FormatError) {
                if node.isInner {
                    try visitInner(node, index, ref, path, body)
                } else if let object = node.element(index).number {
                    let key = ObjectKey(Int64(bitPattern: object))
                    body(Entry(path: path + [node.key(index)], objects: [key], isList: false, ref: ref))
                } else {
                    try visitChild(node.element(index), path + [key], of: ref, body)
                }
            } catch {
                log.add(error, place)
            }
        }
    }

    private func visitInner(
        _ node: IndexNode, _ index: Int, _ ref: Ref, _ path: [Int32], _ body: (Entry) -> Void
    ) throws(FormatError) {
        guard let child = node.element(index).ref else {
            throw FormatError(.badIndex, at: ref, "child \(index) is not a ref")
        }
        let below = try IndexNode(child, in: space)
        if below.count == 0 || below.key(below.count - 1) != node.key(index) {
            log.add(.badIndex, at: ref, place, "key \(index) is not the last key of its child")
        }
        try visit(child, path: path, isTop: false, body)
    }

    private func visitChild(
        _ element: Slot, _ path: [Int32], of ref: Ref, _ body: (Entry) -> Void
    ) throws(FormatError) {
        guard let child = element.ref else {
            throw FormatError(.badIndex, at: ref, "an element of a search index is empty")
        }
        if try space.node(child).kind.context {
            guard path.count < VerificationIndex.maximumLevels else {
                throw FormatError(.badIndex, at: child, "the search index is too deep")
            }
            return try visit(child, path: path, isTop: false, body)
        }
        let objects = try collections.keys(in: child, place)
        if objects.isEmpty { log.add(.badIndex, at: child, place, "a list of objects is empty") }
        body(Entry(path: path, objects: objects, isList: true, ref: child))
    }

    private func checkKeys(_ node: IndexNode, _ ref: Ref, isTop: Bool) {
        if node.count > VerificationIndex.fanout {
            log.add(.badIndex, at: ref, place, "a node has \(node.count) keys")
        }
        if node.count == 0, !isTop || node.isInner {
            log.add(.badIndex, at: ref, place, "a node below the root has no keys")
        }
        for index in 0..<max(0, node.count - 1) where node.key(index) >= node.key(index + 1) {
            log.add(.badIndex, at: ref, place, "the keys do not ascend")
            break
        }
    }
}

/// The entries of an index of single values, against the objects.
struct VerificationIndexedValues {
    private let verification: Verification
    private let log: VerificationLog
    private let table: Table
    private let column: Column
    private let place: VerificationPlace
    private let seen: ExternalSort<ObjectKey>

    init(_ verification: Verification, _ table: Table, _ column: Column) {
        self.verification = verification
        log = verification.log
        seen = verification.records()
        self.table = table
        self.column = column
        place = VerificationPlace(table, column)
    }

    func check(_ entry: VerificationIndex.Entry) {
        var order = ListOrder()
        for key in entry.objects {
            seen.add(key)
            log.attempt(place.of(key)) { () throws(FormatError) in
                if verification.releasePagesIfDue(), let last = order.last {
                    order.last?.value = try table.objects().find(last.key).map { (position) throws(FormatError) in
                        try table.value(of: column, at: position)
                    } ?? .null
                }
                guard let position = try table.objects().find(key) else {
                    log.add(.indexExtra, at: entry.ref, place.of(key), "the index names an object that does not exist")
                    return
                }
                let value = try table.value(of: column, at: position)
                if entry.isList { check(value, of: key, in: entry, &order) }
                let data = IndexData(mixed: value)
                let isThere = entry.path.indices.allSatisfy {
                    data.chunk(at: $0 * IndexData.chunkByteCount) == entry.path[$0]
                }
                if !isThere {
                    report(
                        .indexExtra, at: entry.ref, place.of(key), "the object is under a value that it does not have")
                }
            }
        }
        if order.isMisplaced, entry.path.count < VerificationIndex.maximumLevels {
            report(.badIndex, at: entry.ref, place, "objects of different values share a list")
        }
    }

    /// How the objects of a list follow each other.
    private struct ListOrder {
        var last: (value: Value, key: ObjectKey)?
        var isMisplaced = false
    }

    /// Equal values ascend by object key. Files of older formats order different values otherwise.
    private func check(_ value: Value, of key: ObjectKey, in entry: VerificationIndex.Entry, _ list: inout ListOrder) {
        defer { list.last = (value, key) }
        guard let last = list.last else { return }
        let order = ValueOrder.compare(last.value, value)
        if order == 0, last.key > key {
            report(.indexOrder, at: entry.ref, place, "objects of equal value do not ascend")
        } else if order > 0 {
            log.note(.indexOrder, at: entry.ref, place, "objects in a list are not in the order of their values")
        }
        list.isMisplaced = list.isMisplaced || (order != 0 && !haveEqualData(last.value, value))
    }

    private func haveEqualData(_ lhs: Value, _ rhs: Value) -> Bool {
        let (lhs, rhs) = (IndexData(mixed: lhs), IndexData(mixed: rhs))
        return (0...VerificationIndex.maximumLevels).allSatisfy {
            lhs.chunk(at: $0 * IndexData.chunkByteCount) == rhs.chunk(at: $0 * IndexData.chunkByteCount)
        }
    }

    /// Realm Core leaves wrong paths in the index of a mixed property when equal values take other forms.
    private func report(
        _ code: VerificationReport.Code, at ref: Ref, _ place: VerificationPlace, _ message: String
    ) {
        log.add(code, at: ref, place, severity: column.type == .mixed ? .note : .error, message)
    }

    /// Each object is there once.
    func compare(with objects: ExternalSort<ObjectKey>) throws(SystemError) {
        var last: ObjectKey?
        try objects.match(seen) { object, entry in
            if let object {
                last = object
                guard entry == nil else { return }
                log.add(.indexMissing, at: column.indexRoot, place.of(object), "the index lacks the object")
            } else if let entry, entry == last {
                log.add(.indexExtra, at: column.indexRoot, place.of(entry), "the index names the object twice")
            }
        }
    }
}
