import Foundation

/// Reading single values of a managed object. This is the most frequent operation: it neither allocates nor counts
/// references once the property of a neighbouring object was read in the same version.
extension RLMObjectBase {
    /// The position of the object, if it was already found in the current placement; also nil on other threads than
    /// that of the session.
    @inline(__always)
    private final var near: ObjectRow? {
        // Comes before anything of the object is loaded: a call in between would require retains.
        let here = ThreadIdentity.current
        guard let session, let found, placement == session.placement, session.home == here
        else { return nil }
        return found
    }

    /// The number of an int property; nil for null and unreadable values.
    @usableFromInline
    final func integer(_ property: PropertyKey) -> Int64? {
        if let near {
            switch near.cluster.scalar(property) {
            case .int(let numbers): return numbers[near.row]
            case .optionalInt(let numbers): return numbers[near.row]
            default: break
            }
        }
        if case .int(let value)? = stored(property)?.value { return value }
        return nil
    }

    /// The value of a bool property; nil for null and unreadable values.
    @usableFromInline
    final func boolean(_ property: PropertyKey) -> Bool? {
        if let near, case .bool(let values) = near.cluster.scalar(property) { return values[near.row] }
        if case .bool(let value)? = stored(property)?.value { return value }
        return nil
    }

    /// The number of a double property; nil for null and unreadable values.
    @usableFromInline
    final func double(_ property: PropertyKey) -> Double? {
        if let near, case .double(let values) = near.cluster.scalar(property) { return values[near.row] }
        if case .double(let value)? = stored(property)?.value { return value }
        return nil
    }

    /// The point in time of a date property; nil for null and unreadable values.
    @usableFromInline
    final func date(_ property: PropertyKey) -> Date? {
        if let near, case .timestamp(let values) = near.cluster.scalar(property) {
            return values[near.row].map { Date($0) }
        }
        if case .timestamp(let value)? = stored(property)?.value { return Date(value) }
        return nil
    }

    /// The cached values of a string property, and the row of the object. Neither needs a reference count, unlike the
    /// cluster, which would be retained while the string is made.
    @inline(__always)
    private final func texts(_ property: PropertyKey) -> (StringLeaf, row: Int)? {
        guard let near, let texts = near.cluster.text(property) else { return nil }
        return (texts, near.row)
    }

    /// The text of a string property; nil for null and unreadable values.
    @usableFromInline
    final func text(_ property: PropertyKey) -> String? {
        // Unreadable values are recorded as damage further down.
        if let (texts, row) = texts(property) {
            do { return try texts.bytes(row).map { String(decoding: $0, as: UTF8.self) } } catch {}
        }
        if case .string(let bytes)? = stored(property)?.value { return String(decoding: bytes, as: UTF8.self) }
        return nil
    }
}

extension _Integer {
    /// The stored number; 0 for null and unreadable values. Traps for a number that does not fit.
    @inlinable
    public static func _rlmGetProperty(_ object: ObjectBase, _ key: PropertyKey) -> Self {
        object.integer(key).map(_rlmFitting) ?? 0
    }

    /// The stored number, or nil. Traps for a number that does not fit.
    @inlinable
    public static func _rlmGetPropertyOptional(_ object: ObjectBase, _ key: PropertyKey) -> Self? {
        object.integer(key).map(_rlmFitting)
    }

    @inlinable
    static func _rlmFitting(_ value: Int64) -> Self {
        guard let fitting = Self(exactly: value) else {
            fatalError("the stored number \(value) does not fit a property of type \(Self.self)")
        }
        return fitting
    }
}

extension Bool {
    /// The stored value; false for null and unreadable values.
    @inlinable
    public static func _rlmGetProperty(_ object: ObjectBase, _ key: PropertyKey) -> Bool {
        object.boolean(key) ?? false
    }

    /// The stored value, or nil.
    @inlinable
    public static func _rlmGetPropertyOptional(_ object: ObjectBase, _ key: PropertyKey) -> Bool? {
        object.boolean(key)
    }
}

extension Double {
    /// The stored number; 0 for null and unreadable values.
    @inlinable
    public static func _rlmGetProperty(_ object: ObjectBase, _ key: PropertyKey) -> Double { object.double(key) ?? 0 }

    /// The stored number, or nil.
    @inlinable
    public static func _rlmGetPropertyOptional(_ object: ObjectBase, _ key: PropertyKey) -> Double? {
        object.double(key)
    }
}

extension String {
    /// The stored text; "" for null and unreadable values.
    @inlinable
    public static func _rlmGetProperty(_ object: ObjectBase, _ key: PropertyKey) -> String { object.text(key) ?? "" }

    /// The stored text, or nil.
    @inlinable
    public static func _rlmGetPropertyOptional(_ object: ObjectBase, _ key: PropertyKey) -> String? {
        object.text(key)
    }
}

extension Date {
    /// The stored point in time; the beginning of 1970 for null and unreadable values.
    @inlinable
    public static func _rlmGetProperty(_ object: ObjectBase, _ key: PropertyKey) -> Date {
        object.date(key) ?? Date(timeIntervalSince1970: 0)
    }

    /// The stored point in time, or nil.
    @inlinable
    public static func _rlmGetPropertyOptional(_ object: ObjectBase, _ key: PropertyKey) -> Date? {
        object.date(key)
    }
}
