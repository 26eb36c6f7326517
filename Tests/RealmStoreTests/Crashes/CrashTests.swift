import Foundation
import Testing

@testable import RealmStore
@testable import TestSupport

/// A power loss at any moment leaves the old version or the new one, complete.
@Suite("Writing: crashes") struct CrashTests {
    private let directory = StorageDirectory()

    /// Commits, and the content of the file by the number of disk calls.
    private struct History {
        var images: CrashImages
        var states: [(calls: Int, model: StorageModel)]
    }

    /// Records the disk calls of `body` on a file with some content; it appends a state once that is durable.
    private func record(
        _ key: EncryptionKey?, _ seed: UInt64,
        _ body: (Database, inout StorageModel, inout SeededGenerator, _ isDurable: (StorageModel) -> Void) throws ->
            Void
    ) throws -> History {
        var random = SeededGenerator(seed: seed)
        var model = StorageModel()
        do {
            let database = try directory.open(key)
            for _ in 0..<20 { try model.changeAndCommit(database, using: &random, largest: 60) }
        }
        let base = try directory.bytes()
        let disk = RecordingDisk()
        let database = try directory.open(key, disk: disk)
        var states = [(0, model)]
        try body(database, &model, &random) { states.append((disk.calls.count, $0)) }
        let images = CrashImages(base: base, calls: disk.calls, isEncrypted: key != nil)
        return History(images: images, states: states)
    }

    private func record(_ key: EncryptionKey?, _ seed: UInt64, commits: Int) throws -> History {
        try record(key, seed) { database, model, random, isDurable in
            var pinned: [Snapshot] = []
            for round in 0..<commits {
                if round == commits / 2 {
                    model.leaves.append([Int64](repeating: 1 << 40, count: 1000))
                    try StorageModel.commit(model, to: database)
                } else {
                    try model.changeAndCommit(database, using: &random, largest: 60)
                }
                if round % 3 == 0 { pinned.append(try database.newest()) }
                if pinned.count > 2 { pinned.removeFirst() }
                isDurable(model)
            }
        }
    }

    /// The same with commits that become durable in groups.
    private func recordGroups(_ key: EncryptionKey?, _ seed: UInt64, groups: Int) throws -> History {
        try record(key, seed) { database, model, random, isDurable in
            var pinned: [Snapshot] = []
            for _ in 0..<groups {
                let turn = try database.takeTurn()
                for round in 0..<Int.random(in: 1...5, using: &random) {
                    let snapshot = try model.changeAndPlace(in: turn, using: &random, largest: 60)
                    if round % 2 == 0 { pinned.append(snapshot) }
                    if pinned.count > 2 { pinned.removeFirst() }
                }
                try turn.finish()
                isDurable(model)
            }
        }
    }

    /// Opens an image, which must hold one of `models`; commits once more if `continues`.
    private func check(
        _ image: [UInt8], _ key: EncryptionKey?, _ models: [StorageModel], continues: Bool, _ what: Comment
    ) throws {
        let copy = StorageDirectory()
        try copy.write(image)
        let database = try copy.open(key, creates: false)
        let snapshot = try database.newest()
        let found = try StorageModel.read(snapshot)
        #expect(models.contains(found), what)
        try checkTiling(snapshot)
        guard continues else { return }
        let next = StorageModel.numbered(99)
        try checkTiling(try StorageModel.commit(next, to: database))
        let reopened = try StorageModel.read(try copy.open(key, creates: false).newest())
        #expect(reopened == next, what)
    }

    @Test(arguments: [false, true]) func `every image of a crash holds a whole version`(_ isEncrypted: Bool) throws {
        let key = isEncrypted ? StorageDirectory.key : nil
        let seed = UInt64.random(in: 0...UInt64.max)
        try checkImages(of: record(key, seed, commits: 12), key, seed)
    }

    @Test(arguments: [false, true])
    func `of a group every image of a crash holds all commits or none`(_ isEncrypted: Bool) throws {
        let key = isEncrypted ? StorageDirectory.key : nil
        let seed = UInt64.random(in: 0...UInt64.max)
        try checkImages(of: recordGroups(key, seed, groups: 6), key, seed)
    }

    private func checkImages(of history: History, _ key: EncryptionKey?, _ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for count in 0...history.images.calls.count {
            let last = history.states.lastIndex { $0.calls <= count } ?? 0
            let models = history.states[last...].prefix(2).map(\.model)
            let losses: [CrashImages.Loss] = [.nothing, .everything] + [.random, .random, .random, .random]
            for (index, loss) in losses.enumerated() {
                let image = history.images.image(after: count, loss, using: &random)
                try check(
                    image, key, models, continues: index % 3 == count % 3,
                    "seed \(seed), after call \(count), loss \(index)")
            }
        }
    }

    @Test(arguments: [false, true]) func `a commit that returned is durable`(_ isEncrypted: Bool) throws {
        let key = isEncrypted ? StorageDirectory.key : nil
        let seed = UInt64.random(in: 0...UInt64.max)
        let history = try record(key, seed, commits: 8)
        var random = SeededGenerator(seed: seed)
        for state in history.states {
            let image = history.images.image(after: state.calls, .everything, using: &random)
            try check(image, key, [state.model], continues: false, "seed \(seed), after call \(state.calls)")
        }
    }

    @Test func `a commit to a plain file has two durability points`() throws {
        let history = try record(nil, 1, commits: 1)
        let calls = history.images.calls
        #expect(calls.count { $0 == .sync } == 2)
        #expect(calls.last == .sync)
        guard case .write(let offset, let bytes) = calls[calls.count - 2] else {
            Issue.record("no write before the last sync")
            return
        }
        #expect(offset == 23)
        #expect(bytes.count == 1)
    }

    @Test func `a commit to an encrypted file has three durability points`() throws {
        let history = try record(StorageDirectory.key, 1, commits: 1)
        #expect(history.images.calls.count { $0 == .sync } == 3)
    }

    @Test func `no byte is written twice between two syncs of an encrypted file`() throws {
        let history = try record(StorageDirectory.key, 2, commits: 10)
        var written = Set<Int>()
        for call in history.images.calls {
            switch call {
            case .sync: written = []
            case .write(let offset, let bytes):
                for unit in offset / 64..<(offset + bytes.count) / 64 { #expect(written.insert(unit).inserted) }
            default: break
            }
        }
    }

    @Test func `making a file leaves a whole one or none`() throws {
        let disk = RecordingDisk()
        _ = try directory.open(disk: disk)
        #expect(disk.calls == [.create, .move, .syncDirectory])
    }
}
