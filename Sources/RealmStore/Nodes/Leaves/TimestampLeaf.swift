/// A leaf of timestamps: optional seconds beside nanoseconds.
///
/// Source: file-format/leaves.md, "Timestamps".
struct TimestampLeaf {
    let seconds: OptionalIntegerArray
    let nanoseconds: IntegerArray

    init(_ ref: Ref, in space: NodeSpace) throws(FormatError) {
        let node = try space.refs(ref, "a leaf of timestamps")
        guard node.count == 2, let first = node.slot(0).ref, let second = node.slot(1).ref else {
            throw FormatError(.badLeaf, at: ref, "a leaf of timestamps has \(node.count) parts, not 2")
        }
        seconds = try OptionalIntegerArray(space.integers(first, "seconds"), at: first)
        nanoseconds = try space.integers(second, "nanoseconds")
        guard seconds.count == nanoseconds.count else {
            throw FormatError(
                .badLeaf, at: ref,
                "a leaf of timestamps has \(seconds.count) seconds, \(nanoseconds.count) nanoseconds")
        }
    }

    var count: Int { nanoseconds.count }

    subscript(index: Int) -> Timestamp? {
        guard let seconds = seconds[index] else { return nil }
        return Timestamp(seconds: seconds, nanoseconds: Int32(truncatingIfNeeded: nanoseconds[index]))
    }

    /// Replaces a value in its place, in a leaf that the open write transaction owns with both parts; false, without
    /// doing it, if that needs more bits.
    func replace(_ index: Int, with value: Timestamp?) -> Bool {
        let rest = Int64(value?.nanoseconds ?? 0)
        return nanoseconds.holds(rest) && seconds.replace(index, with: value?.seconds)
            && nanoseconds.replace(index, with: rest)
    }
}
