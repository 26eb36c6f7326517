/// Changes a leaf of floats or doubles.
///
/// Source: file-format/leaves.md, "Float and double".
struct FloatingPointLeafEditor<Number: StoredFloatingPoint> {
    private var elements: ElementEditor

    var ref: Ref { elements.ref }

    /// Opens the leaf at `ref`, copying it if it is committed.
    @inline(__always)
    init(_ ref: Ref, in arena: Arena) throws(FormatError) {
        if !arena.owns(ref) { _ = try FloatingPointLeaf<Number>(ref, in: arena.space) }
        elements = try ElementEditor(checked: ref, in: arena)
    }

    mutating func insert(_ value: Number?, at index: Int) throws(FormatError) {
        if elements.count == 0 { elements.reset(width: MemoryLayout<Number.Bits>.size) }
        let place = try elements.insert(at: index)
        place.storeBytes(of: FloatingPointLeaf<Number>.bits(value), as: Number.Bits.self)
    }

    func set(_ value: Number?, at index: Int) {
        elements[index].storeBytes(of: FloatingPointLeaf<Number>.bits(value), as: Number.Bits.self)
    }

    mutating func remove(at index: Int) { elements.remove(at: index) }

    mutating func remove(_ rows: RemovedRows) { elements.remove(rows) }
}
