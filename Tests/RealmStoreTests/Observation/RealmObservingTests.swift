import Foundation
import RealmStore
import Synchronization
import Testing

@testable import TestSupport

@Suite("Observing a Realm") struct RealmObservingTests {
    /// The reports to a Realm's observer.
    private final class News {
        var all: [Realm.Notification] = []
    }

    private func observe(_ realm: Realm) -> (NotificationToken, News) {
        let news = News()
        return (realm.observe { notification, _ in news.all.append(notification) }, news)
    }

    /// Adds a dog on another thread.
    private func commitElsewhere(_ configuration: Realm.Configuration) throws {
        try onThread {
            let realm = try Realm(configuration: configuration)
            try realm.write { realm.add(ModelDog()) }
        }
    }

    @Test func `an observer is told of each commit before commitWrite returns`() throws {
        let models = try ModelRealm()
        let (token, news) = observe(models.realm)
        try models.realm.write { models.realm.add(ModelDog()) }
        try models.realm.write {}
        #expect(news.all == [.didChange, .didChange])
        #expect(token.invalidate())
    }

    @Test func `an observer is not told of a cancelled transaction`() throws {
        let models = try ModelRealm()
        let (token, news) = observe(models.realm)
        models.realm.beginWrite()
        models.realm.add(ModelDog())
        models.realm.cancelWrite()
        #expect(news.all.isEmpty)
        token.invalidate()
    }

    @Test func `an observer sees the Realm as it is after the commit`() throws {
        let models = try ModelRealm()
        var counts: [Int] = []
        let token = models.realm.observe { _, realm in counts.append(realm.objects(ModelDog.self).count) }
        try models.realm.write { models.realm.add(ModelDog()) }
        #expect(counts == [1])
        token.invalidate()
    }

    @Test func `an observer is told when its Realm goes to what others committed`() throws {
        let models = try ModelRealm()
        models.realm.autorefresh = false
        let (token, news) = observe(models.realm)
        try commitElsewhere(models.configuration)
        #expect(models.realm.refresh())
        #expect(!models.realm.refresh())
        #expect(news.all == [.didChange])
        token.invalidate()
    }

    @Test func `a write transaction tells of what others committed before it`() throws {
        let models = try ModelRealm()
        models.realm.autorefresh = false
        let (token, news) = observe(models.realm)
        try commitElsewhere(models.configuration)
        models.realm.beginWrite()
        #expect(news.all == [.didChange])
        models.realm.cancelWrite()
        token.invalidate()
    }

    @Test func `a Realm that stays at its version is told that there is a newer one`() throws {
        let models = try ModelRealm()
        let (configuration, queue) = (models.configuration, DispatchQueue(label: "observing"))
        let seen = Mutex<[Realm.Notification]>([])
        let observed = try queue.sync {
            let realm = try Realm(configuration: configuration, queue: queue)
            realm.autorefresh = false
            let token = realm.observe { notification, _ in seen.withLock { $0.append(notification) } }
            return Unchecked(content: (realm, token))
        }
        // The queue must run one turn before the Realm can be notified.
        queue.sync {}
        try models.realm.write { models.realm.add(ModelDog()) }
        for _ in 0..<500 where seen.withLock({ $0.isEmpty }) { Thread.sleep(forTimeInterval: 0.02) }
        // The watch of the file may look at the same commit again.
        for _ in 0..<10 { queue.sync { Thread.sleep(forTimeInterval: 0.02) } }
        #expect(seen.withLock { $0 } == [.refreshRequired])
        queue.sync { _ = observed.content.1.invalidate() }
    }

    @Test func `a block that is told of a newer version may advance to it`() throws {
        let models = try ModelRealm()
        let (configuration, queue) = (models.configuration, DispatchQueue(label: "observing"))
        let seen = Mutex<[Bool]>([])
        let observed = try queue.sync {
            let realm = try Realm(configuration: configuration, queue: queue)
            realm.autorefresh = false
            let token = realm.observe { notification, realm in
                guard notification == .refreshRequired else { return }
                let isNew = realm.refresh() && realm.objects(ModelDog.self).count == 1
                seen.withLock { $0.append(isNew) }
            }
            return Unchecked(content: (realm, token))
        }
        // The queue must run one turn before the Realm can be notified.
        queue.sync {}
        try models.realm.write { models.realm.add(ModelDog()) }
        for _ in 0..<500 where seen.withLock({ $0.isEmpty }) { Thread.sleep(forTimeInterval: 0.02) }
        #expect(seen.withLock { $0.first } == true)
        queue.sync { _ = observed.content.1.invalidate() }
    }

    @Test func `a commit can be hidden from an observer`() throws {
        let models = try ModelRealm()
        let (first, firstNews) = observe(models.realm)
        let (second, secondNews) = observe(models.realm)
        try models.realm.write(withoutNotifying: [first]) { models.realm.add(ModelDog()) }
        #expect(firstNews.all.isEmpty)
        #expect(secondNews.all == [.didChange])
        first.invalidate()
        second.invalidate()
    }

    @Test func `an invalidated token ends the observation`() throws {
        let models = try ModelRealm()
        let (token, news) = observe(models.realm)
        #expect(token.invalidate())
        #expect(!token.invalidate())
        try models.realm.write {}
        #expect(news.all.isEmpty)
    }

    @Test func `an observation ends with its token`() throws {
        let models = try ModelRealm()
        let news = News()
        var token: NotificationToken? = models.realm.observe { notification, _ in news.all.append(notification) }
        _ = token
        token = nil
        try models.realm.write {}
        #expect(news.all.isEmpty)
    }

    @Test func `a token made by hand is of nothing`() {
        #expect(!NotificationToken().invalidate())
    }

    @Test func `an observer may write and is not told of that`() throws {
        let models = try ModelRealm()
        var calls = 0
        let token = models.realm.observe { _, realm in
            calls += 1
            do { try realm.write { realm.add(ModelDog()) } } catch { Issue.record(error) }
        }
        try models.realm.write {}
        #expect(calls == 1)
        #expect(models.realm.objects(ModelDog.self).count == 1)
        token.invalidate()
    }

    @Test func `an observer may end another observation`() throws {
        let models = try ModelRealm()
        var second: NotificationToken?
        let first = models.realm.observe { _, _ in second?.invalidate() }
        let news = News()
        second = models.realm.observe { notification, _ in news.all.append(notification) }
        try models.realm.write {}
        #expect(news.all.isEmpty)
        first.invalidate()
    }

    @Test func `observing a frozen Realm traps`() async {
        await #expect(processExitsWith: .failure) {
            let models = try ModelRealm()
            _ = models.realm.freeze().observe { _, _ in }
        }
    }

    @Test func `observing in a write transaction traps`() async {
        await #expect(processExitsWith: .failure) {
            let models = try ModelRealm()
            models.realm.beginWrite()
            _ = models.realm.observe { _, _ in }
        }
    }

    @Test func `hiding a commit from an observer of another Realm traps`() async {
        await #expect(processExitsWith: .failure) {
            let (models, others) = (try ModelRealm(), try ModelRealm())
            let token = others.realm.observe { _, _ in }
            try models.realm.write(withoutNotifying: [token]) {}
        }
    }
}
