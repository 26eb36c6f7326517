/// A query that cannot be understood, or refers to something missing from the class.
package struct PredicateError: Error, Hashable, Sendable {
    /// Bytes of UTF-8 before the place in the text; nil for a query without text.
    package let offset: Int?
    /// The expected and the actual content.
    package let message: String
    /// Suggested names, the nearest first.
    package let suggestions: [String]

    @inline(never)
    package init(_ message: String, at offset: Int? = nil, suggestions: [String] = []) {
        self.message = message
        self.offset = offset
        self.suggestions = suggestions
    }
}

extension PredicateError: CustomStringConvertible {
    package var description: String {
        let place = offset.map { " (at offset \($0))" } ?? ""
        guard let first = suggestions.first else { return message + place }
        let others = suggestions.dropFirst().map { ", '\($0)'" }.joined()
        return "\(message)\(place); did you mean '\(first)'\(others)?"
    }
}

/// The reason why a query cannot be prepared: the query, or the file.
package enum QueryError: Error, Hashable, Sendable {
    case predicate(PredicateError)
    case damaged(FormatError)
}

extension PredicateError {
    /// The names nearest to `name`, at most three, each differing in at most a third.
    package static func suggestions(for name: String, among names: [String]) -> [String] {
        let wanted = Array(name.lowercased().utf8.prefix(64))
        let limit = max(1, wanted.count / 3)
        // A property may be known by two equal names.
        let ranked = Set(names).map { (name: $0, distance: distance(wanted, Array($0.lowercased().utf8.prefix(64)))) }
        return ranked.filter { $0.distance <= limit && $0.name != name }
            .sorted { ($0.distance, $0.name) < ($1.distance, $1.name) }.prefix(3).map(\.name)
    }

    /// The number of letters to change, add, drop, or swap with the next.
    private static func distance(_ first: [UInt8], _ second: [UInt8]) -> Int {
        var rowBefore: [Int] = []
        var row = Array(0...second.count)
        for (index, letter) in first.enumerated() {
            var next = [index + 1]
            next.reserveCapacity(second.count + 1)
            for column in 0..<second.count {
                let changed = row[column] + (letter == second[column] ? 0 : 1)
                var least = min(changed, row[column + 1] + 1, next[column] + 1)
                if index > 0, column > 0, letter == second[column - 1], first[index - 1] == second[column] {
                    least = min(least, rowBefore[column - 1] + 1)
                }
                next.append(least)
            }
            (rowBefore, row) = (row, next)
        }
        return row[second.count]
    }
}
