/// A leaf of booleans: 0 false, 1 true, 3 null.
///
/// Source: file-format/leaves.md, "Bools".
struct BoolLeaf {
    /// The numbers that stand for the values.
    let stored: IntegerArray

    init(_ ref: Ref, in space: NodeSpace) throws(FormatError) {
        stored = try space.integers(ref, "a leaf of booleans")
    }

    var count: Int { stored.count }

    /// Every value but 0 and 3 reads as true.
    subscript(index: Int) -> Bool? {
        let value = stored[index]
        return value == 3 ? nil : value != 0
    }

    /// Replaces a value in its place, in a leaf that the open write transaction owns; false, without doing it, if that
    /// needs more bits.
    func replace(_ index: Int, with value: Bool?) -> Bool {
        stored.replace(index, with: value.map { $0 ? 1 : 0 } ?? 3)
    }

    /// The stored number, for checking.
    func raw(_ index: Int) -> Int64 { stored[index] }
}
