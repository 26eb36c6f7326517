import CSwiftRuntime

/// A task of the Swift runtime.
struct TaskIdentity: Hashable, Sendable {
    private let bits: UInt
    /// Unique in the process, even after this task's memory is reused for another.
    private let number: UInt64

    /// The task that runs this code; nil outside of tasks.
    static var current: TaskIdentity? {
        let bits = swift_task_getCurrent()
        return bits == 0 ? nil : TaskIdentity(bits: UInt(bits), number: swift_task_getJobTaskId(bits))
    }

    /// True if this code is run by the task; by another task in the same memory only after this one has ended.
    var isCurrent: Bool { UInt(swift_task_getCurrent()) == bits }
}
