/// Tells whether an object has exactly one reference: strong, weak or unowned ones of anybody else would count.
///
/// `isKnownUniquelyReferenced` ignores weak and unowned ones.
enum SoleReference {
    /// The reference counts in the header of a new object with one reference. Weak references move them elsewhere.
    private static let counts: UInt64 = {
        var probe = Probe.make()
        return counts(of: &probe)
    }()

    private final class Probe {
        /// Not inlined: the compiler would put the object on the stack, where it is counted differently.
        @inline(never)
        static func make() -> Probe { Probe() }
    }

    /// Whether `object` is the only reference to its object.
    static func isSole<Object: AnyObject>(_ object: inout Object) -> Bool {
        isKnownUniquelyReferenced(&object) && counts(of: &object) == counts
    }

    /// The word behind the pointer to the class, where the runtime counts. Reading it counts nothing itself.
    private static func counts<Object: AnyObject>(of object: inout Object) -> UInt64 {
        withUnsafeBytes(of: &object) { reference in
            let header = reference.load(as: UnsafeRawPointer.self)
            return header.load(fromByteOffset: MemoryLayout<UnsafeRawPointer>.size, as: UInt64.self)
        }
    }
}
