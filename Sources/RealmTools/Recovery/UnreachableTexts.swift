import RealmStore

/// Unreachable leaves of texts of a damaged file: the remains of lost lists, sets and clusters.
struct UnreachableTexts {
    private let source: DamagedSource
    private let survey: SalvageSurvey

    /// The maximum number of leaves examined.
    private static let limit = 1 << 16
    private static let column = Column(elementsOf: .string, isNullable: true)

    init(_ source: DamagedSource, _ survey: SalvageSurvey) {
        self.source = source
        self.survey = survey
    }

    /// Calls `body` with the place and the texts of each leaf.
    func forEach(_ body: (Ref, [Value]) -> Void) {
        var count = 0
        NodeScan(source, release: survey.space.releasePagesIfDue).forEachNode { node in
            guard count < UnreachableTexts.limit, survey.isLeftOver(node.ref), let texts = try? texts(of: node),
                texts.contains(where: { if case .string(let bytes) = $0 { !bytes.isEmpty } else { false } })
            else { return }
            count += 1
            body(node.ref, texts)
        }
    }

    /// The texts of a leaf; nil for other nodes. Numbers and ids may look like short texts, but not like readable ones.
    private func texts(of node: Node) throws(FormatError) -> [Value]? {
        let isShort = !node.kind.hasRefs && node.kind.scheme == .bytes && node.kind.width >= 4 && node.kind.width <= 16
        let isMedium = node.kind.hasRefs && !node.kind.isInner && !node.kind.context && node.count == 3
        guard isShort || isMedium, node.count > 0, node.count <= BPlusTree.fanout,
            // Overlapping leaves would be read again and again.
            survey.space.takeLeaf(node.ref, of: UnreachableTexts.column, isElement: true) != nil
        else { return nil }
        let leaf = try StringLeaf(node, keys: nil, in: survey.space.space)
        guard leaf.count <= BPlusTree.fanout else { return nil }
        var texts: [Value] = []
        for index in 0..<leaf.count {
            guard let found = try leaf.bytes(index) else {
                texts.append(.null)
                continue
            }
            guard found.isUTF8, found.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else { return nil }
            texts.append(.string(found))
        }
        return texts
    }
}
