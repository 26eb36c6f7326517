/// A range of the file that a commit can write to.
struct Gap {
    var position: Int
    let end: Int

    var byteCount: Int { end - position }

    /// Appends a gap to ascending ones, or makes the last one longer.
    static func append(_ gap: Gap, to gaps: inout [Gap]) {
        if let last = gaps.last, last.end == gap.position {
            gaps[gaps.count - 1] = Gap(position: last.position, end: gap.end)
        } else {
            gaps.append(gap)
        }
    }
}

extension FreeList.Block {
    var gap: Gap { Gap(position: position, end: end) }
}
