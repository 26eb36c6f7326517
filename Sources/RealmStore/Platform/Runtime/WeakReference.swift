import CSwiftRuntime

/// A weak reference for objects that are retained often.
///
/// Swift's own moves the counts of an object to a table of their own for good, after which each retain and release
/// takes about five times as long. This keeps the memory of the object, as an unowned reference does, not the object.
///
/// A class: of a structure, the compiler may drop the unowned reference, which nothing reads, and with it the memory.
final class WeakReference<Object: AnyObject & Sendable>: Sendable {
    private unowned let memory: Object
    private let address: UInt

    init(_ object: Object) {
        memory = object
        address = UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque())
    }

    /// The object; nil once its last strong reference is gone.
    var object: Object? {
        // Nothing may free the memory in between.
        withExtendedLifetime(self) {
            guard let retained = swift_tryRetain(UnsafeMutableRawPointer(bitPattern: address)) else { return nil }
            return Unmanaged<Object>.fromOpaque(retained).takeRetainedValue()
        }
    }
}
