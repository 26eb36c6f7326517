import RealmStore

extension RowSketch {
    /// Notes an object.
    mutating func add(_ record: ImportRecord) {
        addObject()
        for member in record.members {
            let name = String(decoding: member.name, as: UTF8.self)
            if name == "_class" || name == "_key" { continue }
            var targets: Set<String> = []
            let kinds = ValueKinds(member.value, &targets)
            add(kinds, targets: targets, of: name)
        }
    }

    /// - Parameter link: the class that the property leads to.
    func property(_ sketch: Property, link: String?) -> RealmStore.Property {
        let kinds = sketch.kinds
        let shapes = kinds.intersection(.shapes)
        let (isList, isMap) = (shapes == .list, shapes == .map)
        let isCollection = isList || isMap
        let isIrregular = kinds.contains(.irregular)
        let isSeveral = !isCollection && shapes != .single && !shapes.isEmpty
        // Only a mixed value can be null or a collection.
        if isSeveral || (isCollection && kinds.contains(.null)) || (isIrregular && !isCollection) {
            return RealmStore.Property(name: sketch.name, type: .any)
        }
        let types = kinds.typesOfValues
        let target = link ?? (types == .link && sketch.targets.count == 1 ? sketch.targets.first : nil)
        if let target, !isIrregular {
            return RealmStore.Property(
                name: sketch.name, type: .object, objectClassName: target, isOptional: !isList, isArray: isList,
                isMap: isMap)
        }
        let isOptional =
            isCollection ? kinds.contains(.nullElement) : kinds.contains(.null) || sketch.count != objectCount
        return RealmStore.Property(
            name: sketch.name, type: isIrregular ? .any : RowSketch.type(types, isEmpty: shapes.isEmpty),
            isOptional: isOptional, isArray: isList, isMap: isMap)
    }

    /// The type that has all values.
    private static func type(_ types: ValueKinds, isEmpty: Bool) -> PropertyType {
        switch types {
        case []: isEmpty ? .string : .any
        case .bool: .bool
        case .int: .int
        case .float: .float
        case .double, [.int, .double], [.int, .float], [.float, .double], [.int, .float, .double]: .double
        case .string, [.string, .date]: .string
        case .date: .date
        case .data: .data
        case .decimal: .decimal128
        case .objectId: .objectId
        case .uuid: .UUID
        default: .any
        }
    }
}

extension ValueKinds {
    /// The types, of which those of numbers are that of texts beside a text of digits.
    fileprivate var typesOfValues: ValueKinds {
        let types = intersection(.types)
        return contains(.digits) ? types.subtracting([.int, .double]).union(.string) : types
    }

    /// What the value of a property shows.
    fileprivate init(_ text: ImportText, _ targets: inout Set<String>) {
        switch text {
        case .json(let tree): self.init(tree, &targets)
        case .field(let field) where field.isNull: self = .null
        case .field(let field):
            self = .single.union(field.isQuoted ? ValueKinds(text: field.bytes) : ValueKinds(field: field.bytes))
        case .cell: self = .irregular
        }
    }

    private init(_ tree: JSONTree, _ targets: inout Set<String>) {
        switch tree {
        case .null: self = .null
        case .array(let elements):
            self = .list
            for element in elements { formUnion(ValueKinds(element: element, &targets)) }
        case .object(let members):
            if let (name, content) = tree.wrapper, name == "$map", case .object(let members) = content {
                self.init(values: members, &targets)
            } else if tree.wrapper == nil {
                self.init(values: members, &targets)
            } else {
                self = .single.union(ValueKinds(element: tree, &targets))
            }
        default: self = .single.union(ValueKinds(element: tree, &targets))
        }
    }

    private init(values members: [(name: [UInt8], value: JSONTree)], _ targets: inout Set<String>) {
        self = .map
        for member in members { formUnion(ValueKinds(element: member.value, &targets)) }
    }

    /// What an element of a collection, or a single value, shows.
    private init(element tree: JSONTree, _ targets: inout Set<String>) {
        switch tree {
        case .null: self = .nullElement
        case .bool: self = .bool
        case .number(let digits): self.init(number: digits)
        case .string(let bytes): self.init(text: bytes)
        case .array: self = .irregular
        case .object:
            guard let (name, content) = tree.wrapper, let type = ValueKinds(wrapper: name) else {
                self = .irregular
                return
            }
            self = type
            if type == .link, case .array(let parts) = content, parts.count == 2, case .string(let target) = parts[0] {
                targets.insert(String(decoding: target, as: UTF8.self))
            }
        }
    }
}
