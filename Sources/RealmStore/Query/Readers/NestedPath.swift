/// Steps into lists and dictionaries inside mixed values, and over links in them.
struct NestedPath {
    let steps: [PropertyPath.Step]
    let group: Group
    let names: PropertyNames
    let space: NodeSpace

    /// Whether a value gives at most one.
    var isUnary: Bool { !steps.contains { $0 == .every || $0 == .values || $0 == .keys } }

    /// Adds the values at the end of the path, with a group for each collection that it ends in.
    func read(_ value: Value, into values: inout ValueGroups) throws(FormatError) {
        var limit = NestedCollection.Limit(space)
        try visit(0, value, &values, &limit)
    }

    private func visit(
        _ index: Int, _ value: Value, _ values: inout ValueGroups, _ limit: inout NestedCollection.Limit
    ) throws(FormatError) {
        let isLast = index == steps.count - 1
        func take(_ element: Value) throws(FormatError) {
            if isLast { values.append(element) } else { try visit(index + 1, element, &values, &limit) }
        }
        switch (value, steps[index]) {
        case (.dictionary(let root), .keys):
            try limit.enter(root)
            let tree = try DictionaryTree(root, hasIntegerKeys: false, in: space)
            for position in 0..<tree.count { try take(tree.key(at: position)) }
        case (.dictionary(let root), let step):
            guard let selection = step.dictionarySelection else { break }
            try limit.enter(root)
            let tree = try DictionaryTree(root, hasIntegerKeys: false, in: space)
            try selection.forEach(in: tree, missing: isLast ? .null : nil, take)
        case (.list(let root), let step):
            guard let selection = step.listSelection else { break }
            try limit.enter(root)
            try selection.forEach(in: CollectionTree.nestedList(root, in: space), missing: nil, take)
        case (.link(let table, let key), .property(let name)), (.link(let table, let key), .key(let name)):
            try follow(table, key, name, take)
        default: break
        }
        if isLast { values.endGroup() }
    }

    /// A property of the object that a mixed value links to; none if there is no such single-valued property.
    private func follow(
        _ tableKey: TableKey, _ key: ObjectKey, _ name: String, _ take: (Value) throws(FormatError) -> Void
    ) throws(FormatError) {
        guard let table = group.table(tableKey),
            let column = table.column(named: names.column(name, table.displayName) ?? name), column.collection == nil,
            let position = try table.objects().find(key)
        else { return }
        try take(table.value(of: column, at: position))
    }
}

extension PropertyPath.Step {
    /// The step into a list; nil if it does not lead into a list.
    var listSelection: ElementSelection? {
        switch self {
        case .position(let position): .position(position)
        case .last: .last
        case .every: .every
        default: nil
        }
    }

    /// The step into a dictionary; nil if it does not lead into a dictionary.
    var dictionarySelection: ElementSelection? {
        switch self {
        case .property(let key), .key(let key): .key(Array(key.utf8))
        case .every, .values: .every
        default: nil
        }
    }
}
