/// The name that was probably meant by a misspelt one.
enum NearestName {
    /// Nil if none is close.
    static func of(_ word: String, among names: [String]) -> String? {
        let ranked = names.map { (distance: distance(word.lowercased(), $0.lowercased()), name: $0) }
        return ranked.filter { $0.distance <= max(1, word.count / 3) }.min { $0 < $1 }?.name
    }

    /// The number of letters to change, add, drop, or swap with the next.
    private static func distance(_ first: String, _ second: String) -> Int {
        let (first, second) = (Array(first.utf8.prefix(64)), Array(second.utf8.prefix(256)))
        var rows = [Array(0...second.count)]
        for (index, letter) in first.enumerated() {
            var row = [index + 1]
            for (column, other) in second.enumerated() {
                var least = min(
                    rows[index][column] + (letter == other ? 0 : 1), rows[index][column + 1] + 1, row[column] + 1)
                if index > 0, column > 0, letter == second[column - 1], first[index - 1] == other {
                    least = min(least, rows[index - 1][column - 1] + 1)
                }
                row.append(least)
            }
            rows.append(row)
        }
        return rows[first.count][second.count]
    }
}
