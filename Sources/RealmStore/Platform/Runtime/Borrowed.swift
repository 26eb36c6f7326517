/// A reference that is not counted, for an operation so short that counting would take most of its time.
///
/// Whoever has it knows that another reference keeps the object alive whenever it is used.
struct Borrowed<Object: AnyObject> {
    private let object: Unmanaged<Object>

    init(_ object: Object) { self.object = Unmanaged.passUnretained(object) }

    /// Calls `body` with the object, which it must not keep.
    @inline(__always)
    func use<Result>(_ body: (Object) -> Result) -> Result { object._withUnsafeGuaranteedRef(body) }
}
