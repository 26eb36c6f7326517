/// Taking links out of values, or leading them elsewhere, wherever in one column of one object they are.
extension ObjectEditor {
    /// Lets every link that equals `link` lead to `target`, or nowhere: then a single value and a value of a dictionary
    /// become null, an element of a list or set goes. Backlinks are the caller's.
    func redirect(
        _ link: Value, to target: Value?, in column: Column, of key: ObjectKey, in table: TableEditor
    ) throws(FormatError) {
        let position = try position(of: key, in: table)
        guard column.collection == nil else {
            guard let root = try table.slot(of: column, at: position).ref else { return }
            let changed = try redirected(link, to: target, in: root, of: column)
            if changed != root { try table.setSlot(Slot(changed), of: column, at: position) }
            return
        }
        let old = try table.value(of: column, at: position)
        if ObjectEditor.isSame(old, link) {
            try removeFromIndex(of: column, old, key, in: table)
            try table.set(target ?? .null, of: column, at: position)
            try insertIntoIndex(of: column, target ?? .null, key, in: table)
        } else if let moved = movedRoot(old, try redirected(link, to: target, in: old, depth: 0)) {
            try setNestedRoot(moved, of: column, of: key, in: table)
        }
    }

    /// The root of a collection property in which links were redirected.
    private func redirected(
        _ link: Value, to target: Value?, in root: Ref, of column: Column
    ) throws(FormatError) -> Ref {
        switch column.collection {
        case .list:
            var list = try ListEditor(root: root, of: column, in: arena)
            try redirect(link, to: target, in: &list, depth: 0)
            return list.root
        case .set:
            var set = try SetEditor(root: root, of: column, in: arena)
            if try set.remove(link) != nil, let target { _ = try set.insert(target) }
            return set.root
        case .dictionary:
            var dictionary = try DictionaryEditor(root: root, hasIntegerKeys: column.hasIntegerKeys, in: arena)
            try redirect(link, to: target, in: &dictionary, depth: 0)
            return dictionary.root
        case nil: preconditionFailure("a single value has no root")
        }
    }

    /// A value in which links of nested collections were redirected.
    private func redirected(
        _ link: Value, to target: Value?, in value: Value, depth: Int
    ) throws(FormatError) -> Value {
        guard depth <= NestedCollection.maximumDepth else {
            throw FormatError(.badCollection, at: .none, "collections are nested too deep")
        }
        switch value {
        case .list(let root) where !root.isNone:
            var list = try ListEditor(root: root, of: .nestedMixed, in: arena)
            try LargeStack.descend(from: depth) { () throws(FormatError) in
                try redirect(link, to: target, in: &list, depth: depth)
            }
            return .list(list.root)
        case .dictionary(let root) where !root.isNone:
            var dictionary = try DictionaryEditor(root: root, in: arena)
            try LargeStack.descend(from: depth) { () throws(FormatError) in
                try redirect(link, to: target, in: &dictionary, depth: depth)
            }
            return .dictionary(dictionary.root)
        default: return value
        }
    }

    private func redirect(
        _ link: Value, to target: Value?, in list: inout ListEditor, depth: Int
    ) throws(FormatError) {
        for index in stride(from: list.count - 1, through: 0, by: -1) {
            let value = try list.value(at: index)
            if ObjectEditor.isSame(value, link) {
                if let target { try list.set(target, at: index) } else { try list.remove(at: index) }
            } else if let moved = movedRoot(value, try redirected(link, to: target, in: value, depth: depth + 1)) {
                try list.setNestedRoot(moved, at: index)
            }
        }
    }

    private func redirect(
        _ link: Value, to target: Value?, in dictionary: inout DictionaryEditor, depth: Int
    ) throws(FormatError) {
        for index in 0..<dictionary.count {
            let value = try dictionary.value(at: index)
            if ObjectEditor.isSame(value, link) {
                try dictionary.set(target ?? .null, at: index)
            } else if let moved = movedRoot(value, try redirected(link, to: target, in: value, depth: depth + 1)) {
                try dictionary.setNestedRoot(moved, at: index)
            }
        }
    }

    /// The root of a nested collection that has moved; nil if it has not.
    private func movedRoot(_ old: Value, _ new: Value) -> Ref? {
        switch (old, new) {
        case (.list(let old), .list(let new)), (.dictionary(let old), .dictionary(let new)): old == new ? nil : new
        default: nil
        }
    }

    private static func isSame(_ value: Value, _ link: Value) -> Bool {
        if case .link(let table, let key) = value, case .link(table, key) = link { true } else { false }
    }
}
