import Foundation

/// The base class of ``ObjectId``, with the members known from Objective-C.
///
/// Every instance that the library creates is an ``ObjectId``.
///
/// Source: SDK `RLMObjectId`.
public class RLMObjectId: NSObject, NSCopying {
    let bits: ObjectIdBits

    init(bits: ObjectIdBits) {
        self.bits = bits
        super.init()
    }

    /// The id whose bytes are all zero.
    public required override convenience init() {
        self.init(bits: ObjectIdBits(high: 0, low: 0))
    }

    /// The id of 24 hexadecimal digits of any case.
    ///
    /// - Throws: `Realm.Error.invalidInput` for any other text.
    public required init(string: String) throws {
        guard let bits = ObjectIdBits(hex: string) else {
            throw invalidInput("Invalid Object ID string '\(string)': must be 24 hex digits")
        }
        self.bits = bits
        super.init()
    }

    /// Creates an id from a time, parts of two numbers and the process's next counter.
    ///
    /// - Parameters:
    ///   - timestamp: kept to the second; before 1970 or after 2106 the nearest time in between.
    ///   - machineIdentifier: its lowest 3 bytes are kept, the lowest first.
    ///   - processIdentifier: its lowest 2 bytes are kept, the lowest first.
    public init(timestamp: Date, machineIdentifier: Int32, processIdentifier: Int32) {
        bits = ObjectIdGenerator.shared.make(
            in: RLMObjectId.second(timestamp), machine: Int(machineIdentifier), process: Int(processIdentifier))
        super.init()
    }

    /// The same instance: it never changes.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    // MARK: Value

    /// The id as 24 lowercase hexadecimal digits.
    public var stringValue: String { bits.hex }

    /// Equal to ``stringValue``.
    public override var description: String { stringValue }

    /// The time in the id, in whole seconds.
    public var timestamp: Date { Date(timeIntervalSince1970: TimeInterval(bits.high >> 32)) }

    // MARK: Equality and order

    /// True for an id of the same 12 bytes.
    public override func isEqual(_ object: Any?) -> Bool {
        (object as? RLMObjectId)?.bits == bits
    }

    /// A hash of the 12 bytes; differs between runs of the program.
    public override var hash: Int { bits.hashValue }

    /// True if this id comes after the other by its bytes. nil counts as the zero id.
    public func isGreaterThan(_ objectId: RLMObjectId?) -> Bool { bits > RLMObjectId.bits(objectId) }

    /// True if this id comes after the other or is equal. nil counts as the zero id.
    public func isGreaterThanOrEqual(to objectId: RLMObjectId?) -> Bool { bits >= RLMObjectId.bits(objectId) }

    /// True if this id comes before the other by its bytes. nil counts as the zero id.
    public func isLessThan(_ objectId: RLMObjectId?) -> Bool { bits < RLMObjectId.bits(objectId) }

    /// True if this id comes before the other or is equal. nil counts as the zero id.
    public func isLessThanOrEqual(to objectId: RLMObjectId?) -> Bool { bits <= RLMObjectId.bits(objectId) }

    /// The second of a date since 1970, the nearest that an id can hold.
    static func second(_ date: Date) -> UInt32 {
        let seconds = date.timeIntervalSince1970
        guard seconds > 0 else { return 0 }
        return UInt32(exactly: seconds.rounded(.down)) ?? .max
    }

    private static func bits(_ objectId: RLMObjectId?) -> ObjectIdBits {
        objectId?.bits ?? ObjectIdBits(high: 0, low: 0)
    }
}
