/// Adds or creates nested objects, each linked by the one before, without exhausting the stack.
///
/// Down to a depth for which any stack has room, each object is completed at once, so that objects are created in the
/// order of the links. Deeper ones wait, with their row created, until the outermost object is complete.
final class NestedAdditions {
    private static let maximumDepth = 24
    private var depth = 0
    private var waiting: [() throws -> Void] = []

    /// Completes an object by `body`, now or before the outermost call returns.
    func run(_ body: @escaping () throws -> Void) throws {
        guard depth < NestedAdditions.maximumDepth else { return waiting.append(body) }
        depth += 1
        defer {
            depth -= 1
            // After an error, nothing is left for a later call to complete.
            if depth == 0 { waiting = [] }
        }
        try body()
        guard depth == 1 else { return }
        var next = 0
        while next < waiting.count {
            try waiting[next]()
            next += 1
            // Finished ones are released before all are done.
            if next == 1024 {
                waiting.removeFirst(next)
                next = 0
            }
        }
    }
}
