/// The distinct texts among many, found by their hashes, and their order.
struct TextRanks {
    private var texts: [UnsafeRawBufferPointer] = []
    private var hashes: [UInt64] = []
    /// A hash table with linear probing: the number of a text plus one, or 0.
    private var slots = [UInt32](repeating: 0, count: 1024)
    /// Differs between processes, to prevent chosen collisions.
    private static let seed = UInt64.random(in: .min ... .max) | 1

    /// The number of a text: the next one for a text that is new.
    ///
    /// - Complexity: O(bytes)
    mutating func number(of text: UnsafeRawBufferPointer) -> Int {
        if texts.count &* 2 >= slots.count { grow() }
        let hash = TextRanks.hash(of: text)
        var place = Int(truncatingIfNeeded: hash) & (slots.count &- 1)
        while slots[place] != 0 {
            let number = Int(slots[place]) &- 1
            if hashes[number] == hash, ByteOrder.equal(texts[number], text) { return number }
            place = (place &+ 1) & (slots.count &- 1)
        }
        texts.append(text)
        hashes.append(hash)
        slots[place] = UInt32(texts.count)
        return texts.count &- 1
    }

    /// Whether the text has a number.
    func contains(_ text: UnsafeRawBufferPointer) -> Bool {
        let hash = TextRanks.hash(of: text)
        var place = Int(truncatingIfNeeded: hash) & (slots.count &- 1)
        while slots[place] != 0 {
            let number = Int(slots[place]) &- 1
            if hashes[number] == hash, ByteOrder.equal(texts[number], text) { return true }
            place = (place &+ 1) & (slots.count &- 1)
        }
        return false
    }

    private mutating func grow() {
        slots = [UInt32](repeating: 0, count: slots.count * 4)
        for (number, hash) in hashes.enumerated() {
            var place = Int(truncatingIfNeeded: hash) & (slots.count &- 1)
            while slots[place] != 0 { place = (place &+ 1) & (slots.count &- 1) }
            slots[place] = UInt32(number + 1)
        }
    }

    private static func hash(of text: UnsafeRawBufferPointer) -> UInt64 {
        var hash = UInt64(truncatingIfNeeded: text.count) ^ seed
        var rest = text
        while rest.count >= 8 {
            hash = folded(hash ^ rest.loadUnaligned(as: UInt64.self))
            rest = UnsafeRawBufferPointer(rebasing: rest[8...])
        }
        return rest.isEmpty ? hash : folded(hash ^ ByteOrder.prefix(rest))
    }

    private static func folded(_ value: UInt64) -> UInt64 {
        let product = (value ^ seed).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
        return product.high ^ product.low
    }

    /// For each text, by its number, the number of texts before it.
    ///
    /// - Complexity: O(count), and O(count * log count) for texts with equal first eight bytes
    func ranks() -> [UInt64] {
        let all = (0..<UInt32(texts.count)).map { $0 }
        let prefixes = texts.map { ByteOrder.prefix($0) }
        var order = RadixSort.sorted(all, by: prefixes)
        var first = 0
        while first < order.count {
            var end = first + 1
            while end < order.count, prefixes[Int(order[end])] == prefixes[Int(order[first])] { end += 1 }
            if end - first > 1 {
                order[first..<end].sort { ByteOrder.compare(texts[Int($0)], texts[Int($1)]) < 0 }
            }
            first = end
        }
        var ranks = [UInt64](repeating: 0, count: order.count)
        for (rank, number) in order.enumerated() { ranks[Int(number)] = UInt64(rank) }
        return ranks
    }
}
