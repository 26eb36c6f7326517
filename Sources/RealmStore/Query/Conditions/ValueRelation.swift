/// Decides whether two values have the relation of a comparison.
///
/// Source: file-format/collections.md, "Order of values"; file-format/queries.md, "Comparing with null and NaN" and
/// "Strings and data".
struct ValueRelation {
    /// Special rules for comparisons of one column with one constant.
    struct Rules: OptionSet {
        let rawValue: UInt8

        /// NaN is unequal to everything and in no order, as in IEEE 754.
        static let ieeeNumbers = Rules(rawValue: 1)
        /// Null is below every string.
        static let nullIsLowestString = Rules(rawValue: 2)
        /// Everything contains a null text, even null.
        static let nullIsFoundEverywhere = Rules(rawValue: 4)
        /// Nothing contains an empty or null text.
        static let emptyIsFoundNowhere = Rules(rawValue: 8)
        /// Texts and data with the same bytes are equal.
        static let textEqualsData = Rules(rawValue: 16)
    }

    let relation: Predicate.Relation
    var options: ComparisonOptions = []
    var rules: Rules = []
    /// The right side, prepared; nil if it is not a single constant text.
    var needle: TextMatch.Needle?
    /// Replaces texts in comparisons with `[d]`.
    var folding: (@Sendable (String, ComparisonOptions) -> String)?

    func holds(_ left: Value, _ right: Value) -> Bool {
        switch relation {
        case .equal, .isIn: return equals(left, right)
        case .notEqual: return !equals(left, right)
        case .less, .lessOrEqual, .greater, .greaterOrEqual: return isInOrder(left, right)
        case .beginsWith, .endsWith, .contains, .like: return isFound(left, right)
        case .isWithin, .hasWords: return false
        }
    }

    // MARK: Equality

    private func equals(_ left: Value, _ right: Value) -> Bool {
        if options.contains(.caseInsensitive) || options.contains(.diacriticInsensitive),
            let (text, other) = texts(left, right)
        {
            return matches(text, other) {
                $0 == $1
            } plain: {
                TextMatch.equals($0, $1)
            }
        }
        if rules.contains(.ieeeNumbers), let (left, right) = doubles(left, right) { return left == right }
        if rules.contains(.textEqualsData), let (left, right) = textAndData(left, right) {
            return ByteOrder.equal(left, right)
        }
        return ValueOrder.compare(left, right) == 0
    }

    /// Two values of binary floating point.
    private func doubles(_ left: Value, _ right: Value) -> (Double, Double)? {
        switch (left, right) {
        case (.double(let left), .double(let right)): (left, right)
        case (.float(let left), .float(let right)): (Double(left), Double(right))
        default: nil
        }
    }

    private func textAndData(
        _ left: Value, _ right: Value
    ) -> (UnsafeRawBufferPointer, UnsafeRawBufferPointer)? {
        switch (left, right) {
        case (.string(let left), .binary(let right)), (.binary(let left), .string(let right)): (left, right)
        default: nil
        }
    }

    // MARK: Order

    private func isInOrder(_ left: Value, _ right: Value) -> Bool {
        if left.isNull || right.isNull { return isInOrderWithNull(left, right) }
        if rules.contains(.ieeeNumbers), let (left, right) = doubles(left, right) {
            switch relation {
            case .less: return left < right
            case .lessOrEqual: return left <= right
            case .greater: return left > right
            default: return left >= right
            }
        }
        guard ValueRelation.areComparable(left, right) else { return false }
        return isInOrder(ValueOrder.compare(left, right))
    }

    private func isInOrderWithNull(_ left: Value, _ right: Value) -> Bool {
        if rules.contains(.nullIsLowestString) { return isInOrder((left.isNull ? 0 : 1) - (right.isNull ? 0 : 1)) }
        return left.isNull && right.isNull && (relation == .lessOrEqual || relation == .greaterOrEqual)
    }

    private func isInOrder(_ order: Int) -> Bool {
        switch relation {
        case .less: order < 0
        case .lessOrEqual: order <= 0
        case .greater: order > 0
        default: order >= 0
        }
    }

    /// True for values of one type, and for numbers of any.
    static func areComparable(_ left: Value, _ right: Value) -> Bool {
        switch (left, right) {
        case (.bool, .bool), (.string, .string), (.binary, .binary), (.timestamp, .timestamp), (.objectId, .objectId),
            (.uuid, .uuid), (.link, .link), (.list, .list), (.dictionary, .dictionary):
            true
        default: isNumber(left) && isNumber(right)
        }
    }

    static func isNumber(_ value: Value) -> Bool {
        switch value {
        case .int, .float, .double, .decimal: true
        default: false
        }
    }

    // MARK: Texts

    /// Searches the left value for the right one.
    private func isFound(_ left: Value, _ right: Value) -> Bool {
        if rules.contains(.emptyIsFoundNowhere), relation != .like {
            switch right {
            case .null: return false
            case .string(let text) where text.isEmpty: return false
            case .binary(let data) where data.isEmpty: return false
            default: break
            }
        }
        if right.isNull {
            if relation == .like { return left.isNull }
            if rules.contains(.nullIsFoundEverywhere) { return true }
            return relation == .contains && !left.isNull
        }
        guard let (text, other) = texts(left, right) else { return false }
        switch relation {
        case .beginsWith:
            return matches(text, other) {
                $0.starts(with: $1)
            } plain: {
                TextMatch.begins($0, $1)
            }
        case .endsWith:
            return matches(text, other) {
                $0.reversed().starts(with: $1.reversed())
            } plain: {
                TextMatch.ends($0, $1)
            }
        case .contains:
            return matches(text, other) { text, other in
                other.withUnsafeBytes { other in
                    text.withUnsafeBytes { TextMatch.contains($0, TextMatch.Needle(other, folded: false)) }
                }
            } plain: {
                TextMatch.contains($0, $1)
            }
        default:
            return matches(text, other) { text, pattern in
                pattern.withUnsafeBytes { pattern in
                    text.withUnsafeBytes { TextPattern(TextMatch.Needle(pattern, folded: false)).matches($0) }
                }
            } plain: {
                TextPattern($1).matches($0)
            }
        }
    }

    private func needle(for text: UnsafeRawBufferPointer) -> TextMatch.Needle {
        needle ?? TextMatch.Needle(text, folded: options.contains(.caseInsensitive))
    }

    private func matches(
        _ text: UnsafeRawBufferPointer, _ other: UnsafeRawBufferPointer, _ folded: ([UInt8], [UInt8]) -> Bool,
        plain: (UnsafeRawBufferPointer, TextMatch.Needle) -> Bool
    ) -> Bool {
        guard options.contains(.diacriticInsensitive), let folding else { return plain(text, needle(for: other)) }
        return folded(
            Array(folding(String(decoding: text, as: UTF8.self), options).utf8),
            Array(folding(String(decoding: other, as: UTF8.self), options).utf8))
    }

    /// Two strings, or two values of data: one kind never contains the other.
    private func texts(_ left: Value, _ right: Value) -> (UnsafeRawBufferPointer, UnsafeRawBufferPointer)? {
        switch (left, right) {
        case (.string(let left), .string(let right)), (.binary(let left), .binary(let right)): (left, right)
        default: nil
        }
    }
}

// MARK: - Groups of values

extension ValueRelation {
    /// Whether the values of two operands have the relation.
    ///
    /// Source: file-format/queries.md, "Links, lists, sets, dictionaries".
    func holds(
        _ left: ValueGroups, _ leftQuantifier: Operand.Quantifier?,
        _ right: ValueGroups, _ rightQuantifier: Operand.Quantifier?
    ) -> Bool {
        for rightGroup in 0..<right.groupCount {
            for leftGroup in 0..<left.groupCount {
                let (leftValues, rightValues) = (left.group(leftGroup), right.group(rightGroup))
                let isHeld: Bool
                if left.isList, right.isList, leftQuantifier == nil, rightQuantifier == nil {
                    isHeld = holdsForWholes(leftValues, rightValues)
                } else if left.isList, right.isList, leftQuantifier == .all, rightQuantifier ?? .any == .any,
                    relation == .equal || relation == .isIn, leftValues.count > 2, rightValues.count > 2
                {
                    isHeld = isMerged(leftValues, into: rightValues)
                } else {
                    isHeld = ValueRelation.quantify(left.isList ? leftQuantifier : nil, leftValues) { left in
                        ValueRelation.quantify(right.isList ? rightQuantifier : nil, rightValues) { holds(left, $0) }
                    }
                }
                if isHeld { return true }
            }
        }
        return false
    }

    private static func quantify(
        _ quantifier: Operand.Quantifier?, _ values: ArraySlice<Value>, _ holds: (Value) -> Bool
    ) -> Bool {
        switch quantifier {
        case .any?, nil: values.contains(where: holds)
        case .all?: values.allSatisfy(holds)
        case Operand.Quantifier.none?: !values.contains(where: holds)
        }
    }

    /// Whether every value on the left has its own counterpart on the right.
    ///
    /// Realm Core merges two sorted lists of more than two values each, so that a value that occurs twice must occur
    /// twice on the right.
    private func isMerged(_ left: ArraySlice<Value>, into right: ArraySlice<Value>) -> Bool {
        let lefts = left.sorted { ValueOrder.compare($0, $1) < 0 }
        let rights = right.sorted { ValueOrder.compare($0, $1) < 0 }
        var next = 0
        for value in rights where next < lefts.count {
            if holds(lefts[next], value) {
                next += 1
            } else if ValueOrder.compare(lefts[next], value) < 0 {
                return false
            }
        }
        return next == lefts.count
    }

    /// Two lists element by element; lists of different lengths are unequal and unordered.
    private func holdsForWholes(_ left: ArraySlice<Value>, _ right: ArraySlice<Value>) -> Bool {
        guard left.count == right.count else { return relation == .notEqual }
        return zip(left, right).allSatisfy { holds($0, $1) }
    }
}
