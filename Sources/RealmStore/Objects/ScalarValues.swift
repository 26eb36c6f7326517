import Foundation

// How each scalar type is read. Integers of any width are stored as 64 bits; one that does not fit reads as the
// default.

extension Int: _RealmCollectionValueInsideOptional {
    /// Stored as itself. SDK name: `PersistedType`.
    public typealias PersistedType = Int

    /// SDK name: `_rlmDefaultValue()`.
    public static func _rlmDefaultValue() -> Int { 0 }

    /// Nil for null and for values of another type.
    public static func _rlmFromStored(_ stored: _StoredValue) -> Int? {
        if case .int(let value) = stored.value { Int(exactly: value) } else { nil }
    }
}

extension Int8: _RealmCollectionValueInsideOptional {
    /// Stored as itself. SDK name: `PersistedType`.
    public typealias PersistedType = Int8

    /// SDK name: `_rlmDefaultValue()`.
    public static func _rlmDefaultValue() -> Int8 { 0 }

    /// Nil for null and for values of another type.
    public static func _rlmFromStored(_ stored: _StoredValue) -> Int8? {
        if case .int(let value) = stored.value { Int8(exactly: value) } else { nil }
    }
}

extension Int16: _RealmCollectionValueInsideOptional {
    /// Stored as itself. SDK name: `PersistedType`.
    public typealias PersistedType = Int16

    /// SDK name: `_rlmDefaultValue()`.
    public static func _rlmDefaultValue() -> Int16 { 0 }

    /// Nil for null and for values of another type.
    public static func _rlmFromStored(_ stored: _StoredValue) -> Int16? {
        if case .int(let value) = stored.value { Int16(exactly: value) } else { nil }
    }
}

extension Int32: _RealmCollectionValueInsideOptional {
    /// Stored as itself. SDK name: `PersistedType`.
    public typealias PersistedType = Int32

    /// SDK name: `_rlmDefaultValue()`.
    public static func _rlmDefaultValue() -> Int32 { 0 }

    /// Nil for null and for values of another type.
    public static func _rlmFromStored(_ stored: _StoredValue) -> Int32? {
        if case .int(let value) = stored.value { Int32(exactly: value) } else { nil }
    }
}

extension Int64: _RealmCollectionValueInsideOptional {
    /// Stored as itself. SDK name: `PersistedType`.
    public typealias PersistedType = Int64

    /// SDK name: `_rlmDefaultValue()`.
    public static func _rlmDefaultValue() -> Int64 { 0 }

    /// Nil for null and for values of another type.
    public static func _rlmFromStored(_ stored: _StoredValue) -> Int64? {
        if case .int(let value) = stored.value { Int64(exactly: value) } else { nil }
    }
}

extension Bool: _RealmCollectionValueInsideOptional {
    /// Stored as itself. SDK name: `PersistedType`.
    public typealias PersistedType = Bool

    /// SDK name: `_rlmDefaultValue()`.
    public static func _rlmDefaultValue() -> Bool { false }

    /// Nil for null and for values of another type.
    public static func _rlmFromStored(_ stored: _StoredValue) -> Bool? {
        if case .bool(let value) = stored.value { value } else { nil }
    }
}

extension Float: _RealmCollectionValueInsideOptional {
    /// Stored as itself. SDK name: `PersistedType`.
    public typealias PersistedType = Float

    /// SDK name: `_rlmDefaultValue()`.
    public static func _rlmDefaultValue() -> Float { 0 }

    /// Nil for null and for values of another type.
    public static func _rlmFromStored(_ stored: _StoredValue) -> Float? {
        if case .float(let value) = stored.value { value } else { nil }
    }
}

extension Double: _RealmCollectionValueInsideOptional {
    /// Stored as itself. SDK name: `PersistedType`.
    public typealias PersistedType = Double

    /// SDK name: `_rlmDefaultValue()`.
    public static func _rlmDefaultValue() -> Double { 0 }

    /// Nil for null and for values of another type.
    public static func _rlmFromStored(_ stored: _StoredValue) -> Double? {
        if case .double(let value) = stored.value { value } else { nil }
    }
}

extension String: _RealmCollectionValueInsideOptional {
    /// Stored as itself. SDK name: `PersistedType`.
    public typealias PersistedType = String

    /// SDK name: `_rlmDefaultValue()`.
    public static func _rlmDefaultValue() -> String { "" }

    /// Nil for null and for values of another type.
    public static func _rlmFromStored(_ stored: _StoredValue) -> String? {
        if case .string(let bytes) = stored.value { String(decoding: bytes, as: UTF8.self) } else { nil }
    }
}

extension Data: _RealmCollectionValueInsideOptional {
    /// Stored as itself. SDK name: `PersistedType`.
    public typealias PersistedType = Data

    /// SDK name: `_rlmDefaultValue()`.
    public static func _rlmDefaultValue() -> Data { Data() }

    /// Nil for null and for values of another type.
    public static func _rlmFromStored(_ stored: _StoredValue) -> Data? {
        if case .binary(let bytes) = stored.value { Data(bytes) } else { nil }
    }
}

extension Date: _RealmCollectionValueInsideOptional {
    /// Stored as itself. SDK name: `PersistedType`.
    public typealias PersistedType = Date

    /// SDK name: `_rlmDefaultValue()`.
    public static func _rlmDefaultValue() -> Date { Date(timeIntervalSince1970: 0) }

    /// Nil for null and for values of another type.
    public static func _rlmFromStored(_ stored: _StoredValue) -> Date? {
        if case .timestamp(let value) = stored.value { Date(value) } else { nil }
    }
}

extension Decimal128: _RealmCollectionValueInsideOptional {
    /// Stored as itself. SDK name: `PersistedType`.
    public typealias PersistedType = Decimal128

    /// SDK name: `_rlmDefaultValue()`.
    public static func _rlmDefaultValue() -> Decimal128 { Decimal128() }

    /// Nil for null and for values of another type.
    public static func _rlmFromStored(_ stored: _StoredValue) -> Decimal128? {
        if case .decimal(let bits) = stored.value { Decimal128(bits: bits) } else { nil }
    }
}

extension ObjectId: _RealmCollectionValueInsideOptional {
    /// Stored as itself. SDK name: `PersistedType`.
    public typealias PersistedType = ObjectId

    /// SDK name: `_rlmDefaultValue()`.
    public static func _rlmDefaultValue() -> ObjectId { ObjectId() }

    /// Nil for null and for values of another type.
    public static func _rlmFromStored(_ stored: _StoredValue) -> ObjectId? {
        if case .objectId(let bits) = stored.value { ObjectId(bits: bits) } else { nil }
    }
}

extension UUID: _RealmCollectionValueInsideOptional {
    /// Stored as itself. SDK name: `PersistedType`.
    public typealias PersistedType = UUID

    /// SDK name: `_rlmDefaultValue()`.
    public static func _rlmDefaultValue() -> UUID { UUID(UUIDBits(high: 0, low: 0)) }

    /// Nil for null and for values of another type.
    public static func _rlmFromStored(_ stored: _StoredValue) -> UUID? {
        if case .uuid(let bits) = stored.value { UUID(bits) } else { nil }
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
    /// The point in time to the nearest nanosecond; one beyond 64 bits of seconds is the last there is.
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

    /// The same bytes as the engine keeps them.
    var bits: UUIDBits { withUnsafeBytes(of: uuid) { UUIDBits($0.baseAddress!) } }
}

extension DynamicObject: _RealmCollectionValueInsideOptional {
    /// Stored as a link. SDK name: `PersistedType`.
    public typealias PersistedType = DynamicObject

    /// Traps: there is no object to stand for none.
    public static func _rlmDefaultValue() -> DynamicObject { fatalError("a link in a collection leads nowhere") }

    /// An element of a collection of links is an object, if one that damage keeps from being found.
    public static func _rlmElement(_ stored: _StoredValue) -> DynamicObject {
        _rlmFromStored(stored) ?? DynamicObject(stored.session, nil)
    }

    /// The object linked to; nil for null and for a link to an object that does not exist.
    public static func _rlmFromStored(_ stored: _StoredValue) -> DynamicObject? { stored.session.object(stored.value) }
}

extension Session {
    /// The object that a link leads to; nil for null, for an unresolved link and for any other value.
    func object(_ value: Value) -> DynamicObject? {
        guard case .link(let tableKey, let key) = value, !key.isNull, !key.isUnresolved,
            let table = group.table(tableKey)
        else { return nil }
        return read(nil) { () throws(FormatError) in
            guard let position = try table.objects().find(key) else {
                throw FormatError(
                    .badValue, at: table.ref,
                    "a link leads to object \(key.value) of '\(table.name)', which does not exist")
            }
            return DynamicObject(self, ObjectRow(table: table, position: position))
        }
    }
}
