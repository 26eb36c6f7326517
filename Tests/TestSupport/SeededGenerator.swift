/// Random numbers that a seed repeats (SplitMix64), the same on every machine.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
    @usableFromInline var state: UInt64

    public init(seed: UInt64) { state = seed }

    /// Prints the seed, so that a failing run can be repeated with it.
    public init(for test: String, seed: UInt64 = .random(in: 0...UInt64.max)) {
        print("\(test): seed \(seed)")
        state = seed
    }

    @inlinable
    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A number from 0 to `bound - 1`, or 0.
    @inlinable
    public mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<max(1, bound), using: &self) }

    /// True once in `count` times, on average.
    @inlinable
    public mutating func chance(oneIn count: Int) -> Bool { below(count) == 0 }

    @inlinable
    public mutating func chance(percent: Int) -> Bool { below(100) < percent }

    @inlinable
    public mutating func bytes(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in UInt8.random(in: 0...255, using: &self) }
    }

    @inlinable
    public mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }
}
