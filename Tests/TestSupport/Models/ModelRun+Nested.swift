@testable import RealmStore

/// Changing lists and dictionaries inside mixed values in place.
extension ModelRun {
    /// A step from a collection into a collection that is nested in it.
    enum Step {
        case position(Int)
        case key(ModelValue)
    }

    /// Changes an element somewhere in a mixed value, or in a collection of mixed values.
    func changeNested() throws {
        for _ in 0..<6 {
            guard let place = pickObject(), let columns = state.tables[place.table]?.columns else { return }
            let fit = columns.indices.filter { index in
                columns[index].type == .mixed && columns[index].collection != .set
                    && state[place]?[index].isCollection ?? false
            }
            guard let index = source.pick(fit), let value = state[place]?[index] else { continue }
            var path: [Step] = []
            let inner = descend(value, &path)
            return try changeNested(inner, columns[index], index, at: path, of: place)
        }
    }

    /// Descends to one of the collections in `value`, at random.
    private func descend(_ value: ModelValue, _ path: inout [Step]) -> ModelValue {
        var steps: [(Step, ModelValue)] = []
        switch value {
        case .list(let elements):
            for (position, element) in elements.enumerated() where element.isNestable {
                steps.append((.position(position), element))
            }
        case .dictionary(let entries):
            for key in entries.keys.sorted() {
                if let element = entries[key], element.isNestable { steps.append((.key(key), element)) }
            }
        default: break
        }
        guard source.chance(70), let (step, element) = source.pick(steps) else { return value }
        path.append(step)
        return descend(element, &path)
    }

    private func changeNested(
        _ collection: ModelValue, _ column: ModelColumn, _ index: Int, at path: [Step], of place: ModelPlace
    ) throws {
        let table = try editor(place.table)
        guard let change = NestedChange(of: collection, self) else { return }
        note("\(place) '\(column.name)' at \(path): \(change)")
        let new = try change.new?.made(in: objects.arena, scratch)
        // The first link from a mixed column into a table gives that table a column.
        if let new { try objects.addLinks(in: new, from: place.objectKey, stored(column, in: table), of: table) }
        var dropped: [ModelPlace] = []
        change.old?.forEachLink { dropped.append($0) }
        let stored = try stored(column, in: table)
        for link in dropped {
            try objects.removeLinks(
                in: .link(link.tableKey, link.objectKey), from: place.objectKey, stored, of: table)
        }
        let position = try objects.position(of: place.objectKey, in: table)
        var root: Value
        switch column.collection {
        case nil: root = try table.value(of: stored, at: position)
        case .dictionary: root = .dictionary(try table.slot(of: stored, at: position).ref ?? .none)
        default: root = .list(try table.slot(of: stored, at: position).ref ?? .none)
        }
        let steps = try path.map { step -> NestedCollection.Step in
            switch step {
            case .position(let position): return .position(position)
            case .key(let key):
                guard case .string(let bytes) = try key.made(in: nil, scratch) else { throw ModelError("no text") }
                return .key(bytes)
            }
        }
        let arena = objects.arena
        var identities: [Int64] = []
        let found: Void? = try NestedCollection.edit(&root, at: steps[...], in: arena, &identities) {
            (value) throws(FormatError) in
            try change.apply(to: &value, new, scratch, in: arena)
        }
        guard found != nil else { throw ModelError("the path \(path) leads nowhere") }
        guard case .list(let ref) = root.asList else { throw ModelError("no collection") }
        if column.collection == nil {
            try objects.setNestedRoot(ref, of: stored, of: place.objectKey, in: table)
        } else {
            try table.setSlot(Slot(ref), of: stored, at: objects.position(of: place.objectKey, in: table))
        }
        state.change(index, of: place) { $0.edit(at: path[...]) { change.apply(to: &$0) } }
        if let new = change.new { state.noteLinks(in: new, from: place) }
    }
}

/// One change of a nested collection.
private struct NestedChange: CustomStringConvertible {
    private enum Form {
        case insert(Int), set(Int), remove(Int), put(ModelValue), drop(ModelValue), clear
    }

    private let form: Form
    let old: ModelValue?
    let new: ModelValue?

    /// A random change that fits the collection; nil if there is none.
    init?(of collection: ModelValue, _ run: ModelRun) {
        let choice = run.source.below(10)
        switch collection {
        case _ where choice == 0: (form, old, new) = (.clear, collection, nil)
        case .list(let elements):
            if choice < 6 || elements.isEmpty {
                (form, old, new) = (.insert(run.source.below(elements.count + 1)), nil, run.mixed(depth: 3))
            } else {
                let position = run.source.below(elements.count)
                let isSet = choice < 8
                (form, old, new) =
                    (isSet ? .set(position) : .remove(position), elements[position], isSet ? run.mixed(depth: 3) : nil)
            }
        case .dictionary(let entries):
            let key = run.dictionaryKey()
            if choice >= 7, entries[key] == nil { return nil }
            (form, old, new) =
                choice < 7 ? (.put(key), entries[key], run.mixed(depth: 3)) : (.drop(key), entries[key], nil)
        default: return nil
        }
    }

    var description: String { "\(form) \(new?.description ?? "")" }

    func apply(
        to value: inout Value, _ new: Value?, _ scratch: ValueScratch, in arena: Arena
    ) throws(FormatError) {
        switch value {
        case .list(let root):
            var list = try ListEditor(root: root, of: .nestedMixed, in: arena)
            switch form {
            case .insert(let position): try list.insert(new ?? .null, at: position)
            case .set(let position): try list.set(new ?? .null, at: position)
            case .remove(let position): try list.remove(at: position)
            default: try list.removeAll()
            }
            value = .list(list.root)
        case .dictionary(let root):
            var dictionary = try DictionaryEditor(root: root, in: arena)
            switch form {
            case .put(let key): try dictionary.set(new ?? .null, for: key.text(scratch))
            case .drop(let key): _ = try dictionary.remove(key.text(scratch))
            default: try dictionary.removeAll()
            }
            value = .dictionary(dictionary.root)
        default: break
        }
    }

    func apply(to value: inout ModelValue) {
        switch form {
        case .insert(let position): value.editList { $0.insert(new ?? .null, at: position) }
        case .set(let position): value.editList { $0[position] = new ?? .null }
        case .remove(let position): value.editList { $0.remove(at: position) }
        case .put(let key): value.editDictionary { $0[key] = new ?? .null }
        case .drop(let key): value.editDictionary { $0[key] = nil }
        case .clear:
            value.editList { $0 = [] }
            value.editDictionary { $0 = [:] }
        }
    }
}

extension ModelValue {
    /// Changes the collection at the end of `path`.
    fileprivate mutating func edit(at path: ArraySlice<ModelRun.Step>, _ body: (inout ModelValue) -> Void) {
        switch path.first {
        case nil: body(&self)
        case .position(let position): editList { $0[position].edit(at: path.dropFirst(), body) }
        case .key(let key): editDictionary { $0[key]?.edit(at: path.dropFirst(), body) }
        }
    }

    fileprivate var isNestable: Bool {
        switch self {
        case .list, .dictionary: true
        default: false
        }
    }

    fileprivate func text(_ scratch: ValueScratch) -> Value {
        guard case .string(let bytes) = self else { return .null }
        return bytes.withUnsafeBytes { scratch.copy(.string($0)) }
    }
}

extension Value {
    /// A nested collection as a list, for its root.
    fileprivate var asList: Value {
        switch self {
        case .list(let root), .dictionary(let root): .list(root)
        default: self
        }
    }
}
