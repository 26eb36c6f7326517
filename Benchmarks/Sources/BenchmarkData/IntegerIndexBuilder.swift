/// Builds the search index of unique integers from 0 to 2^32 - 1 in one pass (file format: search index, "Nodes").
///
/// The first four bytes of such numbers differ, so that each key of the first level stands for one object and there is
/// no second level.
enum IntegerIndexBuilder {
    /// Keys of a leaf, and children of an inner node.
    static let fanOut = 1000

    /// Writes the index of `values`, those of the objects with the keys 0, 1, 2 and so on; returns its root.
    static func build(_ values: [Int64], in writer: inout NodeWriter) -> Ref {
        let entries = values.enumerated()
            .map { object, value in
                // The value is stored little-endian and its key read big-endian.
                Entry(key: Int32(bitPattern: UInt32(value).byteSwapped), element: .tagged(Int64(object)))
            }
            .sorted { $0.key < $1.key }
        var level = appendLevel(entries, [], to: &writer)
        while level.count > 1 {
            level = appendLevel(level, .inner, to: &writer)
        }
        guard case .ref(let root) = level[0].element else { preconditionFailure("a level consists of nodes") }
        return root
    }

    private struct Entry {
        var key: Int32
        var element: Element
    }

    /// Writes the nodes that hold `entries`; returns one entry for each node, with its last key.
    private static func appendLevel(
        _ entries: [Entry], _ flags: NodeFlags, to writer: inout NodeWriter
    ) -> [Entry] {
        stride(from: 0, to: max(entries.count, 1), by: fanOut).map { first in
            let part = entries[first..<min(first + fanOut, entries.count)]
            let keys = writer.append(part.map { Int64($0.key) }, width: .int32)
            let node = writer.append([.ref(keys)] + part.map(\.element), flags.union(.context))
            return Entry(key: part.last?.key ?? 0, element: .ref(node))
        }
    }
}
