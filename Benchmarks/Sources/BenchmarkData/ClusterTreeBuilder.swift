/// Builds a table's cluster tree from left to right, for objects with the keys 0, 1, 2 and so on: every node but the
/// last of its level is full, and all are compact (file format: tables, "Clusters").
struct ClusterTreeBuilder {
    /// Objects in a leaf, and children of an inner node.
    static let fanOut = 256

    private var leaves: [Ref] = []
    private var objectCount = 0

    /// Adds the next leaf with `count` objects, given the leaf of each column.
    mutating func appendLeaf(count: Int, columns: [Ref], to writer: inout NodeWriter) {
        precondition(objectCount == leaves.count * Self.fanOut, "only the last leaf of a compact tree may have room")
        leaves.append(writer.append([.tagged(Int64(count))] + columns.map(Element.ref)))
        objectCount += count
    }

    /// Writes the inner nodes; returns the root.
    func finish(in writer: inout NodeWriter) -> Ref {
        precondition(!leaves.isEmpty, "a tree without objects has one empty leaf")
        var level = leaves
        var depth = 1
        var objectsPerChild = Self.fanOut
        while level.count > 1 {
            let capacity = objectsPerChild * Self.fanOut
            level = stride(from: 0, to: level.count, by: Self.fanOut).enumerated().map { position, first in
                let children = level[first..<min(first + Self.fanOut, level.count)]
                let count = min(capacity, objectCount - position * capacity)
                return writer.append(
                    [.null, .tagged(Int64(depth)), .tagged(Int64(count))] + children.map(Element.ref), .inner)
            }
            depth += 1
            objectsPerChild = capacity
        }
        return level[0]
    }
}
