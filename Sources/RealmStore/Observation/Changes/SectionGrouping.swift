/// The assignment of rows to sections in one version.
struct SectionGrouping<Key: Hashable> {
    private(set) var keys: [Key] = []
    private(set) var places: [SectionChange.Place] = []
    private(set) var sections: [Key: Int] = [:]
    private var counts: [Int] = []

    /// - Parameter rows: the key of each row.
    init(_ rows: [Key]) {
        for key in rows {
            let section =
                sections[key]
                ?? {
                    sections[key] = keys.count
                    keys.append(key)
                    counts.append(0)
                    return keys.count - 1
                }()
            places.append(SectionChange.Place(section: section, position: counts[section]))
            counts[section] += 1
        }
    }
}
