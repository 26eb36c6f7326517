import Foundation
import RealmStore

@testable import TestSupport

/// An actor with its own Realm, on which loops over changes run.
actor ChangePlace {
    private let directory: TemporaryDirectory
    nonisolated let configuration: Realm.Configuration

    init() throws {
        directory = try TemporaryDirectory()
        configuration = Realm.Configuration(
            fileURL: directory.url.appendingPathComponent("changes.realm"), objectTypes: ModelRealm.types)
    }

    /// Runs `body` on the actor.
    func run<Result: Sendable>(
        _ body: @Sendable (isolated ChangePlace, Realm) async throws -> Result
    ) async throws -> Result {
        try await body(self, try await Realm(configuration: configuration))
    }

    /// Loops over changes in a separate task, on the actor.
    func watch<Collection: RandomAccessCollection>(
        _ changes: RealmChanges<RealmCollectionChange<Collection>>, _ seen: SeenChanges
    ) -> Task<Void, Never> {
        Task {
            // The task belongs to the actor that it mentions.
            _ = self
            for await change in changes { seen.all.append(text(change)) }
            seen.hasEnded = true
        }
    }

    /// Commits in a separate task, on the actor, once it is free.
    func writeLater(_ body: @escaping (Realm) -> Void) -> Task<Void, any Error> {
        Task {
            _ = self
            let realm = try await Realm(configuration: configuration)
            try realm.write { body(realm) }
        }
    }

    /// The number of versions of the file that are in use.
    nonisolated func versionsInUse() throws -> Int {
        try Realm.fileInfo(at: configuration.fileURL!).activeVersions ?? 0
    }

    /// Commits on a thread of its own.
    nonisolated func writeElsewhere(_ body: @escaping @Sendable (Realm) -> Void) throws {
        let configuration = configuration
        try onThread {
            let realm = try Realm(configuration: configuration)
            try realm.write { body(realm) }
        }
    }
}

/// The changes that the loops of a test saw, and whether they have ended. Belongs to the actor of the test.
final class SeenChanges {
    var all: [String] = []
    var hasEnded = false

    /// Waits until `condition` holds, or for ten seconds.
    func wait(isolation: isolated (any Actor)? = #isolation, until condition: (SeenChanges) -> Bool) async {
        for _ in 0..<2_000 where !condition(self) { try? await Task.sleep(for: .milliseconds(5)) }
    }
}

/// A change as a text: the number of elements that are shown, and the positions.
func text<Collection: RandomAccessCollection>(_ change: RealmCollectionChange<Collection>?) -> String {
    switch change {
    case .initial(let all): "initial of \(all.count)"
    case .update(let all, let deletions, let insertions, let modifications):
        "-\(deletions) +\(insertions) *\(modifications) of \(all.count)"
    case .error: "error"
    case nil: "end"
    }
}

/// A change of an object as a text: names with old and new values.
func text<Observed>(_ change: ObjectChange<Observed>?) -> String {
    switch change {
    case .change(_, let properties):
        properties.map { property in
            "\(property.name): \(property.oldValue.map { "\($0)" } ?? "-") \(property.newValue.map { "\($0)" } ?? "-")"
        }.joined(separator: ", ")
    case .deleted: "deleted"
    case .error: "error"
    case nil: "end"
    }
}

/// A change of sections as a text: places, and numbers of sections.
func text<Collection>(_ change: SectionedResultsChange<Collection>?) -> String {
    guard let change else { return "end" }
    guard case .update(_, let gone, let new, let set, let more, let less) = change else { return "initial" }
    let places = [gone, new, set].map { $0.map { "\($0.section).\($0.item)" }.joined(separator: " ") }
    return "-\(places[0]) +\(places[1]) *\(places[2]) +\(Array(more)) -\(Array(less))"
}
