import RealmStore

/// The nodes of a damaged file. Each is returned once, and only if it looks like a node: so reading terminates, however
/// the nodes of the file refer to each other.
final class SalvageSpace {
    let space: NodeSpace
    private let source: DamagedSource
    let lost: LostPages
    /// Whether dictionaries have the layout of formats 21 and 22.
    let hasHashedDictionaries: Bool
    /// Values of enumerated columns, which all clusters read.
    private var enumerated: [Ref] = []
    /// The ranges returned so far.
    private var taken: ByteMap
    /// The bytes of texts and data that may still be read: enumerated ones occur in many places.
    private var byteBudget: Int

    init(_ source: DamagedSource) {
        self.source = source
        space = source.space
        lost = source.lostPages()
        taken = ByteMap(byteCount: source.byteCount)
        let formats = [source.header.formats.0, source.header.formats.1]
        hasHashedDictionaries = source.header.hasMark && formats.contains { $0 == 21 || $0 == 22 }
        byteBudget = 64 * source.byteCount + (1 << 26)
    }

    /// Releases the memory of decrypted pages, if there are many. Nodes have to be read again afterwards, except the
    /// values of enumerated columns.
    ///
    /// - Returns: true if it did.
    @discardableResult
    func releasePagesIfDue() -> Bool {
        guard source.releasePagesIfDue() else { return false }
        for ref in enumerated { _ = try? EnumeratedStrings(ref, in: space) }
        return true
    }

    /// The values of an enumerated column; nil if they cannot be read.
    func enumeratedStrings(_ ref: Ref) -> EnumeratedStrings? {
        guard peek(ref) != nil, let values = try? EnumeratedStrings(ref, in: space) else { return nil }
        enumerated.append(ref)
        return values
    }

    /// The node at `ref`; nil if there is none, or it was already taken.
    func take(_ ref: Ref) -> Node? {
        guard let node = peek(ref), taken.mark(ref.offset, node.footprint) else { return nil }
        return node
    }

    /// The node at `ref`, if there is one.
    func peek(_ ref: Ref) -> Node? {
        guard let node = try? space.node(ref), node.headerFiller == Node.filler,
            node.kind.hasRefs || !node.kind.isInner
        else { return nil }
        return node
    }

    /// True if the bytes at `ref` belong to a node that was taken.
    func isTaken(_ ref: Ref) -> Bool { taken.contains(ref.offset) }

    /// Takes a leaf of values with its nodes, but not the nodes of single values: collections, and bytes with their own
    /// node.
    func takeLeaf(_ ref: Ref, of column: Column, isElement: Bool) -> Node? {
        guard let node = take(ref) else { return nil }
        let isOfSlots = !isElement && (column.collection != nil || column.isBacklink)
        if !node.kind.hasRefs || isOfSlots { return node }
        return takeParts(of: node, isMixed: column.type == .mixed) ? node : nil
    }

    private func takeParts(of node: Node, isMixed: Bool) -> Bool {
        if node.kind.context { return takeBlobs(of: node) }
        guard node.count <= 6 else { return false }
        for index in 0..<node.count {
            guard let ref = node.slot(index).ref else { continue }
            guard let part = take(ref) else { return false }
            // The texts of mixed values form a separate leaf; the roots of nested collections are taken later.
            if isMixed, index == 3, part.kind.hasRefs, !takeParts(of: part, isMixed: false) { return false }
        }
        return true
    }

    /// Takes the nodes of single values; a damaged one does not affect the others.
    private func takeBlobs(of node: Node) -> Bool {
        for index in 0..<node.count {
            if let ref = node.slot(index).ref { _ = take(ref) }
        }
        return true
    }

    /// True if that many more bytes may be read.
    func spend(_ byteCount: Int) -> Bool {
        byteBudget -= byteCount
        return byteBudget >= 0
    }
}

extension SalvageSpace {
    /// The rows of a leaf whose values lie in lost pages.
    struct LostRows {
        fileprivate var parts: [Range<Int>] = []
        fileprivate var rows = 0
        fileprivate let lost: LostPages?

        static let none = LostRows(lost: nil)

        /// Values of one width follow each other; the start of a row is known to within a byte or two.
        func contains(_ row: Int) -> Bool {
            guard let lost else { return false }
            return parts.contains { part in
                let first = part.lowerBound + part.count * row / rows
                let end = part.lowerBound + (part.count * (row + 1) + rows - 1) / rows
                return lost.meets(first..<min(max(end, first + 1), part.upperBound))
            }
        }
    }

    /// - Parameter rows: number of values of the leaf.
    func lostRows(of leaf: Node, rows: Int) -> LostRows {
        guard rows > 0 else { return .none }
        var parts = [leaf]
        if leaf.kind.hasRefs, !leaf.kind.context, leaf.count <= 6 {
            parts += (0..<leaf.count).compactMap { leaf.slot($0).ref.flatMap(peek) }
        }
        // Bytes of texts and data are checked value by value.
        let bytes = parts.filter { $0.kind.scheme != .blob && $0.payloadByteCount > 0 }.map { node in
            node.ref.offset + Node.headerByteCount..<node.ref.offset + Node.headerByteCount + node.payloadByteCount
        }
        guard bytes.contains(where: { lost.meets($0) }) else { return .none }
        var result = LostRows(lost: lost)
        (result.parts, result.rows) = (bytes, rows)
        return result
    }
}
