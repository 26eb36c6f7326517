import Foundation

// Names that code written for the SDK uses, and that have no place of their own here.

/// A queue of Dispatch, as the Objective-C face spells it.
public typealias dispatch_queue_t = DispatchQueue

extension Realm {
    /// The errors of this library.
    public typealias Error = RLMError
}
