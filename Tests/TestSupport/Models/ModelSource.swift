@testable import RealmStore

/// Random values, names and choices, the same for the same seed.
struct ModelSource {
    private var generator: SeededGenerator
    private var counter: UInt64 = 0
    /// The maximum length of texts and data; a few are longer.
    private let longestText: Int
    private let seed: UInt64

    init(seed: UInt64, longestText: Int) {
        self.seed = seed
        generator = SeededGenerator(seed: seed)
        self.longestText = longestText
    }

    mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<max(1, limit), using: &generator) }

    mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

    mutating func pick<T>(_ choices: [T]) -> T? { choices.randomElement(using: &generator) }

    mutating func shuffled<T>(_ choices: [T]) -> [T] { choices.shuffled(using: &generator) }

    /// A number from 1 to `limit`, small ones more often.
    mutating func size(_ limit: Int) -> Int { 1 + below(1 + below(limit)) }

    /// A name that no run with another seed makes.
    mutating func name(_ prefix: String) -> String {
        counter += 1
        return "\(prefix)\(counter)_\(seed)" + String(repeating: "x", count: chance(10) ? below(40) : below(4))
    }

    /// Some begin with others, or look like others where an index marks their ends.
    private static let words = [
        "red", "redX", "redwoods", "redd", "green", "greenish", "Blue", "yellow", "été", "Ärger", "x", "X", "the",
        "straße", "42", "日本", "a-b",
    ]

    // MARK: Values

    /// A value or element of a type. Links need the objects, so the caller creates them: they are null here.
    mutating func value(_ type: ValueType, isNullable: Bool) -> ModelValue {
        if isNullable, chance(15) { return .null }
        switch type {
        case .int: return .int(integer())
        case .bool: return .bool(chance(50))
        case .float: return .float(float().bitPattern)
        case .double: return .double(double().bitPattern)
        case .string: return .string(text())
        case .binary: return .binary(bytes())
        case .timestamp: return .timestamp(timestamp())
        case .decimal: return .decimal(decimal())
        case .objectId:
            return .objectId(
                ObjectIdBits(high: chance(30) ? UInt64(below(4)) : generator.next(), low: UInt32(below(4))))
        case .uuid:
            return .uuid(UUIDBits(high: chance(30) ? UInt64(below(4)) : generator.next(), low: UInt64(below(4))))
        case .mixed: return scalar()
        default: return .null
        }
    }

    /// A mixed value other than a link or a collection. Equal numbers of different types occur.
    mutating func scalar() -> ModelValue {
        let types: [ValueType] = [
            .int, .bool, .float, .double, .string, .binary, .timestamp, .decimal, .objectId, .uuid,
        ]
        if chance(20) {
            let half = Int64(below(60)) - 30
            switch below(4) {
            case 0: return .int(half / 2)
            case 1: return .float((Float(half) / 2).bitPattern)
            case 2: return .double((Double(half) / 2).bitPattern)
            default: return .decimal(Decimal128Bits(coefficient: UInt128(half.magnitude * 5), exponent: -1))
            }
        }
        return value(pick(types) ?? .int, isNullable: true)
    }

    private mutating func integer() -> Int64 {
        switch below(12) {
        case 0: return .min + Int64(below(3))
        case 1: return .max - Int64(below(3))
        case 2...5: return Int64(below(16))
        default:
            let number = Int64(truncatingIfNeeded: generator.next() >> UInt64(1 + below(63)))
            return chance(30) ? -number : number
        }
    }

    private mutating func float() -> Float {
        switch below(20) {
        case 0: return .infinity
        case 1: return -0.0
        // No two NaNs are the same: each has a place in a set.
        case 2: return Float(bitPattern: 0x7FC0_0000 | UInt32(next() & 0x3F_FFFF))
        default: return Float(below(4000) - 2000) / 8
        }
    }

    private mutating func double() -> Double {
        switch below(20) {
        case 0: return -.infinity
        case 1: return -0.0
        case 2: return Double(bitPattern: 0x7FF8_0000_0000_0000 | next())
        case 3: return .greatestFiniteMagnitude
        default: return Double(below(4000) - 2000) / 8
        }
    }

    /// Never the bits of a NaN that stand for null, which is stored as another NaN.
    private mutating func next() -> UInt64 {
        counter += counter == 0xA9 ? 2 : 1
        return counter
    }

    private mutating func decimal() -> Decimal128Bits {
        let sign: FloatingPointSign = chance(30) ? .minus : .plus
        switch below(12) {
        case 0: return .infinity(sign)
        case 1: return Decimal128Bits(sign: sign, coefficient: Decimal128Bits.maxCoefficient, exponent: 6111)
        case 2: return Decimal128Bits(sign: sign, coefficient: UInt128(generator.next()), exponent: below(200) - 100)
        case 3: return Decimal128Bits(sign: sign, coefficient: UInt128(below(1 << 40)), exponent: below(20) - 10)
        case 4: return .zero
        default: return Decimal128Bits(sign: sign, coefficient: UInt128(below(100)), exponent: below(3))
        }
    }

    private mutating func timestamp() -> Timestamp {
        switch below(6) {
        case 0: return Timestamp(seconds: Int64(below(3)), nanoseconds: 0)
        case 1: return Timestamp(seconds: -Int64(below(1 << 40)) - 1, nanoseconds: -Int32(below(1_000_000_000)))
        default: return Timestamp(seconds: Int64(below(1 << 33)), nanoseconds: Int32(below(4)) * 250_000_000)
        }
    }

    /// UTF-8 text: often of few words, so that values repeat; of all lengths that leaves tell apart.
    mutating func text() -> [UInt8] {
        switch below(10) {
        case 0: return []
        case 1...4:
            return Array((0..<size(4)).map { _ in pick(ModelSource.words) ?? "" }.joined(separator: " ").utf8)
        case 5...7: return letters(below(20))
        case 8: return letters(below(80))
        default: return letters(below(longestText))
        }
    }

    private mutating func letters(_ count: Int) -> [UInt8] {
        var letters = [UInt8](repeating: UInt8(ascii: "a") + UInt8(below(4)), count: count)
        // Long values that differ at their end only are long paths in an index.
        for index in letters.indices.suffix(chance(30) ? 1 : 6) {
            letters[index] = UInt8(ascii: "a") + UInt8(below(26))
        }
        if chance(5), count > 0 { letters[below(count)] = 0 }
        return letters
    }

    private mutating func bytes() -> [UInt8] {
        let limits = [0, 1, 8, 16, 64, longestText]
        let count = below(1 + (pick(limits) ?? 0))
        return (0..<count).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
    }
}
