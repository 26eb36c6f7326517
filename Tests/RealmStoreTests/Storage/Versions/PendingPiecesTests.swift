import Testing

@testable import RealmStore
@testable import TestSupport

@Suite("Writing: pieces of a commit") struct PendingPiecesTests {
    private let directory = StorageDirectory()
    private let disk = RecordingDisk()

    /// A file of 16 KiB, whose bytes say where they are.
    private func file() throws -> (WritableFile, [UInt8]) {
        let bytes = (0..<1 << 14).map { UInt8(truncatingIfNeeded: ($0 &* 7) &+ ($0 >> 8)) }
        try directory.write(bytes)
        let contents = try FileContents(
            directory.file, FileDescriptor.open(directory.file, .readOnly), key: nil, isWritten: true)
        let lock = SessionLock(file: try Database.privateLockFile(directory.file))
        let participant = try Participant(lock, directory.file, isAlone: true)
        let file = try FileDescriptor.open(directory.file, .readWrite)
        return (WritableFile(contents, file, disk, participant), bytes)
    }

    /// Writes pieces of the given lengths at the given positions, all of one byte.
    private func write(_ pieces: [(position: Int, byteCount: Int)], _ byte: UInt8 = 0xEE) throws -> [Range<Int>] {
        let (file, before) = try file()
        let pending = PendingPieces(file)
        var wanted = before
        for (position, byteCount) in pieces {
            let room = try pending.room(for: byteCount, at: position)
            room.initializeMemory(as: UInt8.self, repeating: byte, count: byteCount)
            for index in position..<position + byteCount { wanted[index] = byte }
        }
        #expect(disk.calls.isEmpty)
        try pending.flush()
        #expect(try directory.bytes() == wanted)
        return disk.takeCalls().compactMap { call in
            guard case .write(let offset, let bytes) = call else { return nil }
            return offset..<offset + bytes.count
        }
    }

    @Test func `pieces of one page are written together, and what is between them stays`() throws {
        #expect(try write([(104, 24), (4000, 40), (1024, 8)]) == [104..<4040])
    }

    @Test func `pieces of different pages are written alone, in the order of the file`() throws {
        #expect(try write([(8192, 16), (104, 24), (4096, 8)]) == [104..<128, 4096..<4104, 8192..<8208])
    }

    @Test func `pieces that touch are written together across the border of a page`() throws {
        #expect(try write([(4000, 96), (4096, 104), (5000, 8)]) == [4000..<5008])
    }

    @Test func `a piece that is longer than the buffer is written whole`() throws {
        let (file, _) = try file()
        try file.allocate(plainByteCount: 1 << 22)
        let pending = PendingPieces(file)
        let byteCount = 1 << 21
        for position in [1 << 14, (1 << 14) + byteCount] {
            try pending.room(for: byteCount, at: position).initializeMemory(
                as: UInt8.self, repeating: 1, count: byteCount)
        }
        try pending.flush()
        let written = try directory.bytes()
        #expect(written[(1 << 14)..<(1 << 14) + 2 * byteCount].allSatisfy { $0 == 1 })
    }

    @Test func `dropped pieces are not written`() throws {
        let (file, before) = try file()
        let pending = PendingPieces(file)
        try pending.room(for: 8, at: 64).storeBytes(of: 0, as: UInt64.self)
        pending.drop()
        try pending.flush()
        #expect(try directory.bytes() == before)
    }
}
