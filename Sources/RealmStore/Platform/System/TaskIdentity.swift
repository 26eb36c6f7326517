import CSwiftConcurrency

/// A task of the Swift runtime.
struct TaskIdentity: Hashable, Sendable {
    private let bits: UInt
    /// No other task of the process has it, also later, when this one's memory may be another's.
    private let number: UInt64

    /// The task that runs this code; nil outside of tasks.
    static var current: TaskIdentity? {
        let bits = swift_task_getCurrent()
        return bits == 0 ? nil : TaskIdentity(bits: UInt(bits), number: swift_task_getJobTaskId(bits))
    }

    /// True if this code is run by the task; by another one in its memory only after it has ended.
    var isCurrent: Bool { UInt(swift_task_getCurrent()) == bits }
}
