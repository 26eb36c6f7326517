import RealmStore

/// What is noted of the objects of a salvaged table, by cluster and row. Clusters of whose objects nothing was noted
/// take no room.
struct SalvageMap<Element: Equatable> {
    /// Stands for objects of which nothing was noted.
    private let none: Element
    private var clusters: [[Element]] = []

    /// - Parameter none: what is never noted.
    init(none: Element) { self.none = none }

    /// Nil if nothing was noted.
    subscript(cluster: Int, row: Int) -> Element? {
        get {
            guard cluster < clusters.count, row < clusters[cluster].count else { return nil }
            let element = clusters[cluster][row]
            return element == none ? nil : element
        }
        set {
            while clusters.count <= cluster { clusters.append([]) }
            if clusters[cluster].isEmpty { clusters[cluster] = Array(repeating: none, count: ClusterLeaf.fanout) }
            clusters[cluster][row] = newValue ?? none
        }
    }
}

extension SalvageMap<ObjectKey> {
    /// A map of keys, which are those of objects, or null.
    init() { self.init(none: ObjectKey(.min)) }
}

extension SalvageMap<Bool> {
    /// A set of objects.
    init() { self.init(none: false) }

    func contains(_ cluster: Int, _ row: Int) -> Bool { self[cluster, row] != nil }
}
