/// Sorts positions by numbers, digit by digit from the least significant; equal numbers keep their order.
enum RadixSort {
    /// Fewer elements are sorted by comparison.
    private static let fewest = 256

    /// The positions in the order of the numbers at them.
    ///
    /// - Complexity: O(count), for each byte in which the numbers differ
    static func sorted(_ positions: [UInt32], by numbers: [UInt64], ascending: Bool = true) -> [UInt32] {
        let mask: UInt64 = ascending ? 0 : .max
        var items = positions.map { Item(number: numbers[Int($0)] ^ mask, position: $0) }
        guard items.count >= fewest else {
            return items.enumerated()
                .sorted { ($0.element.number, $0.offset) < ($1.element.number, $1.offset) }
                .map(\.element.position)
        }
        var histogram = [UInt32](repeating: 0, count: 8 * 256)
        for item in items {
            for digit in 0..<8 { histogram[digit &* 256 &+ item.digit(digit)] &+= 1 }
        }
        var other = items
        for digit in 0..<8 {
            let counts = histogram[(digit * 256)..<(digit * 256 + 256)]
            if counts.contains(UInt32(items.count)) { continue }
            var starts = [UInt32](repeating: 0, count: 256)
            var start: UInt32 = 0
            for (value, count) in counts.enumerated() {
                starts[value] = start
                start += count
            }
            items.withUnsafeBufferPointer { source in
                other.withUnsafeMutableBufferPointer { target in
                    starts.withUnsafeMutableBufferPointer { starts in
                        for item in source {
                            let value = item.digit(digit)
                            target[Int(starts[value])] = item
                            starts[value] &+= 1
                        }
                    }
                }
            }
            swap(&items, &other)
        }
        return items.map(\.position)
    }

    private struct Item {
        let number: UInt64
        let position: UInt32

        @inline(__always)
        func digit(_ index: Int) -> Int { Int(truncatingIfNeeded: (number &>> UInt64(index &* 8)) & 0xFF) }
    }
}
