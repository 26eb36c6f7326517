import RealmStore

/// The key by which objects of two files are matched: nearly always one value.
///
/// A view: valid as long as the snapshots it was read from.
struct DiffKey {
    let first: Value
    let rest: [Value]

    var hash: Int {
        var hash = ValueOrder.hash(of: first)
        for value in rest { hash = (hash &* 31) ^ ValueOrder.hash(of: value) }
        return hash
    }

    func isSame(as other: DiffKey) -> Bool {
        guard first.isIdentical(to: other.first), rest.count == other.rest.count else { return false }
        return zip(rest, other.rest).allSatisfy { $0.isIdentical(to: $1) }
    }

    /// An order in which equal keys of one class are adjacent.
    func precedes(_ other: DiffKey) -> Bool {
        for (value, other) in zip([first] + rest, [other.first] + other.rest) {
            let order = ValueOrder.compare(value, other)
            if order != 0 { return order < 0 }
        }
        return false
    }
}
