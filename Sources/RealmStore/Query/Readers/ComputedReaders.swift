/// How many links there are at the end of a path: a number for each object that holds them.
final class LinkCountReader: ValueReader {
    private let path: ObjectPath

    init(_ path: ObjectPath) { self.path = path }

    func read(_ row: Int, into values: inout ValueGroups) throws(FormatError) {
        values.reset(isList: path.hops.count > 1)
        if path.hops.count == 1 {
            var count = 0
            try path.forEachKey(row) { _ in count += 1 }
            values.append(.int(Int64(count)))
        } else {
            try path.forEachCount(row) { values.append(.int(Int64($0))) }
        }
        values.endGroup()
    }
}

/// How many objects link to those that a path leads to, with any property.
final class BacklinkCountReader: ValueReader {
    private let path: ObjectPath
    private let columns: [Int]

    init(_ path: ObjectPath) {
        self.path = path
        columns = path.end.table.backlinkColumns.map { path.end.add($0) }
    }

    func read(_ row: Int, into values: inout ValueGroups) throws(FormatError) {
        var count = 0
        let end = path.end
        try path.forEachRow(row) { (target) throws(FormatError) in
            for column in columns { count += try BacklinkList(end.slot(column, target), in: end.table.space).count }
        }
        values.reset(isList: false)
        values.append(.int(Int64(count)))
        values.endGroup()
    }
}

/// An aggregate of a property of all objects that a path leads to.
final class LinkAggregateReader: ValueReader {
    private let path: ObjectPath
    private let column: Int
    private let operation: AggregateOperation
    private let type: ValueType

    init(_ path: ObjectPath, _ column: Column, _ operation: AggregateOperation) {
        self.path = path
        self.column = path.end.add(column)
        self.operation = operation
        type = column.type
    }

    func read(_ row: Int, into values: inout ValueGroups) throws(FormatError) {
        var aggregation = Aggregation(operation, of: type)
        let end = path.end
        try path.forEachRow(row) { (target) throws(FormatError) in
            aggregation.add(try end.leaf(column).value(target))
        }
        values.reset(isList: false)
        values.append(aggregation.result)
        values.endGroup()
    }
}

/// How many of the objects that a path leads to meet a condition.
final class SubqueryReader: ValueReader {
    private let path: ObjectPath
    private let condition: any RowTest

    /// - Parameter condition: made for the cursor at the end of the path.
    init(_ path: ObjectPath, _ condition: any RowTest) {
        self.path = path
        self.condition = condition
    }

    func read(_ row: Int, into values: inout ValueGroups) throws(FormatError) {
        var count = 0
        try path.forEachRow(row) { (target) throws(FormatError) in
            if try !condition.filter(RowSet(target)).isEmpty { count += 1 }
        }
        values.reset(isList: false)
        values.append(.int(Int64(count)))
        values.endGroup()
    }
}

/// Two operands joined by an operator, value by value where one of them gives many.
final class ArithmeticReader: ValueReader {
    private let left: any ValueReader
    private let right: any ValueReader
    private let sign: Operand.ArithmeticOperator
    private var leftValues = ValueGroups()
    private var rightValues = ValueGroups()

    init(_ left: any ValueReader, _ sign: Operand.ArithmeticOperator, _ right: any ValueReader) {
        self.left = left
        self.sign = sign
        self.right = right
    }

    func read(_ row: Int, into values: inout ValueGroups) throws(FormatError) {
        try left.read(row, into: &leftValues)
        try right.read(row, into: &rightValues)
        values.reset(isList: leftValues.isList || rightValues.isList)
        for rightGroup in 0..<rightValues.groupCount {
            for leftGroup in 0..<leftValues.groupCount {
                let (lefts, rights) = (leftValues.group(leftGroup), rightValues.group(rightGroup))
                if leftValues.isList == rightValues.isList {
                    for (left, right) in zip(lefts, rights) { values.append(sign.apply(left, right)) }
                } else {
                    for left in lefts { for right in rights { values.append(sign.apply(left, right)) } }
                }
                values.endGroup()
            }
        }
    }
}

extension Operand.ArithmeticOperator {
    /// The result, of the higher type of int, float, double, decimal; null unless both are numbers.
    ///
    /// Ints wrap around; one divided by zero is the largest int, or the smallest if it is negative.
    func apply(_ left: Value, _ right: Value) -> Value {
        switch (left, right) {
        case (.int(let left), .int(let right)): return .int(apply(left, right))
        case (.decimal, _), (_, .decimal):
            guard let left = left.decimal, let right = right.decimal else { return .null }
            return .decimal(apply(left, right))
        case (.double, _), (_, .double):
            guard let left = left.double, let right = right.double else { return .null }
            return .double(apply(left, right))
        default:
            guard let left = left.float, let right = right.float else { return .null }
            return .float(apply(left, right))
        }
    }

    private func apply(_ left: Int64, _ right: Int64) -> Int64 {
        switch self {
        case .add: left &+ right
        case .subtract: left &- right
        case .multiply: left &* right
        case .divide where right == 0: left < 0 ? .min : .max
        case .divide: left.dividedReportingOverflow(by: right).partialValue
        }
    }

    private func apply<Number: FloatingPoint>(_ left: Number, _ right: Number) -> Number {
        switch self {
        case .add: left + right
        case .subtract: left - right
        case .multiply: left * right
        case .divide: left / right
        }
    }

    private func apply(_ left: Decimal128Bits, _ right: Decimal128Bits) -> Decimal128Bits {
        switch self {
        case .add: left + right
        case .subtract: left - right
        case .multiply: left * right
        case .divide: left / right
        }
    }
}

extension Value {
    fileprivate var decimal: Decimal128Bits? {
        switch self {
        case .int(let value): Decimal128Bits(value)
        case .float(let value): Decimal128Bits(value)
        case .double(let value): Decimal128Bits(value)
        case .decimal(let value): value
        default: nil
        }
    }

    fileprivate var double: Double? {
        switch self {
        case .int(let value): Double(value)
        case .float(let value): Double(value)
        case .double(let value): value
        default: nil
        }
    }

    fileprivate var float: Float? {
        switch self {
        case .int(let value): Float(value)
        case .float(let value): value
        default: nil
        }
    }
}
