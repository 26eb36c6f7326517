import TestSupport

@testable import RealmStore

extension ExampleDecoders {
    static var trees: [String: Decoder] {
        [
            "tree": tree, "cluster-leaf": clusterLeaf, "cluster-inner": clusterInner,
            "dictionary": dictionary(hasIntegerKeys: false), "integer-dictionary": dictionary(hasIntegerKeys: true),
            "backlinks": backlinks, "index": index, "chunks": chunks, "words": words,
        ]
    }

    private static func tree(_ image: FormatExample.Image) throws -> JSONText {
        let node = try BPlusTree.InnerNode(image.space.node(image.root), in: image.space)
        let children = try (0..<node.childCount).map { index in
            let child = try node.child(index)
            return JSONText.array([.ref(child.ref), .integer(child.positions.lowerBound)])
        }
        return .members(["total": .integer(node.total), "children": .array(children)])
    }

    private static func clusterLeaf(_ image: FormatExample.Image) throws -> JSONText {
        let leaf = try ClusterLeaf(image.space.node(image.root), offset: 0, in: image.space)
        let columns = try (0..<leaf.columnCount).map { index in
            leaf.hasColumn(index) ? JSONText.ref(try leaf.column(index)) : .null
        }
        return .members([
            "compact": .bool(leaf.storedKeys == nil),
            "keys": .array((0..<leaf.count).map { .integer(leaf.key($0).value) }), "columns": .array(columns),
        ])
    }

    private static func clusterInner(_ image: FormatExample.Image) throws -> JSONText {
        let node = try ClusterTree.InnerNode(image.space.node(image.root), in: image.space)
        let children = try (0..<node.childCount).map { index in
            JSONText.array([.ref(try node.child(index)), .integer(node.offset(index))])
        }
        return .members([
            "compact": .bool(node.isCompact), "depth": .integer(node.depth), "objects": .integer(node.total),
            "children": .array(children),
        ])
    }

    private static func dictionary(hasIntegerKeys: Bool) -> Decoder {
        { image in
            let dictionary = try DictionaryTree(image.root, hasIntegerKeys: hasIntegerKeys, in: image.space)
            return try .entries(dictionary, in: image.space)
        }
    }

    private static func backlinks(_ image: FormatExample.Image) throws -> JSONText {
        let node = try image.space.refs(image.root, "an example")
        return .array(
            try (0..<node.count).map { row in
                let list = try BacklinkList(node.slot(row), in: image.space)
                return .array(try (0..<list.count).map { .integer(try list.origin(at: $0).value) })
            })
    }

    // MARK: Search indexes

    private static func index(_ image: FormatExample.Image) throws -> JSONText {
        try level(image.root, in: image.space)
    }

    /// The keys of a level, as they read in the data, and what is below them.
    private static func level(_ root: Ref, in space: NodeSpace) throws -> JSONText {
        let level = IndexLevel(root, in: space)
        var entries: [(key: Int32, slot: Slot)] = []
        _ = try level.forEach { (key, slot) throws(FormatError) in
            entries.append((key, slot))
            return true
        }
        return .object(
            try entries.map { key, slot in
                let value: JSONText =
                    switch try level.content(slot) {
                    case .object(let object): .integer(object.value)
                    case .list(let list): .array(try objects(list, in: space))
                    case .level(let below): try ExampleDecoders.level(below, in: space)
                    }
                return .init(name: chunk(key), value: value)
            })
    }

    private static func objects(_ root: Ref, in space: NodeSpace) throws -> [JSONText] {
        let keys = try CollectionTree(root, of: .plainIntegers, in: space)
        return try (0..<keys.count).map { .value(try keys.value(at: $0)) }
    }

    private static func chunk(_ key: Int32) -> String {
        JSONText.hexadecimalBytes(withUnsafeBytes(of: key.bigEndian) { Array($0) }).text ?? ""
    }

    /// The keys of all levels of a string, and one level behind it.
    private static func chunks(_ image: FormatExample.Image) -> JSONText {
        let bytes = image.bytes
        let data = IndexData(mixed: .string(bytes))
        let offsets = stride(from: 0, through: bytes.count + 4, by: 4)
        return .array(offsets.map { .string(chunk(data.chunk(at: $0))) })
    }

    /// The words of a text, in the order of their bytes.
    private static func words(_ image: FormatExample.Image) -> JSONText {
        let words = FullTextWords.words(of: image.bytes).sorted { $0.lexicographicallyPrecedes($1) }
        return .array(words.map { .string(String(decoding: $0, as: UTF8.self)) })
    }
}
