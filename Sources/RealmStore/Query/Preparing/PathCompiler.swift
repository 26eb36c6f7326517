/// Looks up the properties of a path and builds the reader of the values at its end.
struct PathCompiler {
    let compiler: PredicateCompiler
    private let options: ComparisonOptions
    /// Whether values of a dictionary at the end of a path count as objects, except null.
    private var followsDictionaries = false

    init(_ compiler: PredicateCompiler, _ options: ComparisonOptions) {
        self.compiler = compiler
        self.options = options
    }

    /// The position reached on a path.
    private struct Walk {
        let objects: ObjectPath
        var rest: ArraySlice<PropertyPath.Step>
        let path: PropertyPath

        var table: Table { objects.end.table }
    }

    typealias Side = PredicateCompiler.Side

    // MARK: Objects

    /// The objects that a path leads to, for a subquery.
    mutating func objects(_ path: PropertyPath) throws(QueryError) -> ObjectPath {
        followsDictionaries = true
        var walk = try start(path)
        try follow(&walk)
        guard walk.rest.isEmpty, let last = walk.objects.hops.last else {
            if case .property(let name)? = walk.rest.first, let column = column(name, walk.table), walk.rest.count == 1
            {
                let what = column.collection == nil ? "is type '\(column.type.queryName)'" : "holds values, no objects"
                throw error("A subquery must operate on a list property, but '\(name)' \(what)", path)
            }
            throw unknown(walk)
        }
        guard last.kind == .backlinks || last.kind == .elements, last.selection == .every, !isSet(last, walk) else {
            throw error("A subquery must operate on a list property, but '\(path.text)' is type 'link'", path)
        }
        return walk.objects
    }

    /// The objects at the end of a path; nil if it ends with values, or with the object itself.
    mutating func objects(atEndOf path: PropertyPath) throws(QueryError) -> ObjectPath? {
        followsDictionaries = true
        var walk = try start(path)
        try follow(&walk)
        return walk.rest.isEmpty && !walk.objects.hops.isEmpty ? walk.objects : nil
    }

    private func isSet(_ hop: ObjectPath.Hop, _ walk: Walk) -> Bool {
        guard hop.kind == .elements else { return false }
        let column = walk.objects.cursors[walk.objects.hops.count - 1].column(hop.column)
        return column.collection == .set && !options.contains(.sdkRules)
    }

    private func start(_ path: PropertyPath) throws(QueryError) -> Walk {
        var rest = path.steps[...]
        if case .variable(let name)? = rest.first {
            guard name == compiler.variable else {
                throw compiler.error(
                    "'\(name)' is not the variable of this subquery", at: path.offset,
                    suggestions: compiler.variable.map { [$0] } ?? [])
            }
            rest = rest.dropFirst()
        }
        return Walk(objects: ObjectPath(compiler.cursor), rest: rest, path: path)
    }

    /// Follows links as far as they lead.
    private func follow(_ walk: inout Walk) throws(QueryError) {
        while let step = walk.rest.first {
            switch step {
            case .property(let name):
                if let column = column(name, walk.table) {
                    guard column.type == .link else { return }
                    guard try follow(column, name, &walk) else { return }
                } else if let origin = compiler.context.names.linkingObjects(name, walk.table.displayName) {
                    try addBacklinks(origin.className, origin.property, &walk)
                    walk.rest = walk.rest.dropFirst()
                } else {
                    throw unknown(walk)
                }
            case .backlinks(let className, let property):
                try addBacklinks(className, property, &walk)
                walk.rest = walk.rest.dropFirst()
            default: return
            }
        }
    }

    /// Follows one column of links with the index or key after it.
    ///
    /// - Returns: false if the path asks for keys, or ends with the values of a dictionary.
    private func follow(_ column: Column, _ name: String, _ walk: inout Walk) throws(QueryError) -> Bool {
        guard let target = compiler.context.group.table(column.oppositeTable) else {
            throw .damaged(FormatError(.badTable, at: walk.table.ref, "link column '\(column.name)' leads nowhere"))
        }
        let rest = walk.rest.dropFirst()
        let next = rest.first
        var selection = ElementSelection.every
        var taken = 1
        switch column.collection {
        case nil: break
        case .list, .set:
            if let chosen = next?.listSelection {
                guard column.collection == .list || chosen == .every else { throw noIndex(name, next, walk) }
                (selection, taken) = (chosen, 2)
            }
        case .dictionary:
            if next == .keys { return false }
            if let chosen = next?.dictionarySelection, !isProperty(next, of: target) {
                (selection, taken) = (chosen, 2)
            }
            let behind = rest.dropFirst(taken - 1).first
            let isEvery = selection == .every
            // The SDK considers null among all values; Realm's query language only objects.
            let asksValues = behind == nil && (!isEvery || options.contains(.sdkRules)) || behind == .count && !isEvery
            if asksValues, !followsDictionaries { return false }
        }
        let kind: ObjectPath.Hop.Kind =
            switch column.collection {
            case nil: .link
            case .list, .set: .elements
            case .dictionary: .dictionary
            }
        try add(kind, column, selection, to: target, walk)
        walk.rest = walk.rest.dropFirst(taken)
        return true
    }

    private func isProperty(_ step: PropertyPath.Step?, of table: Table) -> Bool {
        guard case .property(let name)? = step else { return false }
        return column(name, table) != nil || compiler.context.names.linkingObjects(name, table.displayName) != nil
    }

    private func addBacklinks(_ className: String, _ property: String, _ walk: inout Walk) throws(QueryError) {
        let group = compiler.context.group
        let plain =
            className.hasPrefix(Table.classPrefix) ? String(className.dropFirst(Table.classPrefix.count)) : className
        guard let origin = group.table(ofClass: plain), let link = column(property, origin), link.type == .link,
            let backlink = walk.table.backlinkColumns.first(where: {
                $0.oppositeTable == origin.key && $0.oppositeColumn == link.key
            })
        else {
            throw error(
                "No property '\(property)' found in type '\(className)' which links to type "
                    + "'\(walk.table.displayName)'",
                walk.path)
        }
        try add(.backlinks, backlink, .every, to: origin, walk)
    }

    private func add(
        _ kind: ObjectPath.Hop.Kind, _ column: Column, _ selection: ElementSelection, to target: Table, _ walk: Walk
    ) throws(QueryError) {
        let objects = walk.objects
        guard objects.hops.count < Predicate.maximumDepth else {
            throw error("A path leads over \(Predicate.maximumDepth) links at most", walk.path)
        }
        try compiler.reading(objects.add(kind, column, selection, to: target))
    }

    // MARK: Names

    private func column(_ name: String, _ table: Table) -> Column? {
        table.column(named: compiler.context.names.column(name, table.displayName) ?? name)
    }

    private func error(_ message: String, _ path: PropertyPath, suggestions: [String] = []) -> QueryError {
        compiler.error(message, at: path.offset, suggestions: suggestions)
    }

    private func unknown(_ walk: Walk) -> QueryError {
        guard case .property(let name)? = walk.rest.first else {
            return error("'\(walk.path.text)' asks for what '\(walk.table.displayName)' does not have", walk.path)
        }
        let className = walk.table.displayName
        let known = walk.table.columns.map(\.name) + compiler.context.names.others(className)
        return error(
            "'\(className)' has no property '\(name)'", walk.path,
            suggestions: PredicateError.suggestions(for: name, among: known))
    }

    private func noIndex(_ name: String, _ step: PropertyPath.Step?, _ walk: Walk) -> QueryError {
        let index = PropertyPath(nil, step.map { [$0] } ?? []).text
        return error("Property '\(walk.table.displayName).\(name)' does not support index '\(index)'", walk.path)
    }

    // MARK: Ends

    mutating func side(_ path: PropertyPath) throws(QueryError) -> Side {
        var walk = try start(path)
        try follow(&walk)
        var side: Side
        switch walk.rest.first {
        case nil: side = objectSide(walk)
        case .property(let name):
            guard let column = column(name, walk.table) else { throw unknown(walk) }
            side = try columnSide(column, walk.rest.dropFirst(), walk)
        default: side = try computedSide(walk)
        }
        if let quantifier = path.quantifier { side.quantifier = quantifier }
        side.offset = path.offset
        side.text = path.text
        return side
    }

    private func objectSide(_ walk: Walk) -> Side {
        let reader = PathReader(walk.objects, walk.objects.hops.isEmpty ? .object : .links)
        var side = Side(reader: reader, type: .link)
        side.isList = !walk.objects.isUnary
        side.target = walk.table
        return side
    }

    /// A value computed from the objects at the end of a path.
    private func computedSide(_ walk: Walk) throws(QueryError) -> Side {
        let behind = walk.rest.dropFirst()
        switch walk.rest.first {
        case .count where behind.isEmpty && !walk.objects.hops.isEmpty:
            var side = Side(reader: LinkCountReader(walk.objects), type: .int)
            side.isList = !walk.objects.hops.dropLast().allSatisfy { $0.kind == .link }
            return side
        case .allBacklinks where behind.count == 1 && behind.first == .count:
            return Side(reader: BacklinkCountReader(walk.objects), type: .int)
        case .aggregate(let operation):
            guard case .property(let name)? = behind.first, behind.count == 1, !walk.objects.hops.isEmpty else {
                throw error("Operation '\(operation.rawValue)' needs a property of a collection's objects", walk.path)
            }
            guard let column = column(name, walk.table) else {
                throw unknown(Walk(objects: walk.objects, rest: behind, path: walk.path))
            }
            return try linkAggregate(operation, column, walk)
        default: throw unknown(walk)
        }
    }

    private func linkAggregate(
        _ operation: AggregateOperation, _ column: Column, _ walk: Walk
    ) throws(QueryError) -> Side {
        let datesAllowed = options.contains(.sdkRules)
        guard column.collection == nil,
            Aggregation.isPossible(operation, of: column.type, datesAllowed: datesAllowed)
        else { throw error("collection aggregate not supported for type '\(column.type.queryName)'", walk.path) }
        return Side(
            reader: LinkAggregateReader(walk.objects, column, operation),
            type: Aggregation.type(operation, of: column.type))
    }

    /// A property that is not a link, and the steps after it.
    private func columnSide(
        _ column: Column, _ rest: ArraySlice<PropertyPath.Step>, _ walk: Walk
    ) throws(QueryError) -> Side {
        if column.collection == nil { return try valueSide(column, rest, walk) }
        var rest = rest
        let number = walk.objects.end.add(column)
        let isDictionary = column.collection == .dictionary
        switch rest.first {
        case .count where rest.count == 1: return collectionSide(.elementCount(number), .int, walk, isSingle: true)
        case .keys where isDictionary && rest.count == 1:
            return collectionSide(.keys(number), .string, walk)
        case .aggregate(let operation) where rest.count == 1:
            guard Aggregation.isPossible(operation, of: column.type, datesAllowed: options.contains(.sdkRules)) else {
                throw error("Cannot use aggregate '.\(operation.rawValue)' for this type of property", walk.path)
            }
            return collectionSide(
                .aggregate(number, operation, column.type), Aggregation.type(operation, of: column.type), walk,
                isSingle: true)
        default: break
        }
        var selection = ElementSelection.every
        if let step = rest.first, !isLength(step, rest, column) {
            if let chosen = isDictionary ? step.dictionarySelection : step.listSelection {
                guard column.collection != .set || chosen == .every else { throw noIndex(column.name, step, walk) }
                selection = chosen
                rest = rest.dropFirst()
            } else if step != .type {
                throw noProperty(column, step, walk)
            }
        }
        let end: PathReader.End = isDictionary ? .dictionary(number, selection) : .elements(number, selection)
        return try elementSide(column, end, selection, rest, walk)
    }

    private func isLength(_ step: PropertyPath.Step, _ rest: ArraySlice<PropertyPath.Step>, _ column: Column) -> Bool {
        let hasLength = column.type == .string || column.type == .binary || column.type == .mixed
        return step == .property("length") && rest.count == 1 && column.collection != .dictionary && hasLength
    }

    private func collectionSide(
        _ end: PathReader.End, _ type: ValueType, _ walk: Walk, isSingle: Bool = false
    ) -> Side {
        var side = Side(reader: PathReader(walk.objects, end), type: type)
        side.isList = !isSingle || !walk.objects.isUnary
        if case .keys = end { side.quantifier = impliedQuantifier(side) }
        return side
    }

    /// In the SDK's predicates keys and values of dictionaries, and values inside mixed values, need no ANY.
    private func impliedQuantifier(_ side: Side) -> Operand.Quantifier? {
        side.isList && options.contains(.sdkRules) ? .any : nil
    }

    /// Elements of a collection, with steps into their content.
    private func elementSide(
        _ column: Column, _ end: PathReader.End, _ selection: ElementSelection, _ rest: ArraySlice<PropertyPath.Step>,
        _ walk: Walk
    ) throws(QueryError) -> Side {
        let isDictionary = column.collection == .dictionary
        let isLinks = column.type == .link
        let (nested, conversion, asksType) = try nestedSteps(rest, of: column, walk)
        var side = Side(
            reader: PathReader(walk.objects, end, nested: nested, conversion: conversion),
            type: conversion == .size ? .int : isDictionary && !(isLinks && selection == .every) ? .mixed : column.type)
        side.isList = !isDictionary || selection == .every || !(nested?.isUnary ?? true) || !walk.objects.isUnary
        side.takesQuantifier = true
        side.isValueCollection = !isDictionary && conversion == .none
        side.asksType = asksType
        if isDictionary && !isLinks || nested != nil { side.quantifier = impliedQuantifier(side) }
        if isLinks, options.contains(.sdkRules) {
            side.target = compiler.context.group.table(column.oppositeTable)
        }
        guard !asksType || isDictionary || column.type == .mixed else { throw constantType(walk) }
        return side
    }

    private func valueSide(
        _ column: Column, _ rest: ArraySlice<PropertyPath.Step>, _ walk: Walk
    ) throws(QueryError) -> Side {
        if case .aggregate(let operation)? = rest.first, rest.count == 1, !walk.objects.isUnary {
            return try linkAggregate(operation, column, walk)
        }
        let (nested, conversion, asksType) = try nestedSteps(rest, of: column, walk)
        guard !asksType || column.type == .mixed else { throw constantType(walk) }
        let number = walk.objects.end.add(column)
        var side = Side(
            reader: PathReader(walk.objects, .value(number), nested: nested, conversion: conversion),
            type: conversion == .size ? .int : column.type)
        side.isList = !walk.objects.isUnary || !(nested?.isUnary ?? true)
        side.takesQuantifier = nested != nil
        side.asksType = asksType
        if nested != nil { side.quantifier = impliedQuantifier(side) }
        if walk.objects.hops.isEmpty, nested == nil, conversion == .none, !asksType { side.column = number }
        return side
    }

    /// The steps that may follow a value: steps into mixed values, then its size or type.
    private func nestedSteps(
        _ steps: ArraySlice<PropertyPath.Step>, of column: Column, _ walk: Walk
    ) throws(QueryError) -> (NestedPath?, PathReader.Conversion, asksType: Bool) {
        var steps = steps
        var conversion = PathReader.Conversion.none
        var asksType = false
        let holdsAnything = column.type == .mixed || (column.collection == .dictionary && column.type == .link)
        let hasSize = holdsAnything || column.type == .string || column.type == .binary
        if let last = steps.last {
            if last == .type {
                asksType = true
                steps = steps.dropLast()
            } else if hasSize, last == .count || isLength(last, steps.suffix(1), column) && column.collection != nil {
                conversion = .size
                steps = steps.dropLast()
            }
        }
        guard let first = steps.first else { return (nil, conversion, asksType) }
        guard holdsAnything else { throw noProperty(column, first, walk) }
        for step in steps where step.listSelection == nil && step.dictionarySelection == nil && step != .keys {
            throw noProperty(column, step, walk)
        }
        let context = compiler.context
        let nested = NestedPath(
            steps: Array(steps), group: context.group, names: context.names, space: walk.table.space)
        return (nested, conversion, asksType)
    }

    private func noProperty(_ column: Column, _ step: PropertyPath.Step, _ walk: Walk) -> QueryError {
        let text = PropertyPath(nil, [step]).text
        return error("Property '\(walk.table.displayName).\(column.name)' has no property '\(text)'", walk.path)
    }

    private func constantType(_ walk: Walk) -> QueryError {
        error(
            "'\(walk.path.text)' is known without looking at objects: only mixed values have a @type to ask for",
            walk.path)
    }
}

extension PredicateCompiler {
    mutating func side(_ path: PropertyPath, _ options: ComparisonOptions) throws(QueryError) -> Side {
        var walker = PathCompiler(self, options)
        return try walker.side(path)
    }
}
