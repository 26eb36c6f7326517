import RealmStore

/// Matches objects at different places of two files, by a hash table of their keys.
///
/// Among objects that share a key, which is possible only with user-defined keys, the first of one file is matched with
/// the first of the other, and so on. Large classes are matched in several passes over a part of the hashes each, so
/// that the table has a bounded size.
struct DiffJoin {
    let pair: DiffClass
    let leaves: DiffLeaves
    /// The maximum number of objects in the table; changed only by tests.
    var passSize = 1 << 22

    init(_ pair: DiffClass, _ leaves: DiffLeaves) {
        self.pair = pair
        self.leaves = leaves
    }

    /// Passes on every object of the loose clusters: those of the older file in order, with the newer object if there
    /// is one, then the remaining newer objects.
    func forEach(_ body: (_ old: ObjectKey?, _ new: ObjectKey?) throws -> Void) throws {
        let count = leaves.looseNew.count * ClusterLeaf.fanout
        let passes = max(1, (count + passSize - 1) / passSize)
        for pass in 0..<passes {
            func isMine(_ hash: Int) -> Bool { passes == 1 || hash.magnitude % UInt(passes) == UInt(pass) }
            var table = DiffTable()
            try DiffJoin.forEachKey(leaves.looseNew, of: pair.new, pair.newKeys) { key, named in
                let hash = named.hash
                if isMine(hash) { table.insert(key, hash) }
            }
            table.seal()
            try DiffJoin.forEachKey(leaves.looseOld, of: pair.old, pair.oldKeys) { key, named in
                let hash = named.hash
                guard isMine(hash) else { return }
                let match = try table.take(hash) { try pair.newKeys?.key(of: $0).isSame(as: named) ?? false }
                try body(key, match)
            }
            for key in table.rest { try body(nil, key) }
        }
    }

    private static func forEachKey(
        _ places: [DiffLeaves.Place], of exported: ExportClass?, _ keys: DiffKeyReader?,
        _ body: (ObjectKey, DiffKey) throws -> Void
    ) throws {
        guard let exported, let keys else { return }
        for place in places {
            let leaf = try exported.table.cluster(place)
            for row in 0..<leaf.count {
                let key = leaf.key(row)
                try body(key, keys.key(of: key))
            }
        }
    }
}
