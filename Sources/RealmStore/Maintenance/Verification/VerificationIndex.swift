/// One search index: its shape, and that it finds each object under its value and nothing else.
///
/// Source: file-format/search-indexes.md, "Rules of search indexes".
struct VerificationIndex {
    private let log: VerificationLog
    private let verification: Verification
    private let space: NodeSpace
    private let table: Table
    private let column: Column
    private let collections: VerificationCollections
    private var place: VerificationPlace { VerificationPlace(table, column) }

    private static let fanout = 1000
    /// The chunks of a value that an index covers: the last level begins at byte 200.
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
    /// - Throws: the error of storing records.
    func check(objects: ExternalSort<ObjectKey>) throws(SystemError) {
        if column.attributes.contains(.fullText) || column.collection != nil {
            var words = VerificationWords(verification, table, column)
            try words.addAll(objects)
            visitAll { words.check($0) }
            try words.compare()
        } else {
            let values = VerificationIndexedValues(verification, table, column)
            visitAll { values.add($0) }
            try values.check(objects)
        }
    }

    private func visitAll(_ body: (Entry) -> Void) {
        log.attempt(place) { () throws(FormatError) in
            try visit(column.indexRoot, path: [], isTop: true, body)
        }
    }

    /// FNV-1a over the chunks that lead to an entry: the same in every run, so that reports have one order.
    static func hash(_ path: some Sequence<Int32>) -> UInt64 {
        path.reduce(0xCBF2_9CE4_8422_2325) { hash, chunk in
            (0..<4).reduce(hash) { ($0 ^ UInt64(UInt8(truncatingIfNeeded: chunk >> ($1 * 8)))) &* 0x100_0000_01B3 }
        }
    }

    /// The entry below one key of a leaf.
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
            do {
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
