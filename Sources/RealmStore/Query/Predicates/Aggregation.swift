/// An operation that computes one value from many.
enum AggregateOperation: String, Hashable, Sendable {
    case sum = "@sum"
    case average = "@avg"
    case minimum = "@min"
    case maximum = "@max"

    /// The name of the operation in messages of Realm Core.
    var name: String {
        switch self {
        case .sum: "sum"
        case .average: "average"
        case .minimum: "min"
        case .maximum: "max"
        }
    }
}

/// An aggregate of values of one type, added one by one.
///
/// Null is skipped, and so is NaN, except for binary numbers among mixed values. Without values the sum is 0 and the
/// others are null. Source: file-format/queries.md, "Aggregates of results and collections".
struct Aggregation {
    let operation: AggregateOperation
    private let type: ValueType
    private var count = 0
    private var intSum: Int128 = 0
    private var doubleSum = 0.0
    private var decimalSum = Decimal128Bits.zero
    private var extreme: Value = .null

    /// - Parameter type: of the column; `mixed` for values of any type.
    init(_ operation: AggregateOperation, of type: ValueType) {
        self.operation = operation
        self.type = type
    }

    /// Whether values of a type can be aggregated this way.
    static func isPossible(_ operation: AggregateOperation, of type: ValueType, datesAllowed: Bool = true) -> Bool {
        if type.isNumeric || type == .mixed { return true }
        return type == .timestamp && datesAllowed && (operation == .minimum || operation == .maximum)
    }

    /// The type of the result.
    static func type(_ operation: AggregateOperation, of type: ValueType) -> ValueType {
        switch operation {
        case .minimum, .maximum: return type
        case .sum where type == .int: return .int
        case .sum, .average: return type == .decimal || type == .mixed ? .decimal : .double
        }
    }

    mutating func add(_ value: Value) {
        switch value {
        case .null: return
        case .float(let number) where number.isNaN && type != .mixed: return
        case .double(let number) where number.isNaN && type != .mixed: return
        case .decimal(let number) where number.isNaN: return
        default: break
        }
        switch operation {
        case .sum, .average: addToSum(value)
        case .minimum: if count == 0 || ValueOrder.compare(value, extreme) < 0 { extreme = value }
        case .maximum: if count == 0 || ValueOrder.compare(value, extreme) > 0 { extreme = value }
        }
        if operation == .minimum || operation == .maximum { count += 1 }
    }

    private mutating func addToSum(_ value: Value) {
        switch value {
        case .int(let number):
            if type == .mixed { decimalSum = decimalSum + Decimal128Bits(number) } else { intSum += Int128(number) }
        case .float(let number):
            if type == .mixed { decimalSum = decimalSum + Decimal128Bits(number) } else { doubleSum += Double(number) }
        case .double(let number):
            if type == .mixed { decimalSum = decimalSum + Decimal128Bits(number) } else { doubleSum += number }
        case .decimal(let number): decimalSum = decimalSum + number
        default: return
        }
        count += 1
    }

    /// Adds the values of some rows of a cluster: all ints of a leaf at once, doubles without checking their type.
    mutating func add(_ rows: RowSet, of leaf: ColumnLeaf) throws(FormatError) {
        if type == .int, let values = leaf.int, rows.count == values.count {
            addAll(values)
        } else if type == .double, let values = leaf.double?.numbers {
            add(rows, of: values)
        } else {
            try rows.forEach { (row) throws(FormatError) in add(try leaf.value(row)) }
        }
    }

    private mutating func addAll(_ values: IntegerArray) {
        switch operation {
        case .sum, .average:
            intSum += sum(values)
            count += values.count
        case .minimum, .maximum:
            var kernel = ExtremesKernel()
            kernel.run(values)
            if let found = operation == .minimum ? kernel.smallest : kernel.largest { add(.int(found)) }
        }
    }

    private func sum(_ values: IntegerArray) -> Int128 {
        if values.width == 64 { return (0..<values.count).reduce(0) { $0 + Int128(values[$1]) } }
        var kernel = SumKernel()
        kernel.run(values)
        return Int128(kernel.sum)
    }

    private mutating func add(_ rows: RowSet, of numbers: UnsafeBufferPointer<Double>) {
        var (sum, added) = (0.0, 0)
        var best: Double?
        let isSum = operation == .sum || operation == .average
        rows.forEach { row in
            let number = numbers[row]
            // Null is stored as a NaN, and NaN does not count either.
            if number.isNaN { return }
            if isSum {
                sum += number
                added &+= 1
            } else if let known = best, operation == .minimum ? number >= known : number <= known {
                return
            } else {
                best = number
            }
        }
        doubleSum += sum
        count += added
        if let best { add(.double(best)) }
    }

    /// The result; the sum of integers is not that of its lower 64 bits, but a decimal if it needs more.
    var exactResult: Value {
        guard type == .int, count > 0, Int64(exactly: intSum) == nil else { return result }
        if operation == .average { return .double(Double(intSum) / Double(count)) }
        return .decimal(Decimal128Bits(sign: intSum < 0 ? .minus : .plus, coefficient: intSum.magnitude, exponent: 0))
    }

    /// The result as in Realm Core, where the sum of integers, also for their average, wraps around at 64 bits.
    var result: Value {
        switch (operation, type) {
        case (.minimum, _), (.maximum, _): return extreme
        case (.sum, .int): return .int(Int64(truncatingIfNeeded: intSum))
        case (.sum, .decimal), (.sum, .mixed): return .decimal(decimalSum)
        case (.sum, _): return .double(doubleSum)
        case (.average, _) where count == 0: return .null
        case (.average, .int): return .double(Double(Int64(truncatingIfNeeded: intSum)) / Double(count))
        case (.average, .decimal), (.average, .mixed): return .decimal(decimalSum / Decimal128Bits(Int64(count)))
        case (.average, _): return .double(doubleSum / Double(count))
        }
    }
}
