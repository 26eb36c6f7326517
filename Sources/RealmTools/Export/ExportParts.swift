import RealmStore

/// The objects of a class in parts that two threads make text of, side by side.
struct ExportParts {
    private let exported: ExportClass
    private let source: ExportSource
    private let objectCount: Int
    /// The positions of the first objects of the parts, each that of a cluster.
    private var starts: [Int] = []

    /// Objects of a part, at least.
    private static let partCount = 4096
    /// Parts whose text may wait.
    private static let partsAhead = 4
    /// The text after which a part ends.
    static let byteCount = 1 << 23

    /// Nil if the objects cannot be written independently of each other, or are too few.
    init?(_ exported: ExportClass, _ source: ExportSource) throws(FormatError) {
        // Who owns an embedded object is found out while they are written.
        guard !source.hasSelections, !exported.isEmbedded, !exported.properties.contains(where: \.holdsEmbedded) else {
            return nil
        }
        let tree = try exported.table.objects()
        guard tree.count > 2 * ExportParts.partCount else { return nil }
        self.exported = exported
        self.source = source
        objectCount = tree.count
        var position = 0
        var starts: [Int] = []
        try tree.forEachLeaf { leaf in
            if position >= (starts.last ?? -ExportParts.partCount) + ExportParts.partCount { starts.append(position) }
            position += leaf.count
        }
        self.starts = starts
    }

    /// Text of a part, and the number of objects in it: all of the part, unless they are too large.
    typealias Part<Text> = (text: Text, objects: Int)

    /// Makes text of each part, on two threads, with a source of its own for the other thread.
    ///
    /// - Parameters:
    ///   - make: calls `forEachRow`.
    ///   - use: called with the texts in order.
    ///   - rest: called with the positions of objects that did not fit into the part before.
    func run<Text>(
        _ make: @escaping (_ part: Range<Int>, _ source: ExportSource, _ exported: ExportClass) throws -> Part<Text>,
        use: (Part<Text>) throws -> Void, rest: (Range<Int>) throws -> Void
    ) throws {
        let other = try ExportSource(source.group, walksAll: false)
        let otherClass = try other.exportClass(exported.table.key)
        let (source, exported, ranges) = (source, exported, ranges)
        var index = 0
        try SharedWork.run(
            ranges.count, ahead: ExportParts.partsAhead, own: { try make(ranges[$0], source, exported) },
            other: ExportParts.located(other) { try make(ranges[$0], other, otherClass) },
            use: { part in
                let range = ranges[index]
                index += 1
                try use(part)
                if part.objects < range.count { try rest(range.lowerBound + part.objects..<range.upperBound) }
            })
        source.add(other)
    }

    private var ranges: [Range<Int>] {
        starts.indices.map { starts[$0]..<($0 + 1 < starts.count ? starts[$0 + 1] : objectCount) }
    }

    /// `body`, whose errors name the object that the source reads.
    private static func located<Text>(
        _ source: ExportSource, _ body: @escaping (Int) throws -> Text
    ) -> (Int) throws -> Text {
        { part in
            do { return try body(part) } catch let error as FormatError { throw source.located(error) }
        }
    }

    /// Calls `body` with the objects at these positions, and whether it is the first of all, until it returns false.
    ///
    /// - Returns: the number of calls.
    static func forEachRow(
        _ positions: Range<Int>, of exported: ExportClass, _ source: ExportSource,
        _ body: (ExportRows, Int, Bool) throws -> Bool
    ) throws -> Int {
        let start = try exported.table.objects().leaf(containing: positions.lowerBound).first
        var objects = try ClusterReader(exported, from: start, to: positions.upperBound)
        var position = start
        while let rows = try objects.next() {
            for row in 0..<rows.leaf.count {
                defer { position += 1 }
                guard position >= positions.lowerBound else { continue }
                let goesOn = try body(rows, row, position == 0)
                source.place = nil
                if !goesOn { return position + 1 - positions.lowerBound }
            }
        }
        return positions.count
    }
}
