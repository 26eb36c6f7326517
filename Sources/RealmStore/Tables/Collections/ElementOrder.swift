/// The order of a set's elements, by the type of its column.
///
/// Source: file-format/collections.md, "Order of values".
struct ElementOrder {
    private enum Form {
        case values
        /// Null is one of the NaNs, not first.
        case decimals
        /// NaN equals nothing, itself included.
        case binaryNumbers
    }

    private let form: Form

    init(_ column: Column) {
        form =
            switch column.type {
            case .decimal: .decimals
            case .float, .double: .binaryNumbers
            default: .values
            }
    }

    /// Negative, zero or positive as `lhs` comes before, equals or comes after `rhs`.
    ///
    /// The format defines no place for NaN among floats and doubles, and it equals nothing; here it comes before every
    /// number, where the reference engine inserts it.
    func compare(_ lhs: Value, _ rhs: Value) -> Int {
        switch form {
        case .values: return ValueOrder.compare(lhs, rhs)
        case .decimals: return ValueOrder.compare(decimal(lhs), decimal(rhs))
        case .binaryNumbers:
            let order = ValueOrder.compare(lhs, rhs)
            return order == 0 && isNaN(lhs) ? 1 : order
        }
    }

    private func decimal(_ value: Value) -> Value {
        if case .null = value { .decimal(.null) } else { value }
    }

    private func isNaN(_ value: Value) -> Bool {
        switch value {
        case .float(let number): number.isNaN
        case .double(let number): number.isNaN
        default: false
        }
    }
}
