/// Two operands joined by an operator, value by value if one of them has many.
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
