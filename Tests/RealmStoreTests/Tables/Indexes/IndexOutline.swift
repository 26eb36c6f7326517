@testable import RealmStore

/// The shape of a search index, read without the editors: its text, its entries, and the rules that it violates.
///
/// Rules: file format, search indexes, "Nodes".
struct IndexOutline {
    /// The content below one key of a leaf.
    struct Entry {
        let path: [Int32]
        let objects: [ObjectKey]
    }

    private let space: NodeSpace
    private(set) var entries: [Entry] = []
    private(set) var faults: [String] = []
    /// One line for each node and each entry, children indented.
    private(set) var lines: [String] = []

    init(_ root: Ref, in space: NodeSpace) throws {
        self.space = space
        try visit(root, path: [], indent: 0, isRoot: true)
    }

    private mutating func visit(_ ref: Ref, path: [Int32], indent: Int, isRoot: Bool) throws {
        let node = try IndexNode(ref, in: space)
        let margin = String(repeating: "  ", count: indent)
        lines.append(margin + (node.isInner ? "inner" : "leaf"))
        check(node, path: path, isRoot: isRoot)
        for index in 0..<node.count {
            let key = node.key(index)
            let text = String(UInt32(bitPattern: key), radix: 16)
            let label = margin + String(repeating: "0", count: 8 - text.count) + text
            if node.isInner {
                let child = try node.child(index)
                let last = try IndexNode(child, in: space)
                if last.count == 0 || last.key(last.count - 1) != key { faults.append("key \(label) not the last") }
                lines.append(label)
                try visit(child, path: path, indent: indent + 1, isRoot: false)
            } else if let number = node.element(index).number {
                lines.append(label + " object \(number)")
                entries.append(Entry(path: path + [key], objects: [ObjectKey(Int64(number))]))
            } else if try space.node(node.child(index)).kind.context {
                lines.append(label)
                try visit(node.child(index), path: path + [key], indent: indent + 1, isRoot: false)
            } else {
                let objects = try IndexOutline.keys(node.child(index), in: space)
                if objects.isEmpty { faults.append("empty list") }
                lines.append(label + " list " + objects.map { "\($0.value)" }.joined(separator: " "))
                entries.append(Entry(path: path + [key], objects: objects))
            }
        }
    }

    private mutating func check(_ node: IndexNode, path: [Int32], isRoot: Bool) {
        if node.count > 1000 { faults.append("\(node.count) keys") }
        if node.count == 0, node.isInner || !isRoot { faults.append("empty node below the root") }
        if path.count > 50 { faults.append("deeper than 51 levels") }
        if (0..<max(0, node.count - 1)).contains(where: { node.key($0) >= node.key($0 + 1) }) {
            faults.append("keys do not rise")
        }
    }

    /// The objects that a look-up finds.
    static func objects(_ found: SearchIndex.Candidates, in space: NodeSpace) throws -> [ObjectKey] {
        switch found {
        case .none: []
        case .one(let key): [key]
        case .list(let root): try keys(root, in: space)
        }
    }

    private static func keys(_ root: Ref, in space: NodeSpace) throws -> [ObjectKey] {
        var keys: [ObjectKey] = []
        let tree = try BPlusTree(root, in: space) { (leaf) throws(FormatError) in
            try space.integers(leaf.ref, "keys").count
        }
        try tree.forEachLeaf { (leaf) throws(FormatError) in
            let integers = try space.integers(leaf.node.ref, "keys")
            keys += (0..<integers.count).map { ObjectKey(integers[$0]) }
        }
        return keys
    }
}
