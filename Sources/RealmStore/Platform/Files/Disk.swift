/// The calls by which files are changed. Everything a commit does to a disk goes through here, so that tests can count
/// the calls, let one of them fail, or record them. Reading does not.
package protocol Disk: Sendable {
    /// Writes all of `bytes`.
    func write(_ bytes: UnsafeRawBufferPointer, to file: borrowing FileDescriptor, at offset: Int) throws(SystemError)

    /// Gives the file blocks on the disk from `start` to `end`, so that writing there cannot fail for lack of space.
    /// New bytes are zero, old ones keep their content.
    func allocate(_ file: borrowing FileDescriptor, from start: Int, to end: Int) throws(SystemError)

    /// Truncates the file, or extends it with zeros.
    func resize(_ file: borrowing FileDescriptor, to byteCount: Int) throws(SystemError)

    /// Returns when everything written so far, and the size, would survive a power loss. A failure is final.
    func sync(_ file: borrowing FileDescriptor) throws(SystemError)

    /// Creates a new file; throws `EEXIST` if there is one.
    func create(_ name: String, in directory: Directory, mode: UInt32) throws(SystemError) -> FileDescriptor

    /// Gives the file another name, which must not exist.
    func move(_ name: String, toNew target: String, in directory: Directory) throws(SystemError)

    /// Gives the file another name, replacing any file that has it.
    func replace(_ target: String, with name: String, in directory: Directory) throws(SystemError)

    /// Removes a name, if it is there.
    func remove(_ name: String, from directory: Directory) throws(SystemError)

    /// Returns when created, changed and removed names of the directory would survive a power loss.
    func sync(_ directory: Directory) throws(SystemError)
}
