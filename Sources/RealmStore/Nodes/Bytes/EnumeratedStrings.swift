/// The distinct values of an enumerated string column: a string leaf that many cluster leaves point into.
///
/// Within a version they never change. `EnumeratedStringsEditor` adds to those of a write transaction, sharing them
/// with the readers of its tables. Source: file-format/tables.md, "Enumerated string columns".
package final class EnumeratedStrings: Sendable {
    /// A view of bytes that change on one thread only, if at all.
    @exclusivity(unchecked) nonisolated(unsafe) private var leaf: StringLeaf
    /// The ref of the leaf.
    @exclusivity(unchecked) nonisolated(unsafe) private(set) var ref: Ref

    package init(_ ref: Ref, in space: NodeSpace) throws(FormatError) {
        self.ref = ref
        leaf = try StringLeaf(ref, keys: nil, in: space)
    }

    var count: Int { leaf.count }

    func bytes(_ index: Int) throws(FormatError) -> UnsafeRawBufferPointer? { try leaf.bytes(index) }

    /// Switches to the leaf after a value was added to it.
    func show(_ newRef: Ref, in space: NodeSpace) throws(FormatError) {
        leaf = try StringLeaf(newRef, keys: nil, in: space)
        ref = newRef
    }
}
