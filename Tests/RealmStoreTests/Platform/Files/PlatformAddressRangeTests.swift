import Foundation
import TestSupport
import Testing

@testable import RealmStore

@Suite("Platform: address ranges") struct PlatformAddressRangeTests {
    private func scratch(_ bytes: [UInt8]) throws -> FileDescriptor {
        let file = try FileDescriptor.scratch(in: FileDescriptor.scratchDirectory)
        try file.write(bytes, at: 0)
        return file
    }

    private func bytes(_ range: AddressRange, _ offset: Int, _ count: Int) -> [UInt8] {
        Array(UnsafeRawBufferPointer(start: range.base + offset, count: count))
    }

    @Test func `half a tebibyte or more is reserved for the first files, and given back`() async {
        await #expect(processExitsWith: .success) {
            // Together more than the address space of a process.
            for _ in 0..<400 {
                let ranges = try [AddressRange(atLeast: 1), AddressRange(atLeast: 1)]
                guard ranges.allSatisfy({ $0.byteCount >= 1 << 39 }) else { exit(2) }
                let bases = ranges.map { Int(bitPattern: $0.base) }
                guard abs(bases[0] - bases[1]) >= 1 << 39 else { exit(3) }
            }
        }
    }

    @Test func `many files leave address space to others, and have some to grow`() async {
        await #expect(processExitsWith: .success) {
            let ranges = try (0..<300).map { _ in try AddressRange(atLeast: 1) }
            guard ranges.allSatisfy({ $0.byteCount >= 1 << 33 }) else { exit(2) }
            let others = mmap(nil, 1 << 45, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
            exit(others != MAP_FAILED ? EXIT_SUCCESS : 3)
        }
    }

    @Test func `a range takes no place in a core file`() throws {
        let range = try AddressRange(atLeast: 1)
        let maps = try ProcessMaps.lines("smaps")
        let address = UInt(bitPattern: range.base)
        let map = try #require(maps.firstIndex { ProcessMaps.addresses($0)?.contains(address) ?? false })
        let flags = try #require(maps[map...].first { $0.hasPrefix("VmFlags:") })
        // "Do not dump", as proc(5) calls it.
        #expect(flags.split(separator: " ").contains("dd"))
    }

    @Test func `an exact range has whole pages`() throws {
        let page = Int(sysconf(Int32(_SC_PAGESIZE)))
        #expect(try AddressRange(exactly: 0).byteCount == page)
        #expect(try AddressRange(exactly: page + 1).byteCount == 2 * page)
    }

    @Test(arguments: [Int.max, Int.max - 4096, 1 << 60])
    func `more than the address space is an error`(_ byteCount: Int) {
        let error = #expect(throws: SystemError.self) { try AddressRange(atLeast: byteCount) }
        #expect(error?.meaning == .outOfMemory)
    }

    @Test func `where address space is limited, less is reserved`() async {
        await #expect(processExitsWith: .success) {
            var limit = rlimit(rlim_cur: 64 << 30, rlim_max: 64 << 30)
            guard setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit) == 0 else { exit(2) }
            let small = try AddressRange(atLeast: 1)
            let exact = try AddressRange(atLeast: 20 << 30)
            exit(small.byteCount == 512 << 20 && exact.byteCount == 20 << 30 ? EXIT_SUCCESS : 3)
        }
    }

    @Test func `writes to a mapped file are visible`() throws {
        let file = try scratch([1, 2, 3])
        let range = try AddressRange(atLeast: 3)
        try range.mapFile(file, byteCount: 3)
        #expect(bytes(range, 0, 4) == [1, 2, 3, 0])
        try file.write([9], at: 1)
        #expect(bytes(range, 0, 3) == [1, 9, 3])
    }

    @Test func `a file that grew is mapped where it was`() throws {
        let file = try scratch([1, 2, 3])
        let range = try AddressRange(atLeast: 3)
        try range.mapFile(file, byteCount: 3)
        let base = range.base
        try file.write([7], at: 100_000)
        try range.mapFile(file, byteCount: 100_001)
        #expect(range.base == base)
        #expect(bytes(range, 0, 3) == [1, 2, 3])
        #expect(bytes(range, 100_000, 1) == [7])
    }

    @Test func `allocated memory is zero and can be written`() throws {
        let range = try AddressRange(atLeast: 10_000)
        _ = try range.allocate(byteCount: 10_000, at: 0)
        #expect(bytes(range, 0, 10_000).allSatisfy { $0 == 0 })
        UnsafeMutableRawPointer(mutating: range.base).storeBytes(of: 5, toByteOffset: 9_999, as: UInt8.self)
        #expect(bytes(range, 9_999, 1) == [5])
    }

    @Test func `memory allocated over a mapping is not the file's`() throws {
        let file = try scratch([1, 2, 3])
        let range = try AddressRange(atLeast: 3)
        try range.mapFile(file, byteCount: 3)
        _ = try range.allocate(byteCount: 3, at: 0)
        #expect(bytes(range, 0, 3) == [0, 0, 0])
        #expect(try file.bytes(3, at: 0) == [1, 2, 3])
    }

    @Test func `nothing can be put in nothing`() throws {
        let range = try AddressRange(exactly: 1)
        let file = try scratch([])
        #expect(throws: Never.self) { try range.mapFile(file, byteCount: 0) }
    }

    @Test func `a request larger than the range is an error`() throws {
        let range = try AddressRange(exactly: 1)
        let file = try scratch([1])
        #expect(throws: SystemError("mmap", ENOMEM)) { try range.mapFile(file, byteCount: range.byteCount + 1) }
        #expect(throws: SystemError("mmap", ENOMEM)) { try range.allocate(byteCount: range.byteCount + 1, at: 0) }
    }

    @Test func `reserved memory reads as zeros`() throws {
        let range = try AddressRange(atLeast: 1)
        #expect(range.base.load(fromByteOffset: range.byteCount - 8, as: UInt64.self) == 0)
    }

    @Test func `reserved memory cannot be written`() async {
        await #expect(processExitsWith: .signal(SIGSEGV)) {
            signal(SIGSEGV, SIG_DFL)
            let range = try AddressRange(atLeast: 1)
            UnsafeMutableRawPointer(mutating: range.base).storeBytes(of: 1, as: UInt8.self)
        }
    }
}
