import Foundation

// Unchecked only because NSObject is not Sendable: all stored properties are immutable values.
/// An identifier of 12 bytes, unique without a central authority:
///
///     4 bytes seconds since 1970, big-endian | 3 machine | 2 process | 3 counter, big-endian
///
/// Ids sort by their bytes, so roughly by the time of their creation.
///
/// Source: SDK `ObjectId`.
public final class ObjectId: RLMObjectId, Decodable, @unchecked Sendable {
    override init(bits: ObjectIdBits) {
        super.init(bits: bits)
    }

    /// The id whose bytes are all zero; see ``generate()`` for a new one.
    public required convenience init() {
        self.init(bits: ObjectIdBits(high: 0, low: 0))
    }

    /// A new id, greater than all that this process has generated before.
    public static func generate() -> ObjectId {
        ObjectId(bits: ObjectIdGenerator.shared.next(in: second(Date())))
    }

    /// The id of 24 hexadecimal digits of any case.
    ///
    /// - Throws: `Realm.Error.invalidInput` for any other text.
    public required init(string: String) throws {
        try super.init(string: string)
    }

    /// The id of 24 hexadecimal digits of any case; traps on any other text.
    ///
    /// Use ``init(string:)`` for text that is not part of the program.
    public required init(_ str: StaticString) {
        let text = str.withUTF8Buffer { String(decoding: $0, as: UTF8.self) }
        guard let bits = ObjectIdBits(hex: text) else {
            preconditionFailure("Invalid Object ID string '\(text)': must be 24 hex digits")
        }
        super.init(bits: bits)
    }

    /// Creates an id from a time, parts of two numbers and the process's next counter.
    ///
    /// - Parameters:
    ///   - timestamp: kept to the second; before 1970 or after 2106 the nearest time in between.
    ///   - machineId: its lowest 3 bytes are kept, the lowest first.
    ///   - processId: its lowest 2 bytes are kept, the lowest first.
    public required init(timestamp: Date, machineId: Int, processId: Int) {
        let second = RLMObjectId.second(timestamp)
        super.init(bits: ObjectIdGenerator.shared.make(in: second, machine: machineId, process: processId))
    }

    /// Reads an id from a text of 24 hexadecimal digits.
    ///
    /// - Throws: `Realm.Error.invalidInput` for other text; errors of the decoder if there is no text.
    public required init(from decoder: any Decoder) throws {
        try super.init(string: decoder.singleValueContainer().decode(String.self))
    }
}

extension ObjectId: Encodable {
    /// Writes the id as 24 lowercase hexadecimal digits.
    ///
    /// - Throws: errors of the encoder.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(stringValue)
    }
}

extension ObjectId: Comparable {
    /// True if the first comes before the second by its bytes.
    public static func < (lhs: ObjectId, rhs: ObjectId) -> Bool { lhs.bits < rhs.bits }

    /// True if the first comes before the second or is equal to it.
    public static func <= (lhs: ObjectId, rhs: ObjectId) -> Bool { lhs.bits <= rhs.bits }

    /// True if the first comes after the second or is equal to it.
    public static func >= (lhs: ObjectId, rhs: ObjectId) -> Bool { lhs.bits >= rhs.bits }

    /// True if the first comes after the second by its bytes.
    public static func > (lhs: ObjectId, rhs: ObjectId) -> Bool { lhs.bits > rhs.bits }
}
