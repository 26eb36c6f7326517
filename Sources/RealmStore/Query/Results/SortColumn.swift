/// The sort values of some objects, as numbers in the same order: equal values have equal numbers.
///
/// Null comes before all values; paths cut off by a null link come after them. Source: file-format/queries.md, "Sort,
/// distinct, limit".
struct SortColumn {
    private(set) var numbers: [UInt64] = []
    /// The place of each value in relation to null; empty while all are values.
    private var places: [Place] = []

    private enum Place: UInt8 {
        case null, value, cut
    }

    /// True for an object whose path meets a null link.
    func isCut(_ position: Int) -> Bool { !places.isEmpty && places[position] == .cut }

    /// The positions in the order of the values at them; equal ones keep their order.
    func sorted(_ positions: [UInt32], ascending: Bool) -> [UInt32] {
        let sorted = RadixSort.sorted(positions, by: numbers, ascending: ascending)
        if places.isEmpty { return sorted }
        let order: [Place] = ascending ? [.null, .value, .cut] : [.cut, .value, .null]
        return order.flatMap { place in sorted.filter { places[Int($0)] == place } }
    }

    /// The positions of the first ones in the order of the values, and of all whose values equal the last of them;
    /// ascending.
    ///
    /// - Complexity: O(positions), for a small count
    func leading(_ count: Int, ascending: Bool) -> [UInt32] {
        let all = (0..<UInt32(numbers.count)).map { $0 }
        guard count > 0, count < numbers.count else { return count > 0 ? all : [] }
        var nearest: [Rank] = []
        let capacity = max(64, count * 2)
        var bound: Rank?
        for position in numbers.indices {
            let rank = rank(position, ascending)
            if let bound, bound <= rank { continue }
            nearest.append(rank)
            guard nearest.count == capacity else { continue }
            nearest.sort()
            nearest.removeLast(capacity - count)
            bound = nearest[count - 1]
        }
        nearest.sort()
        let last = nearest[count - 1]
        return all.filter { rank(Int($0), ascending) <= last }
    }

    private func rank(_ position: Int, _ ascending: Bool) -> Rank {
        let place = (places.isEmpty ? .value : places[position]).rawValue
        return ascending
            ? Rank(place: place, number: numbers[position])
            : Rank(place: Place.cut.rawValue - place, number: ~numbers[position])
    }

    /// The place of a value in an order.
    private struct Rank: Comparable {
        let place: UInt8
        let number: UInt64

        static func < (lhs: Rank, rhs: Rank) -> Bool {
            lhs.place == rhs.place ? lhs.number < rhs.number : lhs.place < rhs.place
        }
    }

    /// Splits groups of positions by the values at them.
    ///
    /// - Parameter groups: a number for each position; on return a new one, equal for equal old numbers and values.
    func split(_ groups: inout [UInt32]) {
        var known: [Member: UInt32] = [:]
        for position in groups.indices {
            let place = places.isEmpty ? .value : places[position]
            let member = Member(group: groups[position], number: numbers[position], place: place)
            groups[position] =
                known[member]
                ?? {
                    known[member] = UInt32(known.count)
                    return UInt32(known.count - 1)
                }()
        }
    }

    private struct Member: Hashable {
        let group: UInt32
        let number: UInt64
        let place: Place
    }
}

// MARK: - Values of any kind

extension SortColumn {
    init(_ values: [Value]) { self.init(values.map { Optional($0) }) }

    /// - Parameter values: nil for cut-off paths.
    init(_ values: [Value?]) {
        numbers.reserveCapacity(values.count)
        if addNumbers(values) || addTexts(values) { return }
        self = SortColumn()
        addRanks(values)
    }

    private mutating func add(_ number: UInt64) {
        numbers.append(number)
        if !places.isEmpty { places.append(.value) }
    }

    private mutating func add(_ place: Place) {
        if places.isEmpty { places = Array(repeating: .value, count: numbers.count) }
        numbers.append(0)
        places.append(place)
    }

    private mutating func add(missing value: Value?) { add(value == nil ? Place.cut : Place.null) }

    /// - Returns: false unless all values are of one type that numbers can represent.
    private mutating func addNumbers(_ values: [Value?]) -> Bool {
        var type: ValueType?
        for value in values {
            guard let value, !value.isNull else {
                add(missing: value)
                continue
            }
            guard let (number, found) = SortColumn.number(of: value), type == nil || type == found else { return false }
            type = found
            add(number)
        }
        return true
    }

    private mutating func addTexts(_ values: [Value?]) -> Bool {
        self = SortColumn()
        var ranks = TextRanks()
        for value in values {
            switch value {
            case .string(let text)?: add(UInt64(ranks.number(of: text)))
            case nil, .null?: add(missing: value)
            default: return false
            }
        }
        apply(ranks)
        return true
    }

    /// Replaces the numbers of texts by their ranks.
    private mutating func apply(_ texts: TextRanks) {
        let ranks = texts.ranks()
        for position in numbers.indices where places.isEmpty || places[position] == .value {
            numbers[position] = ranks[Int(numbers[position])]
        }
    }

    private mutating func addRanks(_ values: [Value?]) {
        for value in values {
            if let value, !value.isNull { add(0) } else { add(missing: value) }
        }
        let present = values.indices.filter { places.isEmpty || places[$0] == .value }
        let order = present.map { ($0, values[$0] ?? .null) }.sorted { ValueOrder.compare($0.1, $1.1) < 0 }
        var rank: UInt64 = 0
        for (index, item) in order.enumerated() {
            if index > 0, ValueOrder.compare(order[index - 1].1, item.1) != 0 { rank += 1 }
            numbers[item.0] = rank
        }
    }

    /// A number in the order of the values of a type; nil for types, and dates, that no number represents.
    private static func number(of value: Value) -> (UInt64, ValueType)? {
        switch value {
        case .int(let value): (number(value), .int)
        case .bool(let value): (value ? 1 : 0, .bool)
        case .double(let value): (number(value), .double)
        case .float(let value): (number(Double(value)), .float)
        case .timestamp(let value): number(value).map { ($0, .timestamp) }
        default: nil
        }
    }

    private static func number(_ value: Int64) -> UInt64 { UInt64(bitPattern: value) ^ (1 << 63) }

    /// NaNs are below all numbers, by their bits, as in `ValueOrder`; both zeros are equal.
    private static func number(_ value: Double) -> UInt64 {
        // There are so many NaNs of each sign, and twice as many places are left below all numbers.
        let nanCount: UInt64 = (1 << 52) - 1
        if value.isNaN { return (value.bitPattern & nanCount) - 1 + (value.sign == .minus ? nanCount : 0) }
        let bits = (value == 0 ? 0 : value).bitPattern
        return (bits >> 63 == 1 ? ~bits : bits | (1 << 63)) + nanCount
    }

    /// Nanoseconds; nil for a date some centuries away.
    private static func number(_ value: Timestamp) -> UInt64? {
        let (seconds, overflow) = value.seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let (total, isTooFar) = seconds.addingReportingOverflow(Int64(value.nanoseconds))
        return overflow || isTooFar || !value.isProper ? nil : number(total)
    }
}

// MARK: - Columns of objects

extension SortColumn {
    /// The values at the end of a path from each of some objects.
    ///
    /// - Parameter isCoarse: the numbers of texts may be equal though these are not: those of their first bytes.
    init(_ keys: [ObjectKey], _ path: SortPath, isCoarse: Bool = false) throws(FormatError) {
        self.init()
        if let column = path.ownColumn, try addColumn(keys, path.start, column, isCoarse) { return }
        var values: [Value?] = []
        values.reserveCapacity(keys.count)
        for key in keys { values.append(try path.value(of: key)) }
        self = SortColumn(values)
    }

    /// Adds the values of a column of the objects themselves, a cluster at a time.
    ///
    /// - Returns: false for a column whose values no numbers represent.
    private mutating func addColumn(
        _ keys: [ObjectKey], _ cursor: ClusterCursor, _ column: Int, _ isCoarse: Bool
    ) throws(FormatError) -> Bool {
        let type = cursor.column(column).type
        guard
            type == .int || type == .bool || type == .double || type == .float || type == .timestamp || type == .string
        else { return false }
        numbers.reserveCapacity(keys.count)
        var texts = isCoarse ? nil : TextRanks()
        var rows: [Int] = []
        var position = 0
        while position < keys.count {
            guard let row = try cursor.seek(keys[position]), let cluster = cursor.cluster else {
                add(.cut)
                position += 1
                continue
            }
            rows.removeAll(keepingCapacity: true)
            rows.append(row)
            position += 1
            while position < keys.count, let row = cluster.row(of: keys[position]) {
                rows.append(row)
                position += 1
            }
            guard try add(rows, cursor.leaf(column), &texts) else {
                self = SortColumn()
                return false
            }
        }
        if type == .string, let texts { apply(texts) }
        return true
    }

    /// - Parameter texts: nil if the first bytes of a text are its number.
    /// - Returns: false if there is a date that no number represents.
    private mutating func add(
        _ rows: [Int], _ leaf: ColumnLeaf, _ texts: inout TextRanks?
    ) throws(FormatError) -> Bool {
        if let values = leaf.int {
            for row in rows { add(SortColumn.number(values[row])) }
        } else if let values = leaf.double {
            for row in rows { if let value = values[row] { add(SortColumn.number(value)) } else { add(.null) } }
        } else if let values = leaf.string {
            for row in rows {
                guard let text = try values.bytes(row) else {
                    add(.null)
                    continue
                }
                add((texts?.number(of: text)).map(UInt64.init) ?? ByteOrder.prefix(text))
            }
        } else {
            for row in rows {
                let value = try leaf.value(row)
                if value.isNull {
                    add(.null)
                } else if let (number, _) = SortColumn.number(of: value) {
                    add(number)
                } else {
                    return false
                }
            }
        }
        return true
    }
}
