import RealmStore

/// Collections of Foundation and of this module, where the Objective-C runtime would enumerate them.
///
/// Foundation does not have the protocol on this platform.
public protocol NSFastEnumeration {}

extension NSArray: NSFastEnumeration {}
extension NSSet: NSFastEnumeration {}
extension NSOrderedSet: NSFastEnumeration {}
extension NSDictionary: NSFastEnumeration {}
extension Array: NSFastEnumeration {}
extension Set: NSFastEnumeration {}
extension Dictionary: NSFastEnumeration {}
