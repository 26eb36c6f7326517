// Running look-ups on the indexes.

extension IndexLookup {
    /// The number of objects, if an index knows it without listing them.
    func count(in table: Table, _ objects: ClusterTree) throws(FormatError) -> Int? {
        guard case .values(let column, let values) = self else { return nil }
        var count = 0
        for value in values { count += try table.matches(of: value, in: column, of: objects).count }
        return count
    }

    /// The objects, each once and with ascending keys, and the look-up that found them.
    ///
    /// - Returns: nil if there are more than `limit`, or that is unknown.
    func finds(in table: Table, limit: Int) throws(FormatError) -> (finds: IndexFinds, lookup: IndexLookup)? {
        let objects = try table.objects()
        if case .fewest(let lookups) = self { return try IndexLookup.fewest(of: lookups, table, objects, limit) }
        guard let found = try named(in: table, objects, limit: limit) else { return nil }
        return (found.sorted, self)
    }

    /// Testing so few objects is as fast as using another index.
    private static let fewEnough = 64

    private static func fewest(
        of lookups: [IndexLookup], _ table: Table, _ objects: ClusterTree, _ limit: Int
    ) throws(FormatError) -> (finds: IndexFinds, lookup: IndexLookup)? {
        var best: (finds: IndexFinds, lookup: IndexLookup)?
        for lookup in lookups {
            // To follow links backwards, all their targets are tested first.
            if let best, best.finds.count <= fewEnough || lookup.isLinks { break }
            let limit = best.map { $0.finds.count / 2 } ?? limit
            if let found = try lookup.named(in: table, objects, limit: limit) { best = (found, lookup) }
        }
        return best.map { ($0.finds.asCandidates.sorted, $0.lookup) }
    }

    private var isLinks: Bool { if case .links = self { true } else { false } }

    /// The objects, possibly with duplicates; nil if there are more than `limit`.
    private func named(
        in table: Table, _ objects: ClusterTree, limit: Int
    ) throws(FormatError) -> IndexFinds? {
        switch self {
        case .values(let column, let values):
            return try IndexLookup.keys(of: values, column, table, objects, limit).map { IndexFinds(certain: $0) }
        case .ints(let column, let range):
            // A scan tests some thousand ints in the time of one look-up.
            guard let numbers = range.numbers(limit: 16 + objects.count / 4096) else { return nil }
            return try IndexLookup.keys(of: numbers.map(Value.int), column, table, objects, limit)
                .map { IndexFinds(certain: $0) }
        case .range(let column, let range):
            return try range.finds(in: column.indexRoot, table.space, limit: limit)
        case .words(let column, let terms):
            return try terms.finds(in: column.indexRoot, table.space, limit: limit)
        case .links(let test): return try test.origins(limit: limit).map { IndexFinds(certain: $0) }
        case .fewest(let lookups):
            return try IndexLookup.fewest(of: lookups, table, objects, limit)?.finds
        case .union(let lookups):
            var found = IndexFinds()
            for lookup in lookups {
                guard let more = try lookup.named(in: table, objects, limit: limit - found.count) else { return nil }
                found += more
            }
            return found
        }
    }

    private static func keys(
        of values: [Value], _ column: Column, _ table: Table, _ objects: ClusterTree, _ limit: Int
    ) throws(FormatError) -> [ObjectKey]? {
        var found: [ObjectKey] = []
        for value in values {
            let matches = try table.matches(of: value, in: column, of: objects)
            guard found.count + matches.count <= limit else { return nil }
            try matches.forEach { found.append($0) }
        }
        return found
    }
}

extension SearchTerms {
    /// True if an index of words finds the objects; it cannot find those that lack a word.
    var isNameable: Bool { !words.isEmpty || !prefixes.isEmpty }

    /// True for required whole words: an index decides that.
    private var areOnlyWords: Bool { prefixes.isEmpty && excluded.isEmpty }

    /// The objects that an index of words finds: those with all whole words, or, if there are none, with one of the
    /// prefixes.
    ///
    /// - Returns: nil if there are more than `limit`.
    func finds(in index: Ref, _ space: NodeSpace, limit: Int) throws(FormatError) -> IndexFinds? {
        if words.isEmpty { return try objectsWithPrefix(in: index, space, limit) }
        let found = try objectsWithWords(in: index, space, limit)
        return found.map { areOnlyWords ? IndexFinds(certain: $0) : IndexFinds(doubtful: $0) }
    }

    private func objectsWithWords(
        in index: Ref, _ space: NodeSpace, _ limit: Int
    ) throws(FormatError) -> [ObjectKey]? {
        var lists: [IndexMatches] = []
        for word in words { lists.append(try SearchIndex(index, in: space).objects(withWord: word)) }
        lists.sort { $0.count < $1.count }
        guard let fewest = lists.first, fewest.count <= limit else { return nil }
        var found: [ObjectKey] = []
        try fewest.forEach { found.append($0) }
        for list in lists.dropFirst() where !found.isEmpty { found = try list.intersection(found) }
        return found
    }

    /// Uses the longest prefix.
    private func objectsWithPrefix(
        in index: Ref, _ space: NodeSpace, _ limit: Int
    ) throws(FormatError) -> IndexFinds? {
        guard let longest = prefixes.max(by: { $0.count < $1.count }), !longest.isEmpty else { return nil }
        return try IndexRange.beginning(with: longest).finds(in: index, space, limit: limit)?.asCandidates
    }
}

extension SearchIndex {
    /// The objects of an index of words that have a word.
    fileprivate func objects(withWord word: [UInt8]) throws(FormatError) -> IndexMatches {
        let matches = word.withUnsafeBytes { bytes in
            Result { () throws(FormatError) -> IndexMatches in
                guard let data = IndexData(.string(bytes)) else { return .none }
                return try IndexMatches(candidates(for: data), in: space)
            }
        }
        return try matches.get()
    }
}

extension IndexMatches {
    /// The ascending `keys` that are among the objects. The list of a word ascends, too.
    fileprivate func intersection(_ keys: [ObjectKey]) throws(FormatError) -> [ObjectKey] {
        var found: [ObjectKey] = []
        var next = 0
        try forEach { key in
            while next < keys.count, keys[next] < key { next += 1 }
            if next < keys.count, keys[next] == key { found.append(key) }
        }
        return found
    }
}
