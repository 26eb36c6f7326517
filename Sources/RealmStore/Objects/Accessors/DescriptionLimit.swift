import Synchronization

/// Limits the text of objects and collections: in a damaged file a collection may contain itself, and links of an
/// intact one can lead to ever more objects.
final class DescriptionLimit: Sendable {
    /// The number of objects and collections that one description shows.
    private static let maximumCount = 100
    private static let maximumDepth = 32

    @TaskLocal private static var current: DescriptionLimit?

    private let state = Mutex((count: 0, depth: 0))

    /// The text that `body` creates for one object or collection, if the current description has room for it.
    static func text(_ body: () -> String) -> String {
        guard let limit = current else {
            return $current.withValue(DescriptionLimit()) { text(body) }
        }
        guard limit.enter() else { return "<Maximum depth exceeded>" }
        defer { limit.leave() }
        return body()
    }

    private func enter() -> Bool {
        state.withLock { state in
            guard state.count < DescriptionLimit.maximumCount, state.depth < DescriptionLimit.maximumDepth else {
                return false
            }
            state.count += 1
            state.depth += 1
            return true
        }
    }

    private func leave() { state.withLock { $0.depth -= 1 } }
}
