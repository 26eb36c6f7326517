/// An arena over no file, for nodes that are written somewhere else.
final class DetachedArena {
    private let memory: ArenaMemory

    /// Valid as long as this object.
    var arena: Arena { memory.arena }

    /// The maximum size of the arena in bytes, if the system has room for it.
    private static let byteCount = 1 << 33

    init() throws(FormatError) {
        let range: AddressRange
        do { range = try AddressRange(atLeast: DetachedArena.byteCount) } catch {
            throw FormatError(.outOfMemory, at: .none, "there is no address space for nodes: \(error)")
        }
        let nothing = NodeSpace(base: range.base, end: FileLayout.headerByteCount, pages: nil)
        memory = ArenaMemory(over: nothing, in: range, from: AddressRange.pageByteCount)
    }

    var space: NodeSpace { arena.space }

    /// A copy of the tree at `ref` of another space, made of nodes of the arena.
    func copy(_ ref: Ref, from space: NodeSpace, depth: Int = 0) throws(FormatError) -> Ref {
        guard depth < Arena.maximumDepth else {
            throw FormatError(.badTree, at: ref, "is nested deeper than \(Arena.maximumDepth) nodes")
        }
        let node = try space.node(ref)
        guard node.kind.hasRefs else {
            let copy = try arena.make(node.kind, count: node.count)
            copy.payload.copyMemory(from: node.payload, byteCount: node.payloadByteCount)
            return copy.ref
        }
        let elements = (0..<node.count).map { node.slot($0) }
        let copy = try SlotEditor(node.kind.with(width: 7), elements, in: arena)
        for (index, slot) in elements.enumerated() {
            guard let child = slot.ref else { continue }
            copy[index] = Slot(
                try LargeStack.descend(from: depth) { () throws(FormatError) in
                    try self.copy(child, from: space, depth: depth + 1)
                })
        }
        return copy.ref
    }
}
