import Foundation

/// A type whose values are each stored as a single value.
public protocol _Scalar: _PersistableInsideOptional, _RealmCollectionValueInsideOptional
where PersistedType: _Scalar {}

/// An integer of any width; all are stored as 64 bits.
public protocol _Integer: _Scalar, FixedWidthInteger, _Indexable, _PrimaryKey {}

extension _Integer {
    /// Integers.
    public static var _rlmType: PropertyType { .int }

    /// 0.
    public static func _rlmDefaultValue() -> Self { 0 }

    /// Nil for null and for values of another type. Traps for a number that does not fit.
    public static func _rlmFromStored(_ stored: _StoredValue) -> Self? {
        guard case .int(let value) = stored.value else { return nil }
        return _rlmFitting(value)
    }

    /// The number in 64 bits.
    public static func _rlmEncode(_ value: Self, _ scratch: _ValueScratch) -> _EncodedValue? {
        _EncodedValue(value: .int(Int64(value)))
    }

    /// Any whole number that fits, and booleans: a dictionary literal turns all its numbers into floating point ones
    /// if one has a fraction.
    public static func _rlmFromObjc(_ value: Any, insideOptional: Bool) -> Self? {
        switch value {
        case let value as Self: value
        case let value as Bool: value ? 1 : 0
        case let value as any BinaryInteger: Self(exactly: value)
        case let value as Double: Self(exactly: value)
        case let value as NSNumber:
            value.isFloatingPoint ? Self(exactly: value.doubleValue) : Self(exactly: value.int64Value)
        default: nil
        }
    }
}

extension NSNumber {
    /// True for a boolean, which Foundation would accept as a number.
    static func isBoolean(_ value: Any) -> Bool {
        guard value is Bool, let number = value as? NSNumber else { return false }
        return ["c", "B"].contains(String(cString: number.objCType))
    }

    var isFloatingPoint: Bool { ["f", "d"].contains(String(cString: objCType)) }
}

extension Int: _Integer {
    /// Stored as itself.
    public typealias PersistedType = Int
}

extension Int8: _Integer {
    /// Stored as itself.
    public typealias PersistedType = Int8
}

extension Int16: _Integer {
    /// Stored as itself.
    public typealias PersistedType = Int16
}

extension Int32: _Integer {
    /// Stored as itself.
    public typealias PersistedType = Int32
}

extension Int64: _Integer {
    /// Stored as itself.
    public typealias PersistedType = Int64
}

extension Bool: _Scalar, _Indexable, _PrimaryKey {
    /// Stored as itself.
    public typealias PersistedType = Bool

    /// Booleans.
    public static var _rlmType: PropertyType { .bool }

    /// SDK name: `_rlmDefaultValue()`.
    public static func _rlmDefaultValue() -> Bool { false }

    /// Nil for null and for values of another type.
    public static func _rlmFromStored(_ stored: _StoredValue) -> Bool? {
        if case .bool(let value) = stored.value { value } else { nil }
    }

    /// The value as it is stored.
    public static func _rlmEncode(_ value: Bool, _ scratch: _ValueScratch) -> _EncodedValue? {
        _EncodedValue(value: .bool(value))
    }

    /// Booleans, and the integers 0 and 1.
    public static func _rlmFromObjc(_ value: Any, insideOptional: Bool) -> Bool? {
        if let value = value as? Bool { return value }
        return Int._rlmFromObjc(value, insideOptional: false).flatMap { $0 == 0 ? false : $0 == 1 ? true : nil }
    }
}

extension Float: _Scalar {
    /// Stored as itself.
    public typealias PersistedType = Float

    /// 32-bit numbers.
    public static var _rlmType: PropertyType { .float }

    /// SDK name: `_rlmDefaultValue()`.
    public static func _rlmDefaultValue() -> Float { 0 }

    /// Nil for null and for values of another type.
    public static func _rlmFromStored(_ stored: _StoredValue) -> Float? {
        if case .float(let value) = stored.value { value } else { nil }
    }

    /// The value as it is stored.
    public static func _rlmEncode(_ value: Float, _ scratch: _ValueScratch) -> _EncodedValue? {
        _EncodedValue(value: .float(value))
    }

    /// Any integer or float; a double within the range of floats; not a boolean.
    public static func _rlmFromObjc(_ value: Any, insideOptional: Bool) -> Float? {
        if !NSNumber.isBoolean(value), let value = value as? Float { return value }
        guard let double = Double._rlmFromObjc(value, insideOptional: false) else { return nil }
        return double.isNaN || abs(double) <= Double(Float.greatestFiniteMagnitude) ? Float(double) : nil
    }
}

extension Double: _Scalar {
    /// Stored as itself.
    public typealias PersistedType = Double

    /// 64-bit numbers.
    public static var _rlmType: PropertyType { .double }

    /// SDK name: `_rlmDefaultValue()`.
    public static func _rlmDefaultValue() -> Double { 0 }

    /// Nil for null and for values of another type.
    public static func _rlmFromStored(_ stored: _StoredValue) -> Double? {
        if case .double(let value) = stored.value { value } else { nil }
    }

    /// The value as it is stored.
    public static func _rlmEncode(_ value: Double, _ scratch: _ValueScratch) -> _EncodedValue? {
        _EncodedValue(value: .double(value))
    }

    /// Any number; not a boolean.
    public static func _rlmFromObjc(_ value: Any, insideOptional: Bool) -> Double? {
        if NSNumber.isBoolean(value) { return nil }
        return switch value {
        case let value as Double: value
        case let value as Float: Double(value)
        case let value as any BinaryInteger: Double(value)
        case let value as NSNumber: value.doubleValue
        default: nil
        }
    }
}

extension String: _Scalar, _Indexable, _PrimaryKey {
    /// Stored as itself.
    public typealias PersistedType = String

    /// Text.
    public static var _rlmType: PropertyType { .string }

    /// SDK name: `_rlmDefaultValue()`.
    public static func _rlmDefaultValue() -> String { "" }

    /// Nil for null and for values of another type.
    public static func _rlmFromStored(_ stored: _StoredValue) -> String? {
        if case .string(let value) = stored.value { String(decoding: value, as: UTF8.self) } else { nil }
    }

    /// The value as it is stored.
    public static func _rlmEncode(_ value: String, _ scratch: _ValueScratch) -> _EncodedValue? {
        _EncodedValue(value: scratch.scratch.string(value))
    }
}

extension Data: _Scalar {
    /// Stored as itself.
    public typealias PersistedType = Data

    /// Bytes.
    public static var _rlmType: PropertyType { .data }

    /// SDK name: `_rlmDefaultValue()`.
    public static func _rlmDefaultValue() -> Data { Data() }

    /// Nil for null and for values of another type.
    public static func _rlmFromStored(_ stored: _StoredValue) -> Data? {
        if case .binary(let value) = stored.value { Data(value) } else { nil }
    }

    /// The value as it is stored.
    public static func _rlmEncode(_ value: Data, _ scratch: _ValueScratch) -> _EncodedValue? {
        _EncodedValue(value: scratch.scratch.binary(value))
    }
}

extension Date: _Scalar, _Indexable {
    /// Stored as itself.
    public typealias PersistedType = Date

    /// Points in time.
    public static var _rlmType: PropertyType { .date }

    /// SDK name: `_rlmDefaultValue()`.
    public static func _rlmDefaultValue() -> Date { Date() }

    /// Nil for null and for values of another type.
    public static func _rlmFromStored(_ stored: _StoredValue) -> Date? {
        if case .timestamp(let value) = stored.value { Date(value) } else { nil }
    }

    /// The value as it is stored.
    public static func _rlmEncode(_ value: Date, _ scratch: _ValueScratch) -> _EncodedValue? {
        _EncodedValue(value: .timestamp(Timestamp(value)))
    }

    /// Unreadable values read as the beginning of 1970.
    public static func _rlmElement(_ stored: _StoredValue) -> Date {
        _rlmFromStored(stored) ?? Date(timeIntervalSince1970: 0)
    }
}

extension Decimal128: _Scalar {
    /// Stored as itself.
    public typealias PersistedType = Decimal128

    /// Decimal numbers.
    public static var _rlmType: PropertyType { .decimal128 }

    /// SDK name: `_rlmDefaultValue()`.
    public static func _rlmDefaultValue() -> Decimal128 { Decimal128() }

    /// Nil for null and for values of another type.
    public static func _rlmFromStored(_ stored: _StoredValue) -> Decimal128? {
        if case .decimal(let value) = stored.value { Decimal128(bits: value) } else { nil }
    }

    /// The value as it is stored.
    public static func _rlmEncode(_ value: Decimal128, _ scratch: _ValueScratch) -> _EncodedValue? {
        _EncodedValue(value: .decimal(value.bits))
    }

    /// Any number, and text that is a number.
    public static func _rlmFromObjc(_ value: Any, insideOptional: Bool) -> Decimal128? {
        switch value {
        case let value as Decimal128: return value
        case let value as String:
            guard let decimal = try? Decimal128(string: value) else { return nil }
            return decimal.isNaN && value.lowercased() != "nan" ? nil : decimal
        case let value as Int: return Decimal128(integerLiteral: Int64(value))
        case let value as any BinaryInteger: return try? Decimal128(string: "\(value)")
        case let value as Double: return Decimal128(floatLiteral: value)
        case let value as Float: return Decimal128(floatLiteral: Double(value))
        case let value as Decimal: return try? Decimal128(string: "\(value)")
        case let value as NSNumber: return Decimal128(number: value)
        default: return nil
        }
    }
}

extension ObjectId: _Scalar, _Indexable, _PrimaryKey {
    /// Stored as itself.
    public typealias PersistedType = ObjectId

    /// Object ids.
    public static var _rlmType: PropertyType { .objectId }

    /// SDK name: `_rlmDefaultValue()`.
    public static func _rlmDefaultValue() -> ObjectId { ObjectId.generate() }

    /// Nil for null and for values of another type.
    public static func _rlmFromStored(_ stored: _StoredValue) -> ObjectId? {
        if case .objectId(let value) = stored.value { ObjectId(bits: value) } else { nil }
    }

    /// The value as it is stored.
    public static func _rlmEncode(_ value: ObjectId, _ scratch: _ValueScratch) -> _EncodedValue? {
        _EncodedValue(value: .objectId(value.bits))
    }

    /// Unreadable values read as zero.
    public static func _rlmElement(_ stored: _StoredValue) -> ObjectId { _rlmFromStored(stored) ?? ObjectId() }
}

extension UUID: _Scalar, _Indexable, _PrimaryKey {
    /// Stored as itself.
    public typealias PersistedType = UUID

    /// Universally unique ids.
    public static var _rlmType: PropertyType { .UUID }

    /// SDK name: `_rlmDefaultValue()`.
    public static func _rlmDefaultValue() -> UUID { UUID() }

    /// Nil for null and for values of another type.
    public static func _rlmFromStored(_ stored: _StoredValue) -> UUID? {
        if case .uuid(let value) = stored.value { UUID(value) } else { nil }
    }

    /// The value as it is stored.
    public static func _rlmEncode(_ value: UUID, _ scratch: _ValueScratch) -> _EncodedValue? {
        _EncodedValue(value: .uuid(value.bits))
    }

    /// Unreadable values read as zero.
    public static func _rlmElement(_ stored: _StoredValue) -> UUID {
        _rlmFromStored(stored) ?? UUID(UUIDBits(high: 0, low: 0))
    }

    /// An id, and text that is an id.
    public static func _rlmFromObjc(_ value: Any, insideOptional: Bool) -> UUID? {
        (value as? UUID) ?? (value as? String).flatMap(UUID.init(uuidString:))
    }
}

extension Date {
    /// The nearest `Date`: a double of seconds, which holds nanoseconds near its reference date 2001 only.
    init(_ timestamp: Timestamp) {
        let whole = Double(timestamp.seconds) - Date.timeIntervalBetween1970AndReferenceDate
        self.init(timeIntervalSinceReferenceDate: whole + Double(timestamp.nanoseconds) / 1_000_000_000)
    }
}

extension Timestamp {
    /// The point in time to the nearest nanosecond; clamped to 64 bits of seconds.
    init(_ date: Date) {
        let interval = date.timeIntervalSinceReferenceDate
        let down = interval.rounded(.down)
        var nanoseconds = Int32(((interval - down) * 1_000_000_000).rounded())
        let whole = down + Date.timeIntervalBetween1970AndReferenceDate
        guard let exact = Int64(exactly: whole) else {
            self.init(seconds: whole > 0 ? .max : .min, nanoseconds: 0)
            return
        }
        var seconds = exact
        if nanoseconds == 1_000_000_000 {
            seconds += 1
            nanoseconds = 0
        }
        // The two parts never have opposite signs.
        if seconds < 0, nanoseconds > 0 {
            seconds += 1
            nanoseconds -= 1_000_000_000
        }
        self.init(seconds: seconds, nanoseconds: nanoseconds)
    }
}

extension UUID {
    init(_ bits: UUIDBits) {
        var uuid: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
        withUnsafeMutableBytes(of: &uuid) { $0.copyBytes(from: bits.bytes) }
        self.init(uuid: uuid)
    }

    /// The same bytes in the engine's form.
    var bits: UUIDBits { withUnsafeBytes(of: uuid) { UUIDBits($0.baseAddress!) } }
}
