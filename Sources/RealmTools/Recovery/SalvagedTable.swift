import RealmStore

/// A table of a damaged file: its known columns, and its clusters.
final class SalvagedTable {
    let name: String
    let key: TableKey
    let kind: Table.Kind
    /// The readable properties.
    let columns: [Column]
    let primaryKey: Column?
    /// Leaf indexes of columns that are not salvaged: of backlinks, and of links with unknown target.
    let otherLeafIndexes: Set<Int>
    /// For embedded objects: the properties of other objects that may own them, according to their backlinks.
    let owners: [Owner]

    /// A property that holds embedded objects, and the backlink column that leads there.
    struct Owner {
        let table: TableKey
        let column: ColumnKey
        let leafIndex: Int
    }

    /// In the order of keys, as far as known; others follow.
    private(set) var clusters: [SalvagedCluster] = []
    /// The number of objects according to the file; nil if it does not tell.
    var expected: Int?
    /// False if a part of the tree could not be read.
    var isWhole = true
    /// False if columns, or the kind of the table and its primary key, are uncertain.
    let isDescribed: Bool

    /// The first keys of the clusters with known keys, ascending.
    private var firstKeys: [(key: Int64, cluster: Int)] = []

    init(
        name: String, key: TableKey, kind: Table.Kind, columns: [Column], primaryKey: Column?,
        otherLeafIndexes: Set<Int>, owners: [Owner], isDescribed: Bool
    ) {
        self.name = name
        self.key = key
        self.kind = kind
        self.columns = columns
        self.primaryKey = primaryKey
        self.otherLeafIndexes = otherLeafIndexes
        self.owners = owners
        self.isDescribed = isDescribed
    }

    /// The class, or the table's own name.
    var className: String {
        name.hasPrefix(Table.classPrefix) ? String(name.dropFirst(Table.classPrefix.count)) : name
    }

    var isClass: Bool { name.hasPrefix(Table.classPrefix) }

    /// Objects in the clusters.
    var objectCount: Int { clusters.reduce(0) { $0 + $1.count } }

    func add(_ cluster: SalvagedCluster) { clusters.append(cluster) }

    /// Prepares look-ups, once all clusters are present.
    func sortClusters() {
        let sorted = clusters.filter { $0.count > 0 }.map { (first: $0.key(0)?.value ?? .max, cluster: $0) }
            .sorted { $0.first < $1.first }
        clusters = sorted.map(\.cluster)
        firstKeys = sorted.enumerated().compactMap { $1.first == .max ? nil : ($1.first, $0) }
    }

    /// The position of the object with that key.
    ///
    /// - Complexity: O(log number of clusters)
    func find(_ key: ObjectKey) -> (cluster: Int, row: Int)? {
        var (low, high) = (0, firstKeys.count)
        while low < high {
            let middle = (low + high) / 2
            if firstKeys[middle].key <= key.value { low = middle + 1 } else { high = middle }
        }
        guard low > 0 else { return nil }
        let cluster = firstKeys[low - 1].cluster
        return clusters[cluster].row(of: key).map { (cluster, $0) }
    }
}
