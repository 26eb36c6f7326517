import RealmStore

/// Objects by the hashes of their keys, 17 bytes each.
struct DiffTable {
    private struct Entry {
        let hash: Int
        let key: ObjectKey
    }

    private var entries: [Entry] = []
    private var isTaken: [Bool] = []
    /// For the start of several objects of one hash, the number of leading ones taken.
    private var takenCounts: [Int: Int] = [:]

    mutating func insert(_ key: ObjectKey, _ hash: Int) { entries.append(Entry(hash: hash, key: key)) }

    /// Must be called between inserting and taking.
    mutating func seal() {
        entries.sort { ($0.hash, $0.key) < ($1.hash, $1.key) }
        isTaken = Array(repeating: false, count: entries.count)
    }

    /// Takes the first untaken object of that hash for which `isSame` holds.
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

    /// Records the taken ones among the objects of one hash, if there are several.
    private mutating func countTaken(from first: Int) {
        guard first + 1 < entries.count, entries[first + 1].hash == entries[first].hash else { return }
        var count = takenCounts[first] ?? 0
        while first + count < entries.count, isTaken[first + count],
            entries[first + count].hash == entries[first].hash
        { count += 1 }
        takenCounts[first] = count
    }

    /// The objects not taken, ascending.
    var rest: [ObjectKey] { zip(entries, isTaken).filter { !$0.1 }.map(\.0.key).sorted() }
}
