import Foundation
import RealmStore
import Synchronization

/// One observed collection of a storm, and what follows from the changes that its observer was told.
///
/// The law: the elements before, without the deleted, with the inserted, are the elements after, but for modified ones.
final class StormSight: Sendable {
    let name: String
    private let state = Mutex(State())

    private struct State {
        var rows: [String]?
        var problem: String?
        var updates = 0
    }

    init(_ name: String) { self.name = name }

    /// The first violation of the law.
    var problem: String? { state.withLock { $0.problem } }

    /// The elements as they were told last.
    var rows: [String]? { state.withLock { $0.rows } }

    /// The number of changes after the initial one.
    var updates: Int { state.withLock { $0.updates } }

    func note<Collection: RealmCollection>(_ change: RealmCollectionChange<Collection>) {
        state.withLock { state in
            guard state.problem == nil else { return }
            switch change {
            case .initial(let all):
                if state.rows != nil { state.problem = "\(name): a second initial call" }
                state.rows = StormSight.texts(all)
            case .update(let all, let deletions, let insertions, let modifications):
                let after = StormSight.texts(all)
                state.problem = StormSight.violation(
                    state.rows, after, deletions: deletions, insertions: insertions, modifications: modifications
                ).map { "\(name), change \(state.updates): \($0)" }
                state.rows = after
                state.updates += 1
            case .error(let error): state.problem = "\(name): \(error)"
            }
        }
    }

    static func texts<Collection: RealmCollection>(_ all: Collection) -> [String] {
        all.map { element in
            guard let item = element as? NotifyItem else { return "\(element)" }
            return "\(item._id):\(item.n):\(item.s)"
        }
    }

    private static func violation(
        _ before: [String]?, _ after: [String], deletions: [Int], insertions: [Int], modifications: [Int]
    ) -> String? {
        let told = "-\(deletions) +\(insertions) *\(modifications)"
        guard let before else { return "\(told) before the initial call" }
        let (gone, modified) = (Set(deletions), Set(modifications))
        guard gone.isDisjoint(with: modified) else { return "\(told): deleted and modified" }
        // Of modified elements only the place is known.
        var rows: [String?] = []
        for (index, row) in before.enumerated() where !gone.contains(index) {
            rows.append(modified.contains(index) ? nil : row)
        }
        for position in insertions {
            guard position <= rows.count else { return "\(told): \(before) has no place for them" }
            rows.insert(nil, at: position)
        }
        let agrees = rows.count == after.count && zip(rows, after).allSatisfy { $0 == nil || $0 == $1 }
        return agrees ? nil : "\(told): \(before) did not become \(after)"
    }
}
