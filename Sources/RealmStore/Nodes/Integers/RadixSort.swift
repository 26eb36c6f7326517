/// Sorts positions by numbers, digit by digit; equal numbers keep their order.
///
/// The leading bits alone are sorted, from the least significant digit: random numbers hardly ever agree in so many.
/// Those that do are then sorted by the bits below.
enum RadixSort {
    /// Fewer elements are sorted by comparison.
    private static let fewest = 128
    private static let bitsPerDigit = 11
    private static let digits = 3

    /// The positions in the order of the numbers at them.
    ///
    /// - Complexity: O(count)
    static func sorted(_ positions: [UInt32], by numbers: [UInt64], ascending: Bool = true) -> [UInt32] {
        let mask: UInt64 = ascending ? 0 : .max
        var items = positions.map { Item(number: numbers[Int($0)] ^ mask, position: $0) }
        var other = items
        items.withUnsafeMutableBufferPointer { items in
            other.withUnsafeMutableBufferPointer { other in sort(items, with: other) }
        }
        return items.map(\.position)
    }

    /// Sorts in place; equal numbers keep their order.
    ///
    /// - Parameter other: room for as many.
    /// - Complexity: O(count)
    static func sort(_ items: UnsafeMutableBufferPointer<Item>, with other: UnsafeMutableBufferPointer<Item>) {
        guard items.count >= fewest else { return insertionSort(items) }
        let first = items[0].number
        var difference: UInt64 = 0
        for item in items { difference |= item.number ^ first }
        let bitCount = UInt64.bitWidth - difference.leadingZeroBitCount
        let shift = max(0, bitCount - bitsPerDigit * digits)
        sortByDigits(items, with: other, above: shift, of: bitCount)
        guard shift > 0 else { return }
        var start = 0
        for end in 1...items.count {
            guard end == items.count || (items[end].number ^ items[start].number) >> UInt64(shift) != 0 else {
                continue
            }
            if end - start > 1 {
                sort(.init(rebasing: items[start..<end]), with: .init(rebasing: other[start..<end]))
            }
            start = end
        }
    }

    /// Sorts by the bits from `shift` on, below `bitCount`; all others from there on are equal.
    private static func sortByDigits(
        _ items: UnsafeMutableBufferPointer<Item>, with other: UnsafeMutableBufferPointer<Item>, above shift: Int,
        of bitCount: Int
    ) {
        let values = 1 << bitsPerDigit
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: digits * values) { starts in
            starts.initialize(repeating: 0)
            for item in items {
                for digit in 0..<digits { starts[digit &* values &+ item.digit(digit, above: shift)] &+= 1 }
            }
            var (source, target) = (items, other)
            for digit in 0..<digits where shift + digit * bitsPerDigit < bitCount {
                let starts = UnsafeMutableBufferPointer(rebasing: starts[(digit * values)..<((digit + 1) * values)])
                var start: UInt32 = 0
                for value in starts.indices { (starts[value], start) = (start, start &+ starts[value]) }
                for item in source {
                    let value = item.digit(digit, above: shift)
                    target[Int(starts[value])] = item
                    starts[value] &+= 1
                }
                swap(&source, &target)
            }
            if source.baseAddress != items.baseAddress { _ = items.update(fromContentsOf: source) }
        }
    }

    private static func insertionSort(_ items: UnsafeMutableBufferPointer<Item>) {
        for index in items.indices.dropFirst() {
            let item = items[index]
            var place = index
            while place > 0, items[place - 1].number > item.number {
                items[place] = items[place - 1]
                place -= 1
            }
            items[place] = item
        }
    }

    /// A number and the position that it decides.
    struct Item {
        var number: UInt64
        let position: UInt32

        @inline(__always)
        fileprivate func digit(_ index: Int, above shift: Int) -> Int {
            Int(truncatingIfNeeded: number &>> UInt64(shift &+ index &* bitsPerDigit)) & ((1 << bitsPerDigit) - 1)
        }
    }
}
