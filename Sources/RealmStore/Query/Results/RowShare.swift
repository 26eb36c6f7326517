/// The rows of an order that somebody needs.
enum RowShare: Hashable {
    case all
    /// So many at the start, or all if there are fewer.
    case leading(Int)
    /// So many at the end, or all if there are fewer.
    case trailing(Int)

    /// The number of rows; nil for all.
    var count: Int? {
        switch self {
        case .all: nil
        case .leading(let count), .trailing(let count): count
        }
    }

    /// Whether they are the last ones.
    var isAtEnd: Bool { if case .trailing = self { true } else { false } }

    /// The rows for messages.
    var text: String {
        switch self {
        case .all: "all"
        case .leading(let count): "the first \(count)"
        case .trailing(let count): "the last \(count)"
        }
    }

    /// The rows needed before a limit to the first ones.
    func limited(to limit: Int) -> RowShare {
        if case .leading(let count) = self { .leading(min(count, limit)) } else { .leading(limit) }
    }

    /// The needed ones of rows in their order.
    func part(of keys: [ObjectKey]) -> [ObjectKey] {
        switch self {
        case .all: keys
        case .leading(let count): Array(keys.prefix(count))
        case .trailing(let count): Array(keys.suffix(count))
        }
    }
}
