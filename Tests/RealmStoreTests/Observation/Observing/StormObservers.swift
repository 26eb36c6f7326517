import Foundation
import RealmStore

/// The observers of a storm: on run loops, queues and actors, and in loops over changes.
///
/// Each has a Realm of its own, and is stopped before the storm is judged.
final class StormObservers: @unchecked Sendable {
    let sights = (0..<8).map { StormSight(StormObservers.names[$0]) }
    private let configuration: Realm.Configuration
    private let place = StormPlace()
    private var queues: [QueueObserver] = []
    private var threads: [Thread] = []
    private var tasks: [Task<Void, Never>] = []

    private static let names = [
        "all, on a run loop", "sorted, on a run loop", "filtered, on a queue", "by links, on a queue",
        "a list, on a queue that refreshes by hand", "integers, on an actor", "distinct, on an actor", "a loop",
    ]

    /// The expected elements of each sight.
    static func expected(in realm: Realm) -> [[String]] {
        [
            StormSight.texts(all(realm)), StormSight.texts(sorted(realm)), StormSight.texts(filtered(realm)),
            StormSight.texts(linked(realm)), StormSight.texts(first(realm).items), StormSight.texts(first(realm).ints),
            StormSight.texts(distinct(realm)), StormSight.texts(filteredAndSorted(realm)),
        ]
    }

    init(_ configuration: Realm.Configuration) { self.configuration = configuration }

    // MARK: Collections

    private static func all(_ realm: Realm) -> Results<NotifyItem> { realm.objects(NotifyItem.self) }

    private static func sorted(_ realm: Realm) -> Results<NotifyItem> {
        all(realm).sorted(by: [SortDescriptor(keyPath: "s", ascending: false), "n", "_id"])
    }

    private static func filtered(_ realm: Realm) -> Results<NotifyItem> { all(realm).where { $0.n > 2 } }

    private static func linked(_ realm: Realm) -> Results<NotifyItem> {
        all(realm).filter("next.n > 2 OR ANY items.n == 1")
    }

    private static func distinct(_ realm: Realm) -> Results<NotifyItem> { all(realm).distinct(by: ["n"]) }

    private static func filteredAndSorted(_ realm: Realm) -> Results<NotifyItem> {
        all(realm).where { $0.n < 4 }.sorted(byKeyPath: "_id", ascending: false)
    }

    private static func first(_ realm: Realm) -> NotifyItem {
        realm.object(ofType: NotifyItem.self, forPrimaryKey: 0)!
    }

    // MARK: Beginning and ending

    func begin() async throws {
        threads = [
            runLoop { StormObservers.all($0).observe(self.sights[0].note) },
            runLoop { StormObservers.sorted($0).observe(self.sights[1].note) },
        ]
        queues = try [
            QueueObserver(configuration) { StormObservers.filtered($0).observe(self.sights[2].note) },
            QueueObserver(configuration) { StormObservers.linked($0).observe(self.sights[3].note) },
            QueueObserver(configuration, refreshesByHand: true) {
                StormObservers.first($0).items.observe(self.sights[4].note)
            },
        ]
        let (ints, few) = (sights[5], sights[6])
        try await place.observe(configuration) { place, realm in
            [
                await StormObservers.first(realm).ints.observe(on: place) { _, change in ints.note(change) },
                await StormObservers.distinct(realm).observe(on: place) { _, change in few.note(change) },
            ]
        }
        tasks = [await place.loop(configuration, StormObservers.filteredAndSorted, sights[7])]
    }

    /// Ends all observations, and the Realms that they were in.
    func end() async {
        for thread in threads { thread.cancel() }
        for queue in queues { queue.end() }
        for task in tasks { task.cancel() }
        for task in tasks { await task.value }
        await place.end()
        for thread in threads {
            while !thread.isFinished { try? await Task.sleep(for: .milliseconds(5)) }
        }
    }

    private func runLoop(_ observe: @escaping @Sendable (Realm) -> NotificationToken) -> Thread {
        let configuration = configuration
        let thread = Thread {
            autoreleasepool {
                let observer = LoopObserver()
                // What is observed belongs to a loop that runs.
                RunLoop.current.perform { observer.begin(configuration, observe) }
                while !Thread.current.isCancelled {
                    _ = RunLoop.current.run(mode: .default, before: Date() + 0.02)
                }
                observer.token?.invalidate()
            }
        }
        thread.start()
        return thread
    }
}

/// An observer whose Realm belongs to a thread.
private final class LoopObserver: @unchecked Sendable {
    private var realm: Realm?
    private(set) var token: NotificationToken?

    func begin(_ configuration: Realm.Configuration, _ observe: (Realm) -> NotificationToken) {
        realm = try? Realm(configuration: configuration)
        token = realm.map(observe)
    }
}

/// An observer whose Realm belongs to a queue.
private final class QueueObserver: @unchecked Sendable {
    private let queue = DispatchQueue(label: "storm")
    private var realm: Realm?
    private var token: NotificationToken?

    init(
        _ configuration: Realm.Configuration, refreshesByHand: Bool = false, _ observe: (Realm) -> NotificationToken
    ) throws {
        try queue.sync {
            let realm = try Realm(configuration: configuration, queue: queue)
            realm.autorefresh = !refreshesByHand
            (self.realm, token) = (realm, observe(realm))
        }
        if refreshesByHand { refresh() }
    }

    private func refresh() {
        queue.asyncAfter(deadline: .now() + .milliseconds(.random(in: 1...40))) { [self] in
            guard let realm else { return }
            _ = realm.refresh()
            refresh()
        }
    }

    func end() {
        queue.sync {
            token?.invalidate()
            (realm, token) = (nil, nil)
        }
    }
}

/// An actor that observes.
private actor StormPlace {
    private var realm: Realm?
    private var tokens: [NotificationToken] = []

    func observe(
        _ configuration: Realm.Configuration,
        _ begin: @Sendable (isolated StormPlace, Realm) async -> [NotificationToken]
    ) async throws {
        let realm = try await Realm(configuration: configuration, actor: self)
        self.realm = realm
        tokens = await begin(self, realm)
    }

    func loop(
        _ configuration: Realm.Configuration, _ results: @escaping @Sendable (Realm) -> Results<NotifyItem>,
        _ sight: StormSight
    ) -> Task<Void, Never> {
        Task {
            guard let realm = try? await Realm(configuration: configuration, actor: self) else { return }
            for await change in results(realm).changes() { sight.note(change) }
        }
    }

    func end() {
        for token in tokens { token.invalidate() }
        (realm, tokens) = (nil, [])
    }
}
