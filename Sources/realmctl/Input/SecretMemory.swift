import Foundation
import Glibc

/// Memory for keys, and for the text that they are read from: zeroed as soon as it is no longer needed.
enum SecretMemory {
    /// Data of at most that many bytes, written by `fill`; zeroed when its last copy is released.
    ///
    /// - Parameter fill: returns the number of bytes written.
    static func data(
        _ capacity: Int, _ fill: (UnsafeMutableRawBufferPointer) throws -> Int
    ) rethrows -> Data {
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: max(1, capacity), alignment: 16)
        let count: Int
        do { count = try fill(memory) } catch {
            erase(memory)
            throw error
        }
        guard let start = memory.baseAddress else { return Data() }
        return Data(
            bytesNoCopy: start, count: count,
            deallocator: .custom { pointer, _ in
                erase(UnsafeMutableRawBufferPointer(start: pointer, count: max(1, capacity)))
            })
    }

    /// A copy of the bytes.
    static func data(_ bytes: some Collection<UInt8>) -> Data {
        data(bytes.count) { memory in
            memory.copyBytes(from: bytes)
            return bytes.count
        }
    }

    private static func erase(_ memory: UnsafeMutableRawBufferPointer) {
        if let start = memory.baseAddress { explicit_bzero(start, memory.count) }
        memory.deallocate()
    }

    /// Prevents core files of this process, and reading its memory by anyone but root. Must be called before a key is
    /// read or generated: the engine and libcrypto hold it, too.
    static func keepOutOfCoreFiles() { _ = processControl(setDumpable, 0, 0, 0, 0) }

    /// `PR_SET_DUMPABLE`.
    private static let setDumpable: CInt = 4
}

/// A Linux call missing from Glibc's module.
@_silgen_name("prctl")
private func processControl(
    _ option: CInt, _ first: CUnsignedLong, _ second: CUnsignedLong, _ third: CUnsignedLong, _ fourth: CUnsignedLong
) -> CInt
