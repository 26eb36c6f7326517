import RealmStore

/// Matches the objects of two files that lie in different places, by a hash table of their keys.
///
/// Of objects that share a key, which only keys that somebody named allow, the first of one file is matched with the
/// first of the other, and so on. Large classes are matched in several passes over a part of the hashes each, so that
/// the table has a bounded size.
struct DiffJoin {
    let pair: DiffClass
    let leaves: DiffLeaves
    /// Objects in the table at most; others use it for tests only.
    var passSize = 1 << 22

    init(_ pair: DiffClass, _ leaves: DiffLeaves) {
        self.pair = pair
        self.leaves = leaves
    }

    /// Hands on every object of the loose clusters: those of the older file in their order, with the newer object where
    /// there is one, then the newer objects that are left.
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

/// Objects by the hashes of their keys, 17 bytes each.
struct DiffTable {
    private struct Entry {
        let hash: Int
        let key: ObjectKey
    }

    private var entries: [Entry] = []
    private var isTaken: [Bool] = []
    /// Where several objects of one hash begin, how many of the first of them are taken.
    private var takenCounts: [Int: Int] = [:]

    mutating func insert(_ key: ObjectKey, _ hash: Int) { entries.append(Entry(hash: hash, key: key)) }

    /// To be called between inserting and taking.
    mutating func seal() {
        entries.sort { ($0.hash, $0.key) < ($1.hash, $1.key) }
        isTaken = Array(repeating: false, count: entries.count)
    }

    /// Takes the first object of that hash for which `isSame` holds and which nobody took before.
    mutating func take(_ hash: Int, where isSame: (ObjectKey) throws -> Bool) throws -> ObjectKey? {
        var low = 0
        var high = entries.count
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].hash < hash { low = middle + 1 } else { high = middle }
        }
        var index = low + (takenCounts[low] ?? 0)
        while index < entries.count, entries[index].hash == hash {
            if !isTaken[index], try isSame(entries[index].key) {
                isTaken[index] = true
                countTaken(from: low)
                return entries[index].key
            }
            index += 1
        }
        return nil
    }

    /// Keeps account of the taken ones among the objects of one hash, if there are several.
    private mutating func countTaken(from first: Int) {
        guard first + 1 < entries.count, entries[first + 1].hash == entries[first].hash else { return }
        var count = takenCounts[first] ?? 0
        while first + count < entries.count, isTaken[first + count],
            entries[first + count].hash == entries[first].hash
        { count += 1 }
        takenCounts[first] = count
    }

    /// The objects that nobody took, ascending.
    var rest: [ObjectKey] { zip(entries, isTaken).filter { !$0.1 }.map(\.0.key).sorted() }
}
