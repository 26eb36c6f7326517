import Foundation

/// Allows casts both ways, as for Foundation's own errors: `catch let error as NSError`, which the compiler treats as a
/// catch of everything, and `nsError as? Realm.Error`.
extension RLMError: _ObjectiveCBridgeable {
    /// The same domain, code and `userInfo`.
    public func _bridgeToObjectiveC() -> NSError { _nsError }

    /// The error for an `NSError`; nil if it is of another domain.
    public static func _conditionallyBridgeFromObjectiveC(_ source: NSError, result: inout RLMError?) -> Bool {
        result = source.domain == RLMErrorDomain ? RLMError(_nsError: source) : nil
        return result != nil
    }

    /// The same for a cast that must not fail; traps for an error of another domain.
    public static func _forceBridgeFromObjectiveC(_ source: NSError, result: inout RLMError?) {
        result = _unconditionallyBridgeFromObjectiveC(source)
    }

    /// The same for a cast that must not fail; traps for nil, and for an error of another domain.
    public static func _unconditionallyBridgeFromObjectiveC(_ source: NSError?) -> RLMError {
        require(source?.domain == RLMErrorDomain, "Only an NSError of the domain '\(RLMErrorDomain)' is a Realm.Error.")
        return RLMError(_nsError: source ?? RLMError.callFailed._nsError)
    }
}
