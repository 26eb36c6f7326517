/// Changes a leaf of small blobs: the ends of all values, their bytes in one blob, and null flags.
///
/// Source: file-format/strings-and-blobs.md, "Small blobs".
struct SmallBlobsEditor {
    private let parts: SlotEditor
    private var ends: IntegerEditor
    private var bytes: BlobEditor
    private var nulls: IntegerEditor
    /// Whether a zero byte follows each value, as after strings. Then null takes that byte, too.
    private let isTerminated: Bool

    var ref: Ref { parts.ref }
    var count: Int { ends.count }

    /// The maximum number of bytes of a value here, including its zero byte.
    static let maximumByteCount = 64

    /// Opens the leaf at `ref`, copying it if it is committed.
    @inline(__always)
    init(_ ref: Ref, isTerminated: Bool, in arena: Arena) throws(FormatError) {
        if !arena.owns(ref) { try SmallBlobsEditor.check(ref, in: arena.space) }
        self.isTerminated = isTerminated
        parts = try SlotEditor(ref, in: arena)
        ends = try IntegerEditor(parts.child(0), in: arena)
        bytes = try BlobEditor(checked: parts.child(1), in: arena)
        nulls = try IntegerEditor(parts.child(2), in: arena)
        store()
    }

    /// An empty leaf.
    init(isTerminated: Bool, in arena: Arena) throws(FormatError) {
        self.isTerminated = isTerminated
        parts = try SlotEditor(.refs(), count: 3, in: arena)
        ends = try IntegerEditor(repeating: 0, count: 0, in: arena)
        bytes = try BlobEditor(in: arena)
        nulls = try IntegerEditor(repeating: 0, count: 0, in: arena)
        store()
    }

    /// Refuses a committed leaf whose ends do not ascend to the number of bytes: editing relies on them.
    private static func check(_ ref: Ref, in space: NodeSpace) throws(FormatError) {
        let leaf = try BlobLeaf(ref, in: space)
        let node = try space.node(ref)
        guard let first = node.slot(0).ref, let second = node.slot(1).ref else { return }
        let ends = try space.integers(first, "ends of small blobs")
        for index in 0..<leaf.count { _ = try leaf.bytes(index) }
        let end = ends.count == 0 ? 0 : ends[ends.count - 1]
        let byteCount = try space.node(second).count
        guard end == byteCount else {
            throw FormatError(.badLeaf, at: ref, "small blobs end at \(end) of \(byteCount) bytes")
        }
    }

    mutating func insert(_ value: UnsafeRawBufferPointer?, at index: Int) throws(FormatError) {
        precondition(index >= 0 && index <= count, "blob index out of range")
        let start = begin(index)
        try write(value, to: start..<start)
        let added = storedByteCount(value)
        try ends.insert(Int64(start) + added, at: index)
        try ends.add(added, from: index + 1)
        try nulls.insert(value == nil ? 1 : 0, at: index)
        store()
    }

    /// Appends several strings.
    mutating func append(_ values: UnsafeBufferPointer<Value>) throws(FormatError) {
        var end = Int64(bytes.count)
        let newEnds = values.map { value in
            end += storedByteCount(value.optionalString)
            return end
        }
        try bytes.append(values, upTo: Int(end), isTerminated: isTerminated)
        try ends.append(contentsOf: newEnds)
        try nulls.append(contentsOf: values.map { $0.optionalString == nil ? 1 : 0 })
        store()
    }

    mutating func set(_ value: UnsafeRawBufferPointer?, at index: Int) throws(FormatError) {
        precondition(index >= 0 && index < count, "blob index out of range")
        let range = begin(index)..<Int(ends[index])
        try write(value, to: range)
        try nulls.set(value == nil ? 1 : 0, at: index)
        try ends.add(storedByteCount(value) - Int64(range.count), from: index)
        store()
    }

    mutating func remove(at index: Int) throws(FormatError) {
        precondition(index >= 0 && index < count, "blob index out of range")
        let range = begin(index)..<Int(ends[index])
        try bytes.replace(range, with: UnsafeRawBufferPointer(start: nil, count: 0), isTerminated: false)
        try ends.add(-Int64(range.count), from: index + 1)
        ends.remove(at: index)
        nulls.remove(at: index)
        store()
    }

    mutating func remove(_ rows: RemovedRows) {
        rows.forEachKept(of: count) { (kept, target) in
            let range = begin(kept.lowerBound)..<Int(ends[kept.upperBound - 1])
            let start = begin(target)
            bytes.move(range, to: start)
            ends.move(kept, to: target)
            ends.add(Int64(start - range.lowerBound), toFitting: target..<target + kept.count)
        }
        let newCount = count - rows.count
        bytes.truncate(to: begin(newCount))
        ends.truncate(to: newCount)
        nulls.remove(rows)
        store()
    }

    /// Removes value `index` and moves the last one into its place.
    mutating func removeBySwap(at index: Int) throws(FormatError) {
        let last = count - 1
        if index != last {
            let isNull = nulls[last] != 0
            let source = UnsafeRawBufferPointer(start: bytes.node.payload, count: bytes.count)
            let start = begin(last)
            let end = max(start, Int(ends[last]) - (isTerminated ? 1 : 0))
            let value = UnsafeRawBufferPointer(rebasing: source[start..<end])
            // The blob moves its bytes while it takes the copy.
            let byteCount = value.count
            try withUnsafeTemporaryAllocation(byteCount: byteCount, alignment: 1) { copy throws(FormatError) in
                copy.copyMemory(from: value)
                let value = UnsafeRawBufferPointer(rebasing: copy[..<byteCount])
                try set(isNull ? nil : value, at: index)
            }
        }
        try remove(at: last)
    }

    /// Offset of the first byte of value `index` in the blob.
    private func begin(_ index: Int) -> Int { index == 0 ? 0 : Int(ends[index - 1]) }

    private func storedByteCount(_ value: UnsafeRawBufferPointer?) -> Int64 {
        Int64((value?.count ?? 0) + (isTerminated ? 1 : 0))
    }

    private mutating func write(_ value: UnsafeRawBufferPointer?, to range: Range<Int>) throws(FormatError) {
        let none = UnsafeRawBufferPointer(start: nil, count: 0)
        try bytes.replace(range, with: value ?? none, isTerminated: isTerminated)
    }

    private func store() {
        parts[0] = Slot(ends.ref)
        parts[1] = Slot(bytes.ref)
        parts[2] = Slot(nulls.ref)
    }
}
