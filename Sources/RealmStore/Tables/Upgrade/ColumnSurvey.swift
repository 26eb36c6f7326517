/// A survey of the leaves of a string column, to decide whether a copy enumerates it.
struct ColumnSurvey {
    private(set) var texts = TextSurvey()
    private(set) var leaves: [Ref] = []
    /// The hash of all texts, object by object; differs between runs of the program.
    private(set) var digest: UInt64 = 0
    /// Bytes of the leaves.
    private(set) var byteCount = 0
    /// True for an enumerated column with leaves of texts, as earlier versions of RealmStore wrote.
    private var isMixed = false
    private let column: Column
    private let space: NodeSpace

    /// Bytes of leaves after which memory is released.
    private static let releaseStep = 1 << 25

    init(_ column: Column, in space: NodeSpace) {
        self.column = column
        self.space = space
    }

    /// Examines all objects of the column's table, stopping when there are too many texts.
    ///
    /// - Parameter release: releases the memory of nodes that were read.
    mutating func run(over table: Table, _ release: () -> Void) throws(FormatError) {
        var tree = try table.objects()
        var (position, released) = (0, 0)
        while position < tree.count, !texts.isTooLarge {
            let (leaf, first) = try tree.leaf(containing: position)
            try add(leaf.column(column.leafIndex), rows: leaf.count)
            position = first + leaf.count
            guard byteCount - released > ColumnSurvey.releaseStep else { continue }
            released = byteCount
            release()
            tree = try table.objects()
        }
    }

    private mutating func add(_ ref: Ref, rows: Int) throws(FormatError) {
        leaves.append(ref)
        byteCount += try ColumnSurvey.byteCount(of: ref, in: space)
        try ColumnSurvey.forEachText(of: column, in: ref, rows: rows, space) { (text, isNumber) throws(FormatError) in
            if !isNumber, column.enumeratedValues != nil { isMixed = true }
            digest = ColumnSurvey.digest(digest, adding: text)
            try texts.add(text)
        }
    }

    /// Whether a copy should enumerate the column: because that saves enough bytes, or, if it is already enumerated,
    /// because some leaves are not, or some of its distinct texts are unused.
    func isWorthwhile(leastSaving: Int) -> Bool {
        guard !texts.isTooLarge, texts.total > 0 else { return false }
        if let values = column.enumeratedValues { return isMixed || texts.texts.count < values.count }
        return enumeratedByteCount + leastSaving <= byteCount
    }

    /// The numbers of the texts in the order of the copy: sorted, or unchanged for a column that is already enumerated,
    /// so that its leaves do not get wider.
    func order() throws(FormatError) -> [Int] {
        guard let values = column.enumeratedValues else { return texts.sortedNumbers() }
        let old = try EnumeratedStrings(values.ref, in: space)
        var order: [Int] = []
        var isNew = [Bool](repeating: true, count: texts.texts.count)
        for index in 0..<old.count {
            guard let number = try texts.number(of: old.bytes(index)), isNew[number] else { continue }
            order.append(number)
            isNew[number] = false
        }
        return order + isNew.indices.filter { isNew[$0] }
    }

    /// The approximate bytes of the column if it were enumerated.
    private var enumeratedByteCount: Int {
        let width = NodeKind(.bits, widthCode: IntegerEditor.widthCode(for: Int64(max(1, texts.texts.count) - 1))).width
        let leafByteCount = texts.total * width / 8 + leaves.count * 2 * Node.headerByteCount
        let count = texts.texts.count
        if texts.longest < 16 { return leafByteCount + count * 16 }
        return leafByteCount + texts.byteCount + count * (texts.longest < 64 ? 8 : 24)
    }

    // MARK: Leaves

    /// Calls `body` with every text of a leaf, and whether it is stored as a number.
    ///
    /// The distinct texts are opened again for each leaf, since memory may have been released.
    static func forEachText(
        of column: Column, in ref: Ref, rows: Int? = nil, _ space: NodeSpace,
        _ body: (UnsafeRawBufferPointer?, Bool) throws(FormatError) -> Void
    ) throws(FormatError) {
        let values: EnumeratedStrings? =
            if let old = column.enumeratedValues { try EnumeratedStrings(old.ref, in: space) } else { nil }
        defer { withExtendedLifetime(values) {} }
        let leaf = try StringLeaf(ref, keys: values, in: space)
        guard rows == nil || rows == leaf.count else {
            throw FormatError(
                .badCluster, at: ref, "column '\(column.name)' has \(leaf.count) values for \(rows ?? 0) objects")
        }
        for row in 0..<leaf.count { try body(leaf.bytes(row), leaf.isEnumerated) }
    }

    /// The digest of some texts followed by one more.
    static func digest(_ digest: UInt64, adding text: UnsafeRawBufferPointer?) -> UInt64 {
        (digest &* 0x100_0000_01B3) ^ UInt64(bitPattern: Int64(TextNumbers.hash(text)))
    }

    /// The bytes of a leaf of strings, in any form.
    static func byteCount(of ref: Ref, in space: NodeSpace) throws(FormatError) -> Int {
        let node = try space.node(ref)
        var byteCount = node.footprint
        if node.kind.hasRefs {
            for index in 0..<node.count {
                if let child = node.slot(index).ref { byteCount += try space.node(child).footprint }
            }
        }
        return byteCount
    }
}
