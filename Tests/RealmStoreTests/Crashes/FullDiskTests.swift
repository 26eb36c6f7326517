import Foundation
import Glibc
import Testing

@testable import RealmStore

/// Full disks: small file systems in memory, which only root may mount.
@Suite("Writing: full disks") struct FullDiskTests {
    /// A file system of 4 MiB.
    private final class SmallDisk {
        let path: String
        let file: String
        private static let byteCount = 4 << 20

        /// Nil, with a message, if it cannot be mounted.
        init?() {
            path = FileManager.default.temporaryDirectory.appendingPathComponent("small-\(UUID().uuidString)").path
            file = "\(path)/test.realm"
            try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
            guard mount("realmstore", path, "tmpfs", 0, "size=\(SmallDisk.byteCount)") == 0 else {
                print("skipped: no file system can be mounted (\(String(cString: strerror(errno))))")
                rmdir(path)
                return nil
            }
        }

        deinit {
            umount2(path, Int32(MNT_DETACH))
            rmdir(path)
        }

        /// Takes all space but `byteCount` bytes.
        func fill(leaving byteCount: Int) throws {
            let ballast = try FileDescriptor.open("\(path)/ballast", .readWrite, create: 0o600)
            var status = statvfs()
            statvfs(path, &status)
            let free = Int(status.f_bavail) * Int(status.f_frsize)
            let present = try ballast.status().byteCount
            if free > byteCount { try ballast.allocate(from: present, to: present + free - byteCount) }
        }

        func empty() { unlink("\(path)/ballast") }
    }

    private func open(_ disk: SmallDisk, _ key: EncryptionKey?) throws -> Database {
        var options = Database.Options()
        options.key = key
        options.isShared = false
        return try Database.open(disk.file, options)
    }

    private func large(_ number: Int) -> StorageModel {
        StorageModel(leaves: (0..<number).map { [Int64](repeating: Int64($0 + number) << 33, count: 1000) })
    }

    @Test(arguments: [false, true])
    func `a commit to a full disk fails, and the next one works once there is room`(_ isEncrypted: Bool) throws {
        let key = isEncrypted ? StorageDirectory.key : nil
        for round in 0..<6 {
            guard let disk = SmallDisk() else { return }
            let database = try open(disk, key)
            let old = large(10 + round)
            try StorageModel.commit(old, to: database)
            // Too little space for the commits that follow: from nothing to some pages.
            try disk.fill(leaving: round * 4096)
            #expect {
                try StorageModel.commit(large(200), to: database)
            } throws: { ($0 as? StorageError)?.kind == .diskFull }
            #expect(!database.isWritingStopped)
            let kept = try StorageModel.read(database.newest())
            #expect(kept == old, "round \(round)")
            let reopened = try StorageModel.read(open(disk, key).newest())
            #expect(reopened == old, "round \(round)")
            try checkTiling(database.newest())
            disk.empty()
            try checkTiling(try StorageModel.commit(large(200), to: database))
            #expect(try StorageModel.read(open(disk, key).newest()) == large(200))
        }
    }

    @Test(arguments: [false, true]) func `a file is read on a full disk, or refused`(_ isEncrypted: Bool) throws {
        guard let disk = SmallDisk() else { return }
        let key = isEncrypted ? StorageDirectory.key : nil
        try StorageModel.commit(large(20), to: open(disk, key))
        unlink(disk.file + ".lock")
        for pages in 0..<4 {
            try disk.fill(leaving: pages * 4096)
            do {
                let database = try open(disk, key)
                #expect(try StorageModel.read(database.newest()) == large(20))
            } catch let error as StorageError {
                #expect(error.kind == .diskFull, "\(error)")
            }
            disk.empty()
        }
        try checkTiling(try StorageModel.commit(large(30), to: open(disk, key)))
    }

    @Test(arguments: [false, true]) func `a file that has no room is not made`(_ isEncrypted: Bool) throws {
        guard let disk = SmallDisk() else { return }
        for pages in 0..<3 {
            try disk.fill(leaving: pages * 4096)
            do {
                _ = try open(disk, isEncrypted ? StorageDirectory.key : nil)
                #expect(pages > 1)
            } catch let error as StorageError {
                #expect(error.kind == .diskFull, "\(error)")
                #expect(!FileManager.default.fileExists(atPath: disk.file))
            }
            disk.empty()
        }
    }
}
