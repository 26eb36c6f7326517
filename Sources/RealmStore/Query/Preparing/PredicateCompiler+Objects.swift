// Comparisons with things that are not rows of a table: objects outside of Realms, and values stored as objects.

extension PredicateCompiler {
    /// The test of a comparison with such an object, or of links of a collection with null; nil for any other.
    mutating func objectTest(_ comparison: Predicate.Comparison) throws(QueryError) -> (any RowTest)? {
        switch (comparison.left, comparison.right) {
        case (.path(let path), .value(let value)) where value.isNoRow(beside: path, comparison.options):
            return try objectTest(path, comparison, value)
        case (.value(let value), .path(let path)) where value.isNoRow(beside: path, comparison.options):
            var mirrored = comparison
            if let relation = comparison.relation.mirrored { mirrored.relation = relation }
            // An object in a collection: one of the elements is equal to it.
            var path = path
            if comparison.relation == .isIn, path.quantifier == nil { path.quantifier = .any }
            (mirrored.left, mirrored.right) = (.path(path), .value(value))
            return try objectTest(path, mirrored, value)
        case (.path, .list(let values, let quantifier))
        where values.contains(where: \.isNoRow) && (quantifier ?? .any) == .any
            && (comparison.relation == .isIn || comparison.relation == .equal):
            return try test(
                .or(
                    values.map {
                        .compare(comparison.left, .equal, .value($0), comparison.options, at: comparison.offset)
                    }))
        default: return nil
        }
    }

    private mutating func objectTest(
        _ path: PropertyPath, _ comparison: Predicate.Comparison, _ value: QueryValue
    ) throws(QueryError) -> (any RowTest)? {
        var walker = PathCompiler(self, comparison.options)
        let objects = try walker.objects(atEndOf: path)
        if case .unmanaged(let className, _) = value, let objects { try checkClass(className, of: objects, path) }
        guard let objects, !value.isStranger || !objects.hasNulls else {
            guard !value.isNull else { return nil }
            // Among values that may be null, an object outside of Realms is null.
            var plain = comparison
            plain.right = .value(.null)
            return try test(.comparison(plain))
        }
        let isEqual = comparison.relation != .notEqual
        guard isEqual ? comparison.relation.isEquality : true else {
            throw error(
                "Unsupported operator \(comparison.relation.name) in query. Only equal (==) and not equal (!=) are "
                    + "supported for this type.", at: comparison.offset)
        }
        guard !objects.isMany || path.quantifier == .any || path.quantifier == Operand.Quantifier.none else {
            throw error(
                "Key paths that include a collection property must use aggregate operations such as ANY: "
                    + "'\(path.text)'", at: path.offset)
        }
        let test: any RowTest
        switch value {
        case .members(let members): test = try memberTest(members, objects, path, isEqual)
        case .unmanaged: test = objects.isMany ? strangerTest(objects, isEqual) : ConstantTest(!isEqual)
        default:
            guard objects.isMany else { return nil }
            test = strangerTest(objects, isEqual)
        }
        return path.quantifier == Operand.Quantifier.none ? NegationTest(test) : test
    }

    /// No object of a collection is null or an object outside of Realms; all differ from it.
    private func strangerTest(_ objects: ObjectPath, _ isEqual: Bool) -> any RowTest {
        isEqual ? ConstantTest(false) : linked(objects, ConstantTest(true))
    }

    /// Tests whether one object at the end of a path has all the values in its properties.
    private mutating func memberTest(
        _ members: ObjectMembers, _ objects: ObjectPath, _ path: PropertyPath, _ isEqual: Bool
    ) throws(QueryError) -> any RowTest {
        try checkClass(members.className, of: objects, path)
        var inner = nested(for: objects.end, variable: "$members")
        var tests: [any RowTest] = []
        for member in members.members {
            guard let value = member.value else {
                throw error(
                    "Unsupported property '\(members.className).\(member.name)' for memberwise equality: links and "
                        + "collections cannot be compared", at: path.offset)
            }
            tests.append(try inner.test(.compare(.property(member.name), .equal, .value(value), .sdkRules)))
        }
        // A link without an object counts as an object without values.
        let isEmpty = members.members.allSatisfy { $0.value == .null }
        let test = linked(objects, ConjunctionTest(tests), orElse: isEmpty)
        if isEqual { return test }
        guard objects.hops.last?.isCollection == true else { return NegationTest(test) }
        // There must be elements, all different.
        return ConjunctionTest([linked(objects, ConstantTest(true)), NegationTest(test)])
    }

    /// Tests whether one of the objects at the end of a path meets a condition.
    ///
    /// - Parameter fallback: the result for a single link without an object.
    private func linked(_ objects: ObjectPath, _ condition: any RowTest, orElse fallback: Bool = false) -> any RowTest {
        var test = condition
        for hop in objects.hops.indices.reversed() {
            let demand: LinkedTest.Demand = objects.isUnary ? .only(orElse: fallback) : .any
            test = LinkedTest(objects, hop, demand, test)
        }
        return test
    }

    private func checkClass(_ className: String, of objects: ObjectPath, _ path: PropertyPath) throws(QueryError) {
        let wanted = objects.end.table.displayName
        guard wanted != className else { return }
        throw error(
            "An object of class '\(className)' cannot be compared with '\(path.text)', which leads to '\(wanted)'",
            at: path.offset)
    }
}

extension QueryValue {
    /// True for an object identified only by its values or its identity.
    var isNoRow: Bool {
        switch self {
        case .unmanaged, .members: true
        default: false
        }
    }

    /// True for anything that is not an object of a Realm.
    fileprivate var isStranger: Bool {
        if case .unmanaged = self { return true }
        return isNull
    }

    /// The same as `isNoRow`, and for null compared with a path for which the SDK's rules require a quantifier.
    fileprivate func isNoRow(beside path: PropertyPath, _ options: ComparisonOptions) -> Bool {
        isNoRow || (isNull && path.quantifier != nil && options.contains(.sdkRules))
    }
}

extension ObjectPath {
    /// True if there may be any number of objects at the end.
    fileprivate var isMany: Bool { hops.contains(where: \.isCollection) }

    /// True if null may be among the objects at the end.
    fileprivate var hasNulls: Bool { hops.last?.kind == .dictionary && hops.last?.selection == .every }
}

extension ObjectPath.Hop {
    /// True for a hop to any number of objects.
    fileprivate var isCollection: Bool { kind != .link && selection == .every }
}
