import Foundation
import Testing

@testable import RealmStore
@testable import TestSupport

/// Changes that others committed, computed on the worker of the file before the Realm goes to their version.
@Suite("Observing: changes computed ahead") struct AheadChangesTests {
    private let directory: TemporaryDirectory
    private let configuration: Realm.Configuration
    private let queue = DispatchQueue(label: "ahead")
    private let told = Told()

    init() throws {
        directory = try TemporaryDirectory()
        configuration = Realm.Configuration(
            fileURL: directory.url.appendingPathComponent("ahead.realm"), objectTypes: ModelRealm.types)
        try add(1)
        let told = told
        try onQueue { realm in
            told.realm = realm
            told.token = realm.objects(ModelDog.self).observe { told.add($0) }
        }
        // The initial call, and the following of commits.
        for _ in 0..<3 { queue.sync {} }
    }

    private final class Told: @unchecked Sendable {
        var all: [String] = []
        var realm: Realm?
        var token: NotificationToken?

        func add(_ change: RealmCollectionChange<Results<ModelDog>>) {
            all.append(text(change))
        }
    }

    private func onQueue(_ body: (Realm) throws -> Void) throws {
        try queue.sync { try body(Realm(configuration: configuration, queue: queue)) }
    }

    private func add(_ count: Int) throws {
        let configuration = configuration
        try onThread {
            let realm = try Realm(configuration: configuration)
            try realm.write { for _ in 0..<count { realm.add(ModelDog()) } }
        }
    }

    /// Commits elsewhere, and begins to compute the changes; the queue is busy meanwhile, so that nothing is told.
    private func withChangesAhead(_ body: (Realm) throws -> Void) throws {
        try onQueue { realm in
            try add(1)
            realm.session.followCommits()
            let ahead = try #require(realm.session.observations.ahead)
            ahead.wait()
            #expect(realm.objects(ModelDog.self).count == 1)
            #expect(told.all == ["initial of 1"])
            try body(realm)
        }
    }

    @Test func `the Realm stays at its version until the changes are told`() throws {
        try withChangesAhead { _ in }
        for _ in 0..<1_000 where queue.sync(execute: { told.all.count }) < 2 { Thread.sleep(forTimeInterval: 0.005) }
        try onQueue { realm in
            #expect(told.all == ["initial of 1", "-[] +[1] *[] of 2"])
            #expect(realm.objects(ModelDog.self).count == 2)
        }
    }

    @Test func `refresh tells them, and then what came later`() throws {
        try withChangesAhead { realm in
            try add(2)
            #expect(realm.refresh())
            #expect(told.all == ["initial of 1", "-[] +[1] *[] of 2", "-[] +[2, 3] *[] of 4"])
        }
    }

    @Test func `the begin of a write transaction tells them, before and not in it`() throws {
        try withChangesAhead { realm in
            try realm.write { #expect(told.all == ["initial of 1", "-[] +[1] *[] of 2"]) }
        }
    }

    @Test func `an observer of the Realm that writes is told in between`() throws {
        try withChangesAhead { realm in
            let token = realm.observe { _, realm in
                guard realm.objects(ModelDog.self).count == 2 else { return }
                try? realm.write { realm.add(ModelDog()) }
            }
            #expect(realm.refresh())
            #expect(told.all.prefix(2) == ["initial of 1", "-[] +[1] *[] of 2"])
            token.invalidate()
        }
        for _ in 0..<2 { queue.sync {} }
        #expect(queue.sync { told.all } == ["initial of 1", "-[] +[1] *[] of 2", "-[] +[2] *[] of 3"])
    }

    @Test func `a Realm that is invalidated tells them before, and goes on afterwards`() throws {
        try withChangesAhead { realm in
            realm.invalidate()
            #expect(told.all == ["initial of 1", "-[] +[1] *[] of 2"])
        }
    }

    @Test func `a Realm that no longer refreshes by itself tells them, and stays there`() throws {
        try withChangesAhead { realm in
            realm.autorefresh = false
            #expect(told.all == ["initial of 1", "-[] +[1] *[] of 2"])
            try add(1)
            realm.session.followCommits()
            #expect(realm.session.observations.ahead == nil)
            #expect(realm.objects(ModelDog.self).count == 2)
        }
    }

    @Test func `an observation that has ended meanwhile is not told`() throws {
        try withChangesAhead { realm in
            told.token?.invalidate()
            #expect(realm.refresh())
            #expect(told.all == ["initial of 1"])
        }
    }

    @Test func `one that begins meanwhile is told of later changes only`() throws {
        let late = Told()
        try withChangesAhead { realm in
            late.token = realm.objects(ModelDog.self).observe { late.add($0) }
            #expect(realm.refresh())
            #expect(late.all == ["initial of 2"])
            try add(1)
            #expect(realm.refresh())
        }
        #expect(late.all == ["initial of 2", "-[] +[2] *[] of 3"])
    }

    @Test func `what a block keeps is released where the Realm lives`() throws {
        final class Kept: Sendable {
            private let queue: DispatchQueue
            private let released: DispatchSemaphore

            init(_ queue: DispatchQueue, _ released: DispatchSemaphore) {
                (self.queue, self.released) = (queue, released)
            }

            deinit {
                dispatchPrecondition(condition: .onQueue(queue))
                released.signal()
            }
        }
        let released = DispatchSemaphore(value: 0)
        try onQueue { realm in
            let kept = Kept(queue, released)
            let token = realm.objects(ModelDog.self).observe { _ in _ = kept }
            #expect(realm.refresh() == false)
            try add(1)
            realm.session.followCommits()
            #expect(realm.session.observations.ahead != nil)
            token.invalidate()
        }
        #expect(released.wait(timeout: .now() + 10) == .success)
    }

    @Test func `the block that names sections is called where the Realm lives`() throws {
        let queue = queue
        let sections = Told()
        try onQueue { realm in
            let sectioned = realm.objects(ModelDog.self).sectioned(sortDescriptors: [SortDescriptor(keyPath: "age")]) {
                dispatchPrecondition(condition: .onQueue(queue))
                return $0.age
            }
            sections.token = sectioned.observe { sections.all.append(text($0)) }
            _ = realm.refresh()
        }
        try withChangesAhead { realm in
            #expect(realm.refresh())
            #expect(sections.all == ["initial", "- +0.1 * +[] -[]"])
        }
    }

    @Test func `no version stays in use`() throws {
        for count in 1...20 {
            try add(1)
            for _ in 0..<1_000 where queue.sync(execute: { told.all.count }) <= count {
                Thread.sleep(forTimeInterval: 0.002)
            }
        }
        #expect(queue.sync { told.all.count } == 21)
        #expect(try Realm.fileInfo(at: configuration.fileURL!).activeVersions == 1)
    }

    @Test func `no version stays in use by an actor`() async throws {
        let place = try ChangePlace()
        let told = Told()
        let count = try await place.run { place, realm in
            let token = await realm.objects(ModelDog.self).observe(on: place) { _, change in told.add(change) }
            for count in 1...20 {
                try place.writeElsewhere { $0.add(ModelDog()) }
                for _ in 0..<1_000 where told.all.count <= count { try await Task.sleep(for: .milliseconds(2)) }
            }
            token.invalidate()
            return told.all.count
        }
        #expect(count == 21)
        #expect(try place.versionsInUse() == 1)
    }

    @Test func `no version stays in use by a run loop`() throws {
        let (configuration, told) = (configuration, told)
        let thread = Thread {
            let loop = Told()
            RunLoop.current.perform {
                loop.realm = try? Realm(configuration: configuration)
                loop.token = loop.realm?.objects(ModelDog.self).observe { loop.add($0) }
            }
            while !Thread.current.isCancelled { _ = RunLoop.current.run(mode: .default, before: Date() + 0.02) }
        }
        thread.start()
        for count in 1...20 {
            try add(1)
            for _ in 0..<1_000 where queue.sync(execute: { told.all.count }) <= count {
                Thread.sleep(forTimeInterval: 0.002)
            }
        }
        Thread.sleep(forTimeInterval: 0.2)
        #expect(try Realm.fileInfo(at: configuration.fileURL!).activeVersions == 1)
        thread.cancel()
    }

    @Test func `a run loop that ends before its changes are told keeps neither them nor the Realm`() throws {
        final class Seen: @unchecked Sendable {
            weak var changes: AheadChanges?
            weak var session: Session?
        }
        let (configuration, seen, ended) = (configuration, Seen(), DispatchSemaphore(value: 0))
        Thread {
            autoreleasepool {
                let loop = Told()
                RunLoop.current.perform {
                    loop.realm = try? Realm(configuration: configuration)
                    loop.token = loop.realm?.objects(ModelDog.self).observe { [weak loop] in loop?.add($0) }
                    _ = loop.realm?.refresh()
                }
                for _ in 0..<3_000 where loop.all.isEmpty {
                    _ = RunLoop.current.run(mode: .default, before: Date() + 0.02)
                }
                // From here on the loop does not run.
                try? self.add(1)
                seen.session = loop.realm?.session
                seen.session?.followCommits()
                seen.changes = seen.session?.observations.ahead
                #expect(seen.changes != nil)
                Thread.sleep(forTimeInterval: 0.1)
                #expect(loop.all.count == 1)
            }
            ended.signal()
        }.start()
        ended.wait()
        for _ in 0..<12_000 where seen.changes != nil || seen.session != nil { Thread.sleep(forTimeInterval: 0.005) }
        #expect(seen.changes == nil && seen.session == nil)
    }

    @Test func `without observers the Realm goes to the newest version at once`() throws {
        try onQueue { realm in
            told.token?.invalidate()
            try add(1)
            realm.session.followCommits()
            #expect(realm.session.observations.ahead == nil)
            #expect(realm.objects(ModelDog.self).count == 2)
        }
    }
}
