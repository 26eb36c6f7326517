/// The versions of a file that this process uses, with use counts.
struct Pins {
    private struct Pin {
        let version: UInt64
        /// nil for a file to which nothing was ever committed.
        let top: TopArray?
        var count: Int
    }

    /// Ascending.
    private var pins: [Pin] = []

    var oldest: UInt64? { pins.first?.version }
    var newest: UInt64? { pins.last?.version }

    /// The root of the version in use, if there is exactly one.
    var onlyTop: TopArray? { pins.count == 1 ? pins[0].top : nil }

    mutating func add(_ version: UInt64, _ top: TopArray?) {
        let index = pins.partitioned { $0.version >= version }
        if index < pins.count, pins[index].version == version {
            pins[index].count += 1
        } else {
            pins.insert(Pin(version: version, top: top, count: 1), at: index)
        }
    }

    mutating func remove(_ version: UInt64) {
        let index = pins.partitioned { $0.version >= version }
        guard index < pins.count, pins[index].version == version else { return }
        pins[index].count -= 1
        if pins[index].count == 0 { pins.remove(at: index) }
    }

    /// The versions older than a given one, the oldest first.
    func tops(below version: UInt64, atMost limit: Int) -> [TopArray] {
        pins.prefix(limit).filter { $0.version < version }.compactMap(\.top)
    }
}
