/// The objects that an index finds for a condition, in no order.
struct IndexFinds {
    /// The objects that certainly meet it.
    var certain: [ObjectKey] = []
    /// The objects that may meet it, so that their values must be read.
    var doubtful: [ObjectKey] = []

    var count: Int { certain.count + doubtful.count }

    /// The same as part of another condition: nothing is certain.
    var asCandidates: IndexFinds { IndexFinds(doubtful: certain + doubtful) }

    /// Each object once, with ascending keys.
    var sorted: IndexFinds {
        IndexFinds(certain: IndexFinds.ascending(certain), doubtful: IndexFinds.ascending(doubtful))
    }

    static func += (finds: inout IndexFinds, more: IndexFinds) {
        finds.certain += more.certain
        finds.doubtful += more.doubtful
    }

    private static func ascending(_ keys: [ObjectKey]) -> [ObjectKey] {
        if keys.ascend { return keys }
        var last: ObjectKey?
        return keys.sorted().filter { key in
            defer { last = key }
            return key != last
        }
    }
}
