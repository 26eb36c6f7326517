import Foundation
import Glibc

/// Memory for keys, and for the text that they are read from: zeroed as soon as nobody needs it.
enum SecretMemory {
    /// Data of that many bytes at most, which `fill` writes; zeroed when its last copy goes.
    ///
    /// - Parameter fill: returns how many bytes it has written.
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

    /// From now on no core file is written of this process, and nobody but root reads its memory. To be called before a
    /// key is read or made: the engine and libcrypto hold it, too.
    static func keepOutOfCoreFiles() { _ = processControl(setDumpable, 0, 0, 0, 0) }

    /// `PR_SET_DUMPABLE`.
    private static let setDumpable: CInt = 4
}

/// A Linux call that Glibc's module leaves out.
@_silgen_name("prctl")
private func processControl(
    _ option: CInt, _ first: CUnsignedLong, _ second: CUnsignedLong, _ third: CUnsignedLong, _ fourth: CUnsignedLong
) -> CInt
