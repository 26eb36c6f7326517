/// The objects that a search index names for one value.
enum IndexMatches {
    case none
    case one(ObjectKey)
    case many(CollectionTree)
    /// Individually compared objects.
    case keys([ObjectKey])

    init(_ candidates: SearchIndex.Candidates, in space: NodeSpace) throws(FormatError) {
        switch candidates {
        case .none: self = .none
        case .one(let key): self = .one(key)
        case .list(let root): self = .many(try CollectionTree(root, of: .plainIntegers, in: space))
        }
    }

    var count: Int {
        switch self {
        case .none: 0
        case .one: 1
        case .many(let keys): keys.count
        case .keys(let keys): keys.count
        }
    }

    var first: ObjectKey? {
        get throws(FormatError) {
            switch self {
            case .none: return nil
            case .one(let key): return key
            case .many(let keys):
                guard keys.count > 0, case .int(let key) = try keys.value(at: 0) else { return nil }
                return ObjectKey(key)
            case .keys(let keys): return keys.first
            }
        }
    }

    /// Calls `body` with each object, in the order of the index.
    func forEach(_ body: (ObjectKey) -> Void) throws(FormatError) {
        switch self {
        case .none: break
        case .one(let key): body(key)
        case .keys(let keys): keys.forEach(body)
        case .many(let keys):
            try keys.forEachLeaf { (leaf) throws(FormatError) in
                guard let keys = leaf.int else { preconditionFailure("keys are integers") }
                for index in 0..<keys.count { body(ObjectKey(keys[index])) }
            }
        }
    }
}

extension Table {
    /// The objects whose value in `column` equals `value`.
    ///
    /// Below one path of an index all objects have one value, unless it is longer than the index covers: so either only
    /// the first is compared, or all.
    ///
    /// - Precondition: `column` has a search index over single values of its own type.
    /// - Complexity: O(log count) except for texts of 200 bytes and more
    func matches(of value: Value, in column: Column, of objects: ClusterTree) throws(FormatError) -> IndexMatches {
        guard let data = IndexData(value), data.byteCount < IndexData.maximumOffset else {
            var keys: [ObjectKey] = []
            try forEachObject(where: column, equals: value, in: objects) { (position) throws(FormatError) in
                keys.append(position.key)
                return true
            }
            return .keys(keys)
        }
        let candidates = try SearchIndex(column.indexRoot, in: space).candidates(for: data)
        let matches = try IndexMatches(candidates, in: space)
        guard let first = try matches.first else { return .none }
        return try hasValue(value, in: column, candidate(first, in: objects, of: column)) ? matches : .none
    }

    /// The same for a text.
    func matches(of text: String, in column: Column, of objects: ClusterTree) throws(FormatError) -> IndexMatches {
        var text = text
        let found = text.withUTF8 { bytes in
            Result { () throws(FormatError) in
                try matches(of: .string(UnsafeRawBufferPointer(bytes)), in: column, of: objects)
            }
        }
        return try found.get()
    }
}
