import Foundation
import TestSupport
import Testing

@testable import RealmStore

/// The reports of Realm Core's notifiers in random histories.
@Suite struct NotifyCaseTests {
    @Test func `every observer is told what Realm Core tells`() throws {
        let path = ProcessInfo.processInfo.environment["REALMSTORE_NOTIFY_CASES"]
        let document =
            try path.map { try JSONText(Data(contentsOf: URL(fileURLWithPath: $0))) }
            ?? JSONText(Fixture.document("notify_cases.json"))
        var (answers, wrong) = (0, 0)
        for item in document["cases"]?.items ?? [] {
            let name = item["name"]?.text ?? ""
            do {
                for found in try problems(of: item, &answers) {
                    wrong += 1
                    if wrong <= 40 { Issue.record("\(name): \(found)") }
                }
            } catch {
                Issue.record("\(name): \(error)")
            }
        }
        print("\(answers) answers of Realm Core, \(wrong) of them otherwise")
        #expect(answers > 1000)
    }

    private func problems(of item: JSONText, _ answers: inout Int) throws -> [String] {
        let realm = try NotifyRealm.make()
        let writer = NotifyWriter(realm: realm)
        try realm.write { for operation in item["initial"]?.items ?? [] { try writer.run(operation) } }
        let things = item["observe"]?.items ?? []
        var old = realm.session.frozen()
        var observers: [(NotifyObserver, JSONText)] = []
        for thing in things {
            guard let made = try NotifyObserver(thing, in: writer, realm.session) else { continue }
            try made.start(old)
            observers.append((made, thing))
        }
        var problems: [String] = []
        for (number, step) in (item["steps"]?.items ?? []).enumerated() {
            var changesets: [[UInt8]] = []
            for transaction in step["transactions"]?.items ?? [] {
                try realm.write { for operation in transaction.items { try writer.run(operation) } }
                let snapshot = realm.session.group.snapshot
                changesets += try #require(try snapshot.changesets(after: snapshot.version - 1))
            }
            let new = realm.session.frozen()
            var touched = TouchedObjects(watching: observers.compactMap(\.0.watched))
            for changeset in changesets { try touched.add(changeset) }
            for (observer, thing) in observers {
                let wanted = NotifyObserver.expected(step["expect"]?[observer.id], thing)
                let told = try observer.told(old, new, touched)
                answers += 1
                if told != wanted {
                    let core = "\(wanted ?? "") [\(step["expect"]?[observer.id] ?? .null)]"
                    problems.append("step \(number), \(thing): told \(told), Core \(core)")
                }
            }
            old = new
        }
        return problems
    }
}
