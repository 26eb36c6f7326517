import RealmStore

/// The clusters of one class in two files: pairs with the same objects, which are most if one file is a copy or an
/// older state of the other, and the rest.
struct DiffLeaves {
    /// A cluster.
    struct Place {
        let ref: Ref
        /// The offset added to its keys.
        let offset: UInt64
        let firstKey: ObjectKey
    }

    /// True if each row is the same object in both.
    private(set) var pairs: [(old: Place, new: Place)] = []
    /// Clusters whose objects must be searched one by one.
    private(set) var looseOld: [Place] = []
    private(set) var looseNew: [Place] = []

    /// True if all objects have the same object keys in both files.
    var areAllPaired: Bool { looseOld.isEmpty && looseNew.isEmpty }

    init(of pair: DiffClass) throws(FormatError) {
        guard let old = pair.old, let new = pair.new else { return }
        let (left, right) = (try DiffLeaves.places(of: old), try DiffLeaves.places(of: new))
        guard pair.hasUniqueKeys else {
            (looseOld, looseNew) = (left, right)
            return
        }
        let comparison = NodeTreeComparison(lhs: old.table.space, rhs: new.table.space)
        var (first, second) = (0, 0)
        while first < left.count, second < right.count {
            let (place, other) = (left[first], right[second])
            if place.firstKey < other.firstKey {
                looseOld.append(place)
                first += 1
                continue
            }
            if other.firstKey < place.firstKey {
                looseNew.append(other)
                second += 1
                continue
            }
            if try DiffLeaves.haveSameKeys(place, other, of: pair, comparison) {
                pairs.append((place, other))
            } else {
                looseOld.append(place)
                looseNew.append(other)
            }
            first += 1
            second += 1
        }
        looseOld += left[first...]
        looseNew += right[second...]
    }

    /// All clusters of a class, checked to contain each object once.
    static func places(of exported: ExportClass) throws(FormatError) -> [Place] {
        var places: [Place] = []
        var reader = try ClusterReader(exported)
        while let leaf = try reader.nextLeaf() {
            places.append(Place(ref: leaf.ref, offset: leaf.offset, firstKey: leaf.key(0)))
        }
        return places
    }

    /// Whether the objects have the same object keys and the same primary keys. Since these are unique in a class, no
    /// object can match any other.
    private static func haveSameKeys(
        _ old: Place, _ new: Place, of pair: DiffClass, _ comparison: NodeTreeComparison
    ) throws(FormatError) -> Bool {
        guard let first = pair.old?.table, let second = pair.new?.table else { return false }
        let (left, right) = (try first.cluster(old), try second.cluster(new))
        guard left.count == right.count else { return false }
        for row in 0..<left.count where left.key(row) != right.key(row) { return false }
        switch (first.primaryKey, second.primaryKey) {
        case (nil, nil): return true
        case (let column?, let other?):
            guard column.name == other.name, column.hasComparableLeaves(with: other) else { return false }
            return try comparison.isSame(left.column(column.leafIndex), right.column(other.leafIndex))
        default: return true
        }
    }
}

extension Table {
    /// The cluster at `place`.
    func cluster(_ place: DiffLeaves.Place) throws(FormatError) -> ClusterLeaf {
        try ClusterLeaf(space.node(place.ref), offset: place.offset, in: space)
    }
}

extension Column {
    /// Whether equal leaves of both columns have equal content, apart from links.
    func hasComparableLeaves(with other: Column) -> Bool {
        type == other.type && isNullable == other.isNullable && collection == other.collection
            && hasIntegerKeys == other.hasIntegerKeys && enumeratedValues == nil && other.enumeratedValues == nil
    }
}
