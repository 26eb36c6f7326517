/// The versions of a file that this process uses, with use counts.
struct Pins {
    private struct Pin {
        let version: UInt64
        /// nil for a file to which nothing was ever committed.
        let top: TopArray?
        /// What keeps the version in use for this process; nil as long as the version is not known to others.
        var held: Participant.VersionPin?
        var count: Int
    }

    /// Ascending.
    private var pins: [Pin] = []

    var oldest: UInt64? { pins.first?.version }

    /// Adds a use of a version, if it is in use and known to others.
    ///
    /// - Returns: false if it is not.
    mutating func addUse(of version: UInt64) -> (top: TopArray?, isThere: Bool) {
        guard let index = indexes(of: version).first(where: { pins[$0].held != nil }) else { return (nil, false) }
        pins[index].count += 1
        return (pins[index].top, true)
    }

    /// Adds a use of a version.
    ///
    /// - Parameter held: nil for a version that others do not know.
    /// - Returns: `held`, if the version was in use already.
    @discardableResult
    mutating func add(
        _ version: UInt64, _ top: TopArray?, _ held: Participant.VersionPin?
    ) -> Participant.VersionPin? {
        if let index = index(of: version, top) {
            pins[index].count += 1
            if pins[index].held != nil { return held }
            pins[index].held = held
        } else {
            let index = pins.partitioned { $0.version > version }
            pins.insert(Pin(version: version, top: top, held: held, count: 1), at: index)
        }
        return nil
    }

    /// Ends a use of a version.
    ///
    /// - Returns: what kept it in use, if that was the last one.
    mutating func remove(_ version: UInt64, _ top: TopArray?) -> Participant.VersionPin? {
        guard let index = index(of: version, top) else { return nil }
        pins[index].count -= 1
        return pins[index].count == 0 ? pins.remove(at: index).held : nil
    }

    /// The versions older than a given one, the oldest first.
    func tops(below version: UInt64) -> [TopArray] {
        pins.prefix { $0.version < version }.compactMap(\.top)
    }

    /// The versions after a given one that others do not know yet, ascending.
    func unknown(after version: UInt64) -> [SessionMemory.Entry] {
        pins.filter { $0.version > version && $0.held == nil }.map { SessionMemory.Entry($0.top) }
    }

    /// Notes what keeps versions in use that others know from now on.
    mutating func hold(_ held: [Participant.VersionPin]) {
        for pin in held {
            let index = indexes(of: pin.entry.version).first { pins[$0].top?.ref == pin.entry.top }
            if let index { pins[index].held = pin }
        }
    }

    /// Takes back what keeps versions after a given one in use, which nobody is to know any more.
    mutating func letGo(after version: UInt64) -> [Participant.VersionPin] {
        var held: [Participant.VersionPin] = []
        for index in pins.indices where pins[index].version > version {
            if let pin = pins[index].held { held.append(pin) }
            pins[index].held = nil
        }
        return held
    }

    private func indexes(of version: UInt64) -> Range<Int> {
        let first = pins.partitioned { $0.version >= version }
        return first..<(pins[first...].firstIndex { $0.version != version } ?? pins.count)
    }

    /// A version that was lost may have the number of another one.
    private func index(of version: UInt64, _ top: TopArray?) -> Int? {
        indexes(of: version).first { pins[$0].top?.ref == top?.ref }
    }
}
