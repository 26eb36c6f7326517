import Foundation
import Glibc
import Testing

@testable import RealmStore
@testable import TestSupport

/// Calls that fail: the error is thrown, the file stays whole, and writing stops when it is unknown what was written.
@Suite("Writing: failing disks") struct FailingDiskTests {
    private let directory = StorageDirectory()

    private func model(_ number: Int) -> StorageModel {
        // Grows the file at each commit, so that there is a call that allocates.
        StorageModel(leaves: (0...number).map { [Int64](repeating: Int64($0) << 33, count: 1000) })
    }

    @Test(arguments: [(false, EIO), (false, ENOSPC), (true, EIO), (true, ENOSPC)])
    func `whichever call fails, the file is whole`(_ isEncrypted: Bool, _ number: Int32) throws {
        let key = isEncrypted ? StorageDirectory.key : nil
        let (old, new) = (model(3), model(40))
        for index in 0..<1000 {
            try? FileManager.default.removeItem(atPath: directory.file)
            // As far as the format can detect, an encrypted page is written completely or not at all.
            let disk = FailingDisk(unit: isEncrypted ? PageCipher.pageSize : 1)
            let database = try directory.open(key, disk: disk)
            try StorageModel.commit(old, to: database)
            disk.fail(call: index, number)
            do {
                try StorageModel.commit(new, to: database)
                #expect(disk.failed == nil)
                #expect(index > 3)
                return
            } catch let error as StorageError {
                #expect(error.kind == (number == ENOSPC ? .diskFull : .readOrWriteFailed))
            }
            let readable = try StorageModel.read(try database.newest())
            #expect([old, new].contains(readable))
            if case .allocate = disk.failed {
                #expect(!database.isWritingStopped)
                try checkTiling(try StorageModel.commit(model(5), to: database))
                continue
            }
            #expect(database.isWritingStopped)
            #expect { _ = try database.beginWrite() } throws: { ($0 as? StorageError)?.kind == .writingStopped }
            let reopened = try directory.open(key, creates: false)
            let snapshot = try reopened.newest()
            let found = try StorageModel.read(snapshot)
            #expect([old, new].contains(found), "call \(index)")
            try checkTiling(snapshot)
            try checkTiling(try StorageModel.commit(model(6), to: reopened))
        }
        Issue.record("the commit never succeeded")
    }

    @Test func `a file that cannot be made leaves nothing behind`() throws {
        for index in 0..<3 {
            let disk = FailingDisk()
            disk.fail(call: index, EIO)
            #expect(throws: StorageError.self) { _ = try directory.open(disk: disk) }
            let left = try FileManager.default.contentsOfDirectory(atPath: directory.path)
            #expect(left.filter { $0.hasSuffix(".new") }.isEmpty)
            try? FileManager.default.removeItem(atPath: directory.file)
        }
    }

    @Test func `the leftovers of a killed process are removed when the same file is created`() throws {
        let foreign = ["new", "12x.new", "12.news"].map { "\(directory.file).\($0)" }
        for path in foreign + ["\(directory.file).4711.new"] {
            try #require(FileManager.default.createFile(atPath: path, contents: Data([1])))
        }
        _ = try directory.open()
        let left = try FileManager.default.contentsOfDirectory(atPath: directory.path)
        #expect(!left.contains { $0.hasSuffix(".4711.new") })
        #expect(foreign.allSatisfy(FileManager.default.fileExists))
    }

    @Test func `a file that cannot be cut is committed to all the same`() throws {
        let disk = FailingDisk()
        let database = try directory.open(disk: disk)
        try StorageModel.commit(model(300), to: database)
        disk.failResizes()
        let full = try directory.bytes().count
        for number in 0..<8 { try StorageModel.commit(.numbered(number), to: database) }
        #expect(try directory.bytes().count == full)
        #expect(try #require(database.newest().top).logicalByteCount < full)
        #expect(!database.isWritingStopped)
        try checkTiling(database.newest())
    }
}
