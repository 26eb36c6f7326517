import RealmTools

/// The colours of the owners' bytes: one for each of the largest classes, one shared by the others.
struct SpaceColours {
    /// Names of style classes, in the order of the map's owners.
    let styles: [String]
    /// The legend: style, text and bytes; classes from the largest on, then the rest.
    let legend: [(style: String, text: String, bytes: Int)]

    /// The number of colours that remain distinguishable.
    private static let classColours = 10

    init(_ map: Realm.SpaceMap) {
        let classes = map.owners.indices.filter { map.owners[$0].kind == .objects }
            .sorted { map.owners[$0].bytes > map.owners[$1].bytes }
        let named = classes.prefix(SpaceColours.classColours)
        let others = classes.dropFirst(SpaceColours.classColours)
        var styles = map.owners.map { $0.kind == .objects ? "other" : $0.kind.rawValue }
        for (rank, owner) in named.enumerated() { styles[owner] = "class\(rank)" }
        self.styles = styles
        var legend = named.map { (styles[$0], map.owners[$0].className ?? "", map.owners[$0].bytes) }
        if !others.isEmpty {
            legend.append(("other", "\(others.count) other classes", others.reduce(0) { $0 + map.owners[$1].bytes }))
        }
        for owner in map.owners where owner.kind != .objects {
            legend.append((owner.kind.rawValue, SpaceColours.text(of: owner.kind), owner.bytes))
        }
        self.legend = legend.filter { $0.2 > 0 }
    }

    private static func text(of kind: Realm.SpaceMap.Kind) -> String {
        switch kind {
        case .header: "header"
        case .bookkeeping: "table list, free list and internal tables"
        case .history: "history of commits"
        case .free: "free"
        case .unaccounted: "neither used nor free"
        case .objects: "classes"
        }
    }
}
