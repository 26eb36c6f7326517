import RealmStore

/// Data recorded about the objects of a salvaged table, by cluster and row. Clusters without records take no memory.
struct SalvageMap<Element: Equatable> {
    /// The value for objects without a record.
    private let none: Element
    private var clusters: [[Element]] = []

    /// - Parameter none: a value that is never recorded.
    init(none: Element) { self.none = none }

    /// Nil if nothing was recorded.
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
    /// A map of keys of objects, or null.
    init() { self.init(none: ObjectKey(.min)) }
}

extension SalvageMap<Bool> {
    /// A set of objects.
    init() { self.init(none: false) }

    func contains(_ cluster: Int, _ row: Int) -> Bool { self[cluster, row] != nil }
}
