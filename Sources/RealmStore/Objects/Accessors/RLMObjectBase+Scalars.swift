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

// MARK: - Replacing

/// Replacing single values of a managed object in their place: bytes of a leaf that the open write transaction owns, in
/// which it has replaced a value before. Everything else is stored by `store`.
extension RLMObjectBase {
    /// The cached values of a property that may be replaced in their place, and what is recorded of that. None of it
    /// needs a reference count, unlike the cluster, which would be retained while a value is replaced.
    @inline(__always)
    private final func replaceable(
        _ property: PropertyKey
    ) -> (leaf: ScalarLeaf, row: Int, column: ColumnKey, table: TableKey)? {
        // The transaction is still open: its end is another placement.
        guard let near, let column = near.cluster.replaceable(property) else { return nil }
        return (near.cluster.scalar(property), near.row, column, near.cluster.tableKey)
    }

    /// Replaces the value of a property by `replace`, which gets the leaf and the row; false if it did not.
    @inline(__always)
    private final func replace(_ property: PropertyKey, _ replace: (ScalarLeaf, Int) -> Bool) -> Bool {
        guard let found = replaceable(property), replace(found.leaf, found.row) else { return false }
        session?.noteReplacement(in: found.column, of: key, in: found.table)
        return true
    }

    @usableFromInline
    final func replace(_ property: PropertyKey, integer value: Int64?) -> Bool {
        replace(property) { leaf, row in
            switch leaf {
            case .int(let numbers): value.map { numbers.replace(row, with: $0) } ?? false
            case .optionalInt(let numbers): numbers.replace(row, with: value)
            default: false
            }
        }
    }

    @usableFromInline
    final func replace(_ property: PropertyKey, boolean value: Bool?) -> Bool {
        guard let value else { return false }
        return replace(property) { leaf, row in
            if case .bool(let values) = leaf { values.replace(row, with: value) } else { false }
        }
    }

    @usableFromInline
    final func replace(_ property: PropertyKey, double value: Double?) -> Bool {
        guard let value else { return false }
        return replace(property) { leaf, row in
            guard case .double(let numbers) = leaf else { return false }
            numbers.replace(row, with: value)
            return true
        }
    }

    @usableFromInline
    final func replace(_ property: PropertyKey, date value: Date?) -> Bool {
        guard let value else { return false }
        return replace(property) { leaf, row in
            if case .timestamp(let times) = leaf { times.replace(row, with: Timestamp(value)) } else { false }
        }
    }
}

extension _Integer {
    /// Replaces the number of a property in its place, or does nothing and returns false.
    @inlinable
    public static func _rlmReplace(_ object: ObjectBase, _ key: PropertyKey, _ value: Self?) -> Bool {
        guard let value else { return object.replace(key, integer: nil) }
        return object.replace(key, integer: Int64(value))
    }
}

extension Bool {
    /// Replaces the value of a property in its place, or does nothing and returns false.
    @inlinable
    public static func _rlmReplace(_ object: ObjectBase, _ key: PropertyKey, _ value: Bool?) -> Bool {
        object.replace(key, boolean: value)
    }
}

extension Double {
    /// Replaces the number of a property in its place, or does nothing and returns false.
    @inlinable
    public static func _rlmReplace(_ object: ObjectBase, _ key: PropertyKey, _ value: Double?) -> Bool {
        object.replace(key, double: value)
    }
}

extension Date {
    /// Replaces the point in time of a property in its place, or does nothing and returns false.
    @inlinable
    public static func _rlmReplace(_ object: ObjectBase, _ key: PropertyKey, _ value: Date?) -> Bool {
        object.replace(key, date: value)
    }
}

extension Session {
    /// Records that a value of the write transaction was replaced in its place.
    @inline(__always)
    fileprivate func noteReplacement(in column: ColumnKey, of key: ObjectKey, in table: TableKey) {
        recording?.use { $0.set(column, of: key, in: table) }
        noteChange(inPlace: true)
    }
}
