import CSwiftRuntime

/// A serial executor of the Swift runtime: it runs the code of an actor. A custom executor may serve several actors.
struct ExecutorIdentity: Hashable, Sendable {
    /// The executor, which is the actor itself unless it has a custom executor. Never 0.
    let bits: UInt
    private let implementation: UInt

    init(_ executor: UnownedSerialExecutor) {
        self.init(unsafeBitCast(executor, to: SerialExecutorReference.self))
    }

    private init(_ reference: SerialExecutorReference) {
        (bits, implementation) = (UInt(reference.identity), UInt(reference.implementation))
    }

    /// The executor of the running code; nil outside of actors.
    static var current: ExecutorIdentity? {
        let identity = ExecutorIdentity(swift_task_getCurrentExecutor())
        return identity.bits == 0 ? nil : identity
    }

    /// True if this code is run by the executor, or by one that it considers equivalent.
    var isCurrent: Bool {
        UInt(swift_task_getCurrentExecutor().identity) == bits || swift_task_isCurrentExecutorWithFlags(reference, 0)
    }

    /// The executor's object, which must be alive.
    var object: any AnyObject & Sendable {
        guard let address = UnsafeRawPointer(bitPattern: bits) else { preconditionFailure("an executor is an object") }
        return Unmanaged.fromOpaque(address).takeUnretainedValue()
    }

    /// Valid while the executor lives.
    var executor: UnownedSerialExecutor { unsafeBitCast(reference, to: UnownedSerialExecutor.self) }

    private var reference: SerialExecutorReference {
        SerialExecutorReference(identity: uintptr_t(bits), implementation: uintptr_t(implementation))
    }
}
