/// Adds or makes objects within each other, each of which is linked to by the one before, without using up the stack.
///
/// Down to a depth that any stack has room for each object is completed where it is met, so that objects come to be in
/// the order of the links. What lies deeper waits, with its row made and known, until the outermost object is complete.
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
            // After an error nothing is left that a later call would complete.
            if depth == 0 { waiting = [] }
        }
        try body()
        guard depth == 1 else { return }
        var next = 0
        while next < waiting.count {
            try waiting[next]()
            next += 1
            // What is done is let go of before all is.
            if next == 1024 {
                waiting.removeFirst(next)
                next = 0
            }
        }
    }
}
