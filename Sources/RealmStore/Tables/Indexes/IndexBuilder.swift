/// Builds a search index of many objects at once: their values are sorted, and each node is made when it is complete.
///
/// The same entries are under the same paths as if the objects had been inserted one after the other; nodes of a level
/// are filled evenly. Source: file-format/search-indexes.md, "Inserting into an index".
struct IndexBuilder {
    private let arena: Arena
    /// The bytes of all values, one after the other.
    private var bytes: [UInt8] = []
    private var entries: [Entry] = []

    private struct Entry {
        let key: ObjectKey
        /// Of the value in `bytes`.
        let start: Int
        let byteCount: Int32
        let isNull: Bool
    }

    /// The most objects and bytes that are sorted at once, which bounds the memory: 60 bytes for each object.
    private static let (mostEntries, mostBytes) = (1 << 22, 1 << 26)

    init(in arena: Arena) { self.arena = arena }

    /// Takes an object, whose key is greater than those of all before it.
    ///
    /// - Returns: false if it has to be inserted into the built index: for a value so long that the index does not
    ///   cover it, or when memory is used up.
    mutating func add(_ value: Value, _ key: ObjectKey) -> Bool {
        precondition(key.value >= 0, "only objects are indexed")
        guard let data = IndexData(value), data.byteCount <= IndexData.maximumOffset,
            entries.count < IndexBuilder.mostEntries, bytes.count < IndexBuilder.mostBytes
        else { return false }
        entries.append(
            Entry(key: key, start: bytes.count, byteCount: Int32(data.byteCount), isNull: data.isNull))
        data.append(to: &bytes)
        return true
    }

    /// The root of the index.
    func build() throws(FormatError) -> Ref {
        let items = UnsafeMutableBufferPointer<RadixSort.Item>.allocate(capacity: entries.count * 2)
        defer { items.deallocate() }
        items.initialize(repeating: RadixSort.Item(number: 0, position: 0))
        for index in entries.indices { items[index] = RadixSort.Item(number: 0, position: UInt32(index)) }
        let (first, second) = (items[..<entries.count], items[entries.count...])
        return try bytes.withUnsafeBufferPointer { (bytes) throws(FormatError) in
            var levels = Levels(
                arena: arena, bytes: UnsafeRawBufferPointer(bytes), entries: entries,
                items: .init(rebasing: first), other: .init(rebasing: second))
            return try levels.root(of: 0..<entries.count, at: 0, isSorted: false)
        }
    }
}

extension IndexBuilder {
    /// The levels of the index that is being built.
    private struct Levels {
        let arena: Arena
        let bytes: UnsafeRawBufferPointer
        let entries: [Entry]
        /// The objects in the order of their values, as far as it is known. Each has the two chunks by which it was
        /// sorted last, as a number in their order.
        let items: UnsafeMutableBufferPointer<RadixSort.Item>
        let other: UnsafeMutableBufferPointer<RadixSort.Item>
        /// The keys and elements of the levels on the current path, one level after the other.
        private var pending: [(key: Int32, element: Slot)] = []

        init(
            arena: Arena, bytes: UnsafeRawBufferPointer, entries: [Entry],
            items: UnsafeMutableBufferPointer<RadixSort.Item>, other: UnsafeMutableBufferPointer<RadixSort.Item>
        ) {
            (self.arena, self.bytes, self.entries, self.items, self.other) = (arena, bytes, entries, items, other)
        }

        /// The root of the level of the chunks at `offset` for some objects, which agree in all chunks before.
        ///
        /// - Parameter isSorted: they were sorted by these chunks and those before, so the lower halves of their
        ///   numbers tell.
        mutating func root(of range: Range<Int>, at offset: Int, isSorted: Bool) throws(FormatError) -> Ref {
            if !isSorted { sort(range, at: offset) }
            let shift: UInt64 = isSorted ? 0 : 32
            let base = pending.count
            var start = range.lowerBound
            while start < range.upperBound {
                let chunk = UInt32(truncatingIfNeeded: items[start].number >> shift)
                var end = start + 1
                while end < range.upperBound, UInt32(truncatingIfNeeded: items[end].number >> shift) == chunk {
                    end += 1
                }
                let element = try element(for: start..<end, at: offset, isSorted: isSorted)
                pending.append((IndexBuilder.chunk(at: chunk), element))
                start = end
            }
            return try root(ofPendingFrom: base)
        }

        /// Sorts by the chunk at `offset` and the next one.
        private func sort(_ range: Range<Int>, at offset: Int) {
            for index in range {
                let data = data(index)
                let chunk = IndexBuilder.place(of: data.chunk(at: offset))
                let next = IndexBuilder.place(of: data.chunk(at: offset + IndexData.chunkByteCount))
                items[index].number = (UInt64(chunk) << 32) | UInt64(next)
            }
            RadixSort.sort(.init(rebasing: items[range]), with: .init(rebasing: other[range]))
        }

        /// The element for all objects below one chunk.
        private mutating func element(
            for range: Range<Int>, at offset: Int, isSorted: Bool
        ) throws(FormatError) -> Slot {
            if range.count == 1 { return Slot(number: UInt64(key(range.lowerBound).value)) }
            if areEqual(range) {
                return Slot(try KeyListEditor(of: range.map { key($0) }, in: arena).root)
            }
            return Slot(try root(of: range, at: offset + IndexData.chunkByteCount, isSorted: !isSorted))
        }

        /// The root of a level whose keys and elements are the pending ones from there on.
        private mutating func root(ofPendingFrom base: Int) throws(FormatError) -> Ref {
            var isInner = false
            while true {
                let count = pending.count - base
                let nodeCount = max(1, (count + IndexNodeEditor.fanout - 1) / IndexNodeEditor.fanout)
                for index in 0..<nodeCount {
                    let range = (base + count * index / nodeCount)..<(base + count * (index + 1) / nodeCount)
                    let node = try IndexNodeEditor(inner: isInner, pending[range], in: arena)
                    if nodeCount == 1 {
                        pending.removeLast(count)
                        return node.ref
                    }
                    pending[base + index] = (pending[range.upperBound - 1].key, Slot(node.ref))
                }
                pending.removeLast(count - nodeCount)
                isInner = true
            }
        }

        private func key(_ index: Int) -> ObjectKey { entries[Int(items[index].position)].key }

        private func data(_ index: Int) -> IndexData {
            let entry = entries[Int(items[index].position)]
            let end = entry.start + Int(entry.byteCount)
            return IndexData(bytes: entry.isNull ? nil : UnsafeRawBufferPointer(rebasing: bytes[entry.start..<end]))
        }

        /// Whether the values of some objects, of which the first and the last one differ most likely, are equal.
        private func areEqual(_ range: Range<Int>) -> Bool {
            let first = data(range.lowerBound)
            return range.dropFirst().reversed().allSatisfy { data($0) == first }
        }
    }

    /// A chunk as a number in the same order, which is that of signed numbers.
    private static func place(of chunk: Int32) -> UInt32 { UInt32(bitPattern: chunk ^ .min) }

    private static func chunk(at place: UInt32) -> Int32 { Int32(bitPattern: place) ^ .min }
}
