// Constants take the type of the other side, if that is exact.

extension PredicateCompiler {
    /// A constant operand compared with `other`.
    mutating func constant(_ operand: Operand, for other: Side, _ options: ComparisonOptions) throws(QueryError) -> Side
    {
        switch operand {
        case .value(let value): return try side([value], as: other, isList: false, nil, options)
        case .list(let values, let quantifier): return try side(values, as: other, isList: true, quantifier, options)
        case .arithmetic, .path, .subquery: return try side(operand, options)
        }
    }

    func side(
        _ values: [QueryValue], as other: Side?, isList: Bool, _ quantifier: Operand.Quantifier?,
        _ options: ComparisonOptions = []
    ) throws(QueryError) -> Side {
        var constants: [Value] = []
        var types: [ValueType?] = []
        for value in values {
            let (converted, type) = try converted(value, for: other, options)
            if isList, options.contains(.sdkRules) { try checkElement(converted, type, value, for: other) }
            constants.append(converted)
            types.append(type)
        }
        var side = Side(reader: ConstantReader(constants, isList: isList), type: isList ? .mixed : types.first ?? nil)
        side.isList = isList
        side.takesQuantifier = isList
        side.quantifier = quantifier
        side.constants = constants
        side.text = values.count == 1 ? values[0].text : "{\(values.count) values}"
        return side
    }

    /// The SDK refuses a list with a value that can never be equal.
    private func checkElement(
        _ element: Value, _ type: ValueType?, _ value: QueryValue, for other: Side?
    ) throws(QueryError) {
        guard let wanted = other?.type, let type, wanted != .mixed, type != .mixed, wanted != type else { return }
        // Other numbers compared with an int are fractions or decimals.
        guard wanted.isNumeric, type.isNumeric, wanted != .int || type == .decimal else {
            throw error(
                "Unsupported comparison between '\(other?.text ?? "")' of type '\(wanted.queryName)' and "
                    + "'\(value.text)' of type '\(type.queryName)'", at: other?.offset)
        }
    }

    /// The value in the form in which it is compared with `other`, and its type.
    private func converted(
        _ value: QueryValue, for other: Side?, _ options: ComparisonOptions
    ) throws(QueryError) -> (Value, ValueType?) {
        let value = value.read(as: other?.type)
        if value.isNull { return (.null, PredicateCompiler.typeOfNull(other?.type)) }
        if let link = try link(value, for: other) { return (link, .link) }
        if case .shape(let shape) = value {
            throw error(
                "\(shape.text) can only stand alone on the right of GEOWITHIN or IN, behind a property that links to a "
                    + "point", at: other?.offset)
        }
        let plain = value.value(in: scratch)
        guard let hint = other?.type else { return (plain, value.type) }
        if case .double(let number) = plain, number.isInfinite, !hint.isNumeric || hint == .int, hint != .mixed {
            throw error("Infinity not supported for \(hint.queryName)")
        }
        let isSDK = options.contains(.sdkRules)
        switch (plain, hint) {
        case (.int(let number), .decimal): return (.decimal(Decimal128Bits(number)), .decimal)
        case (.int(let number), .double) where isSDK: return (.double(Double(number)), .double)
        case (.int(let number), .float) where isSDK: return (.float(Float(number)), .float)
        case (.int(let number), .bool) where isSDK && (number == 0 || number == 1): return (.bool(number == 1), .bool)
        case (.bool(let flag), .int) where isSDK: return (.int(flag ? 1 : 0), .int)
        case (.double(let number), .float): return (.float(Float(number)), .float)
        case (.double(let number), .decimal):
            if case .written(_, let digits) = value, let decimal = Decimal128Bits(text: digits) {
                return (.decimal(decimal), .decimal)
            }
            return (.decimal(Decimal128Bits(number)), .decimal)
        case (.double(let number), .int):
            return Int64(exactly: number).map { (.int($0), .int) } ?? (plain, .double)
        case (.float(let number), .int): return Int64(exactly: number).map { (.int($0), .int) } ?? (plain, .float)
        case (.float(let number), .double) where isSDK: return (.double(Double(number)), .double)
        // The SDK accepts texts only for decimals and UUIDs.
        case (.string(let bytes), .int), (.string(let bytes), .float), (.string(let bytes), .double):
            guard !isSDK else { return (plain, .string) }
            return PredicateCompiler.number(String(decoding: bytes, as: UTF8.self), hint).map { ($0, hint) }
                ?? (plain, .string)
        case (.string(let bytes), .decimal):
            return PredicateCompiler.number(String(decoding: bytes, as: UTF8.self), hint).map { ($0, hint) }
                ?? (plain, .string)
        case (.string(let bytes), .uuid) where isSDK:
            return ExactTextReader.uuid(Array(bytes)).map { (.uuid($0), .uuid) } ?? (plain, .string)
        default: return (plain, value.type)
        }
    }

    /// Null compared with texts and data counts as one of them.
    private static func typeOfNull(_ other: ValueType?) -> ValueType? {
        other == .string || other == .binary ? other : nil
    }

    private static func number(_ text: String, _ type: ValueType) -> Value? {
        switch type {
        case .int: Int64(text).map { .int($0) }
        case .float: Float(text).map { .float($0) }
        case .double: Double(text).map { .double($0) }
        case .decimal: Decimal128Bits(text: text).map { .decimal($0) }
        default: nil
        }
    }

    // MARK: Objects

    /// The link for a constant; nil if there is none.
    private func link(_ value: QueryValue, for other: Side?) throws(QueryError) -> Value? {
        let link: Value
        switch value {
        case .objectKey(let key):
            guard let target = other?.target else { return .link(cursor.table.key, key) }
            return .link(target.key, key)
        case .link(let table, let key): link = key.isNull ? .null : .link(table, key)
        case .managed(let table, let key, let origin):
            guard context.origin == origin else {
                throw error(
                    "'\(other?.text ?? "")' is compared with an object of another Realm; find it in the one that is "
                        + "queried, by its primary key", at: other?.offset)
            }
            link = .link(table, key)
        case .object(let className, let primaryKey): link = try object(className, primaryKey, for: other)
        default: return nil
        }
        if case .link(let table, let key) = link, let target = other?.target, target.key != table {
            let name = context.group.table(table)?.displayName ?? "\(table.value)"
            throw error(
                "The relationship '\(other?.text ?? "")' which links to type '\(target.displayName)' cannot be "
                    + "compared to an argument of type '\(name)' with key \(key.value)", at: other?.offset)
        }
        return link
    }

    private func object(
        _ className: String, _ primaryKey: QueryValue, for other: Side?
    ) throws(QueryError) -> Value {
        let plain =
            className.hasPrefix(Table.classPrefix) ? String(className.dropFirst(Table.classPrefix.count)) : className
        guard let table = context.group.table(ofClass: className) ?? context.group.table(ofClass: plain) else {
            let names = context.group.tables.compactMap(\.className)
            throw error(
                "Unknown object type '\(className)'",
                suggestions: PredicateError.suggestions(for: plain, among: names))
        }
        guard let column = table.primaryKey else {
            throw error("Class '\(table.displayName)' has no primary key by which obj() could find an object")
        }
        if let target = other?.target, target.key != table.key {
            throw error(
                "The relationship '\(other?.text ?? "")' which links to type '\(target.displayName)' cannot be "
                    + "compared to an argument of type '\(table.displayName)' with primary key '\(primaryKey.text)'",
                at: other?.offset)
        }
        let key = primaryKey.value(in: scratch)
        guard primaryKey.isNull ? column.isNullable : primaryKey.type == column.type else { return .null }
        let found = try reading(table.find(primaryKey: key))
        return found.map { .link(table.key, $0.key) } ?? .null
    }
}
