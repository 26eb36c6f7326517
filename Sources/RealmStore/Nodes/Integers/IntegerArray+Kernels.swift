/// A loop over the elements of an integer array, specialised for each width.
///
/// The width is decided once for a run of elements, never inside the loop; that is worth a factor of 6 to 10.
protocol IntegerKernel {
    mutating func run<Element: FixedWidthInteger & Sendable>(over elements: UnsafeBufferPointer<Element>)
}

extension IntegerArray {
    /// Runs `kernel` over the elements in `range`, in order, in one or more pieces. Traps outside `0..<count`.
    @inline(__always)
    func run<Kernel: IntegerKernel>(_ kernel: inout Kernel, over range: Range<Int>) {
        precondition(range.lowerBound >= 0 && range.upperBound <= count, "integer range out of bounds")
        switch widthCode {
        case 4: kernel.run(over: elements(range, Int8.self))
        case 5: kernel.run(over: elements(range, Int16.self))
        case 6: kernel.run(over: elements(range, Int32.self))
        case 7: kernel.run(over: elements(range, Int64.self))
        default: runUnpacked(&kernel, over: range)
        }
    }

    /// All elements, each in 64 bits.
    func unpacked() -> [Int64] {
        var kernel = UnpackKernel(count: count)
        run(&kernel, over: 0..<count)
        return kernel.elements
    }

    private func elements<Element>(_ range: Range<Int>, _: Element.Type) -> UnsafeBufferPointer<Element> {
        let start = payload.assumingMemoryBound(to: Element.self) + range.lowerBound
        return UnsafeBufferPointer(start: start, count: range.count)
    }

    /// Elements of less than a byte are unpacked, a block at a time, so that kernels see whole bytes.
    private func runUnpacked<Kernel: IntegerKernel>(_ kernel: inout Kernel, over range: Range<Int>) {
        let block = 256
        withUnsafeTemporaryAllocation(of: UInt64.self, capacity: block / 8 + 1) { words in
            var next = range.lowerBound
            while next < range.upperBound {
                let count = Swift.min(block, range.upperBound &- next)
                // Unpacking begins at a multiple of eight elements.
                let first = next & ~7
                for word in 0..<((next &+ count &- first &+ 7) &>> 3) {
                    words[word] = eightElements(from: first &+ word &* 8)
                }
                words.withMemoryRebound(to: UInt8.self) { bytes in
                    let start = bytes.baseAddress.map { $0 + (next &- first) }
                    kernel.run(over: UnsafeBufferPointer(start: start, count: count))
                }
                next &+= count
            }
        }
    }

    /// Eight elements of less than a byte, a byte for each; `index` is a multiple of eight. The bits after the last
    /// element are padding, of which a payload has enough.
    @inline(__always)
    private func eightElements(from index: Int) -> UInt64 {
        switch widthCode {
        case 1:
            let bits = UInt64(payload.load(fromByteOffset: index &>> 3, as: UInt8.self))
            let halves = (bits | (bits &<< 28)) & 0x0000_000F_0000_000F
            let quarters = (halves | (halves &<< 14)) & 0x0003_0003_0003_0003
            return (quarters | (quarters &<< 7)) & 0x0101_0101_0101_0101
        case 2:
            let bits = UInt64(payload.loadUnaligned(fromByteOffset: index &>> 2, as: UInt16.self))
            let halves = (bits | (bits &<< 24)) & 0x0000_00FF_0000_00FF
            let quarters = (halves | (halves &<< 12)) & 0x000F_000F_000F_000F
            return (quarters | (quarters &<< 6)) & 0x0303_0303_0303_0303
        case 3:
            let bits = UInt64(payload.loadUnaligned(fromByteOffset: index &>> 1, as: UInt32.self))
            let halves = (bits | (bits &<< 16)) & 0x0000_FFFF_0000_FFFF
            let quarters = (halves | (halves &<< 8)) & 0x00FF_00FF_00FF_00FF
            return (quarters | (quarters &<< 4)) & 0x0F0F_0F0F_0F0F_0F0F
        default: return 0
        }
    }
}

/// Gathers the elements, each in 64 bits.
struct UnpackKernel: IntegerKernel {
    private(set) var elements: [Int64]
    private var passed = 0

    /// - Parameter count: an upper bound of their number.
    init(count: Int) { elements = [Int64](repeating: 0, count: count) }

    mutating func run<Element: FixedWidthInteger & Sendable>(over elements: UnsafeBufferPointer<Element>) {
        let start = passed
        self.elements.withUnsafeMutableBufferPointer { target in
            precondition(elements.count <= target.count - start, "more elements than were to come")
            for index in 0..<elements.count {
                target[start &+ index] = Int64(truncatingIfNeeded: elements[index])
            }
        }
        passed += elements.count
    }
}

/// Adds up elements; wraps around on overflow, as the SDK does.
struct SumKernel: IntegerKernel {
    private(set) var sum: Int64 = 0

    mutating func run<Element: FixedWidthInteger & Sendable>(over elements: UnsafeBufferPointer<Element>) {
        var total: Int64 = 0
        for element in elements { total &+= Int64(truncatingIfNeeded: element) }
        sum &+= total
    }
}

/// The smallest and the largest element; nil before the first one.
struct ExtremesKernel: IntegerKernel {
    private(set) var smallest: Int64?
    private(set) var largest: Int64?

    mutating func run<Element: FixedWidthInteger & Sendable>(over elements: UnsafeBufferPointer<Element>) {
        guard var low = elements.first else { return }
        var high = low
        for element in elements {
            low = Swift.min(low, element)
            high = Swift.max(high, element)
        }
        smallest = Swift.min(smallest ?? .max, Int64(truncatingIfNeeded: low))
        largest = Swift.max(largest ?? .min, Int64(truncatingIfNeeded: high))
    }
}

/// Sum and extremes in one pass.
struct SumAndExtremesKernel: IntegerKernel {
    private(set) var sum = SumKernel()
    private(set) var extremes = ExtremesKernel()

    mutating func run<Element: FixedWidthInteger & Sendable>(over elements: UnsafeBufferPointer<Element>) {
        sum.run(over: elements)
        extremes.run(over: elements)
    }
}

/// Counts the elements greater than a threshold.
struct CountGreaterKernel: IntegerKernel {
    let threshold: Int64
    private(set) var count = 0

    init(threshold: Int64) { self.threshold = threshold }

    mutating func run<Element: FixedWidthInteger & Sendable>(over elements: UnsafeBufferPointer<Element>) {
        guard threshold < Int64(truncatingIfNeeded: Element.max) else { return }
        guard let limit = Element(exactly: threshold) else {
            count &+= elements.count
            return
        }
        var found = 0
        for element in elements { found &+= element > limit ? 1 : 0 }
        count &+= found
    }
}
