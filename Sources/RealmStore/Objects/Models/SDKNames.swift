import Foundation

// Names used by code written for the SDK that have no other place here.

/// A queue of Dispatch, as the Objective-C face spells it.
public typealias dispatch_queue_t = DispatchQueue

/// Converts a loosely typed value. Traps if that is impossible.
public func dynamicBridgeCast<T>(fromObjectiveC x: Any) -> T {
    if let type = T.self as? any _ObjcBridgeable.Type, let value = type._rlmFromObjc(x, insideOptional: false) as? T {
        return value
    }
    guard let value = x as? T else { misuse("Could not convert value '\(x)' to type '\(T.self)'.") }
    return value
}

/// A value as it is stored, loosely typed.
public func dynamicBridgeCast<T>(fromSwift x: T) -> Any { (x as? any _ObjcBridgeable)?._rlmObjcValue ?? x }

extension NSNumber: _HasPersistedType {
    /// Stored as itself.
    public typealias PersistedType = NSNumber

    /// Any number.
    public static func _rlmFromObjc(_ value: Any, insideOptional: Bool) -> Self? {
        if let value = value as? Self { return value }
        guard let double = Double._rlmFromObjc(value, insideOptional: false) else { return nil }
        return NSNumber(value: double) as? Self
    }
}

extension NSDate: _HasPersistedType {
    /// Stored as itself.
    public typealias PersistedType = NSDate

    /// Any date.
    public static func _rlmFromObjc(_ value: Any, insideOptional: Bool) -> Self? {
        (value as? Date).flatMap { NSDate(timeIntervalSinceReferenceDate: $0.timeIntervalSinceReferenceDate) as? Self }
    }
}
