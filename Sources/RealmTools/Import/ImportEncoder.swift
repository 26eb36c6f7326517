import RealmStore

/// Converts descriptions of objects in documents to values of the engine.
///
/// Typed and plain values are accepted, as described in docs/export-format.md. Anything that does not fit is an
/// `ImportProblem` that names class and property.
struct ImportEncoder {
    let classes: ImportClasses
    let scratch: ValueScratch
    /// Whether all objects of the imported files exist: then a link that leads nowhere is an error, not one to set
    /// later.
    let isFinal: Bool
    /// Set when a link leads to an object that does not exist yet.
    private var hasUnresolvedLink = false

    /// Collections in mixed values, and embedded objects, may be nested this deep.
    private static let maximumDepth = NestedCollection.maximumDepth

    init(_ classes: ImportClasses, _ scratch: ValueScratch, isFinal: Bool) {
        self.classes = classes
        self.scratch = scratch
        self.isFinal = isFinal
    }

    // MARK: Objects

    /// A top-level object.
    ///
    /// - Parameter members: properties, `_class`, which was already handled, and `_key`.
    mutating func object(_ type: ImportClass, _ members: [ImportMember]) throws -> ImportObject {
        var object = ImportObject(type: type)
        var properties: [ImportMember] = []
        for member in members where !member.name.elementsEqual("_class".utf8) {
            guard member.name.elementsEqual("_key".utf8) else {
                properties.append(member)
                continue
            }
            guard type.primaryKey == nil else {
                throw ImportProblem("class '\(type.name)' has a primary key, so its objects have no '_key'")
            }
            guard object.key == nil, let key = member.value.integer else {
                throw ImportProblem("'_key' must be one integer, not \(member.value.summary)")
            }
            object.key = key
        }
        try fill(&object, properties, depth: 0)
        if let primaryKey = type.primaryKey, object.primaryKey == nil {
            throw ImportProblem("the primary key '\(type.properties[primaryKey].place)' is missing")
        }
        return object
    }

    private mutating func fill(_ object: inout ImportObject, _ members: [ImportMember], depth: Int) throws {
        let type = object.type
        var seen = [Bool](repeating: false, count: type.properties.count)
        for member in members {
            guard let position = type.property(member.name) else {
                throw ImportProblem(unknown: member, of: type)
            }
            let property = type.properties[position]
            guard !seen[position] else { throw ImportProblem("'\(property.place)' is there twice") }
            seen[position] = true
            let outer = hasUnresolvedLink
            hasUnresolvedLink = false
            let value = try value(member.value, of: property, depth)
            if hasUnresolvedLink {
                object.isIncomplete = true
            } else if position == type.primaryKey, case .value(let key) = value {
                object.primaryKey = key
            } else {
                object.values.append((property, value))
            }
            hasUnresolvedLink = outer
        }
        // The owner of an embedded object is incomplete as a whole.
        if depth > 0, object.isIncomplete { hasUnresolvedLink = true }
    }

    // MARK: Properties

    private mutating func value(_ text: ImportText, of property: ImportProperty, _ depth: Int) throws -> ImportValue {
        switch text {
        case .field(let field): try self.field(field, of: property)
        case .cell(let cell): try self.cell(cell, of: property)
        case .json(let tree): try value(tree, of: property, depth)
        }
    }

    private mutating func value(_ tree: JSONTree, of property: ImportProperty, _ depth: Int) throws -> ImportValue {
        switch property.column.collection {
        case nil: return try element(tree, of: property, depth)
        case .list, .set:
            guard case .array(let elements) = tree else { throw misfit(tree.summary, property) }
            return .elements(try ImportElements(elements) { try element($0, of: property, depth) })
        case .dictionary: return try entries(tree, of: property, depth)
        }
    }

    /// The entries of `{"$map":{...}}`, or of an object in plain JSON.
    private mutating func entries(_ tree: JSONTree, of property: ImportProperty, _ depth: Int) throws -> ImportValue {
        var tree = tree
        if let (name, content) = tree.wrapper, name == "$map", case .object = content { tree = content }
        guard case .object(let members) = tree else { throw misfit(tree.summary, property) }
        var seen = Set<[UInt8]>(minimumCapacity: members.count)
        return .entries(
            try members.map { member in
                guard seen.insert(member.name).inserted else {
                    throw ImportProblem("'\(property.place)' has key '\(JSONTree.excerpt(member.name))' twice")
                }
                return (try entryKey(member.name, of: property), try element(member.value, of: property, depth))
            })
    }

    func entryKey(_ name: [UInt8], of property: ImportProperty) throws -> Value {
        guard property.column.hasIntegerKeys else { return try string(name, property) }
        guard let number = ExactTextReader.integer(name) else {
            throw ImportProblem("the keys of '\(property.place)' are integers, not '\(JSONTree.excerpt(name))'")
        }
        return .int(number)
    }

    private mutating func element(_ tree: JSONTree, of property: ImportProperty, _ depth: Int) throws -> ImportValue {
        guard depth < ImportEncoder.maximumDepth else {
            throw ImportProblem("'\(property.place)' is nested deeper than \(ImportEncoder.maximumDepth) levels")
        }
        switch property.column.type {
        case .mixed: return try LargeStack.descend(from: depth) { try mixed(tree, of: property, depth) }
        case .link where property.holdsEmbedded:
            guard case .object(let members) = tree else { return .value(try null(tree, property)) }
            var object = ImportObject(type: try classes.target(of: property))
            try LargeStack.descend(from: depth) {
                try fill(&object, members.map { ImportMember(name: $0.name, value: .json($0.value)) }, depth: depth + 1)
            }
            return .object(object)
        case .link:
            if case .null = tree { return .value(try null(tree, property)) }
            return .value(try link(tree, of: property))
        default: return .value(try scalar(tree, of: property))
        }
    }

    func null(_ tree: JSONTree, _ property: ImportProperty) throws -> Value {
        guard case .null = tree else { throw misfit(tree.summary, property) }
        return try null(property)
    }

    /// Null, if allowed.
    func null(_ property: ImportProperty) throws -> Value {
        guard property.column.isNullable else { throw ImportProblem("'\(property.place)' must not be null") }
        return .null
    }

    // MARK: Single values

    /// A value that is neither mixed nor a link.
    private func scalar(_ tree: JSONTree, of property: ImportProperty) throws -> Value {
        let type = property.column.type
        switch (type, tree) {
        case (_, .null): return try null(property)
        case (.bool, .bool(let flag)): return .bool(flag)
        case (.int, .number(let digits)), (.float, .number(let digits)), (.double, .number(let digits)),
            (.decimal, .number(let digits)):
            return try scalar(digits, of: type, property)
        case (.int, _), (.bool, _): throw misfit(tree.summary, property)
        case (_, .string(let text)): return try scalar(text, of: type, property)
        case (_, .object):
            guard let (name, content) = tree.wrapper, ImportEncoder.wrappers(of: type).contains(name) else {
                throw misfit(tree.summary, property)
            }
            if case .string(let text) = content { return try scalar(text, of: type, property) }
            if type == .float || type == .double, case .number(let digits) = content {
                return try scalar(digits, of: type, property)
            }
            throw misfit(tree.summary, property)
        default: throw misfit(tree.summary, property)
        }
    }

    private static func wrappers(of type: ValueType) -> [String] {
        switch type {
        case .float: ["$float"]
        case .double: ["$float", "$double"]
        case .binary: ["$data"]
        case .timestamp: ["$date"]
        case .decimal: ["$decimal"]
        case .objectId: ["$objectId"]
        case .uuid: ["$uuid"]
        default: []
        }
    }

    /// A value of `type` from its exact text.
    func scalar(_ text: [UInt8], of type: ValueType, _ property: ImportProperty) throws -> Value {
        let value: Value? =
            switch type {
            case .int: ExactTextReader.integer(text).map(Value.int)
            case .bool: ExactTextReader.bool(text).map(Value.bool)
            case .float: ExactTextReader.float(text).map(Value.float)
            case .double: ExactTextReader.double(text).map(Value.double)
            case .string: try string(text, property)
            case .binary: try ExactTextReader.base64(text).map { try binary($0, property) }
            case .timestamp: ExactTextReader.date(text).map(Value.timestamp)
            case .decimal: ExactTextReader.decimal(text).map(Value.decimal)
            case .objectId: ExactTextReader.objectId(text).map(Value.objectId)
            case .uuid: ExactTextReader.uuid(text).map(Value.uuid)
            case .mixed, .link, .oldLinkList, .backlink, .typedLink, .list, .dictionary: nil
            }
        guard let value else { throw misfit(JSONTree.excerpt(text), property, type) }
        return value
    }

    func string(_ text: [UInt8], _ property: ImportProperty) throws -> Value {
        // A string is followed by a zero byte.
        try checkLength(text.count + 1, property)
        return text.withUnsafeBytes { scratch.copy(.string($0)) }
    }

    func binary(_ bytes: [UInt8], _ property: ImportProperty) throws -> Value {
        // In mixed values data is stored like strings.
        try checkLength(bytes.count + (property.column.type == .mixed ? 1 : 0), property)
        return scratch.binary(bytes)
    }

    private func checkLength(_ byteCount: Int, _ property: ImportProperty) throws {
        guard byteCount <= BlobEditor.maximumByteCount else {
            throw ImportProblem("'\(property.place)' holds a value of \(byteCount) bytes, which is over 16 MiB")
        }
    }

    // MARK: Links

    /// `{"$link":["Dog",KEY]}`, or KEY in plain JSON.
    private mutating func link(_ tree: JSONTree, of property: ImportProperty) throws -> Value {
        let target = try classes.target(of: property)
        guard let (name, content) = tree.wrapper, name == "$link" else { return try link(to: target, tree, property) }
        let (named, key) = try linkParts(content, property)
        guard named === target else {
            throw ImportProblem("'\(property.place)' links to '\(target.name)', not to '\(named.name)'")
        }
        return try link(to: target, key, property)
    }

    private func linkParts(_ content: JSONTree, _ property: ImportProperty) throws -> (ImportClass, JSONTree) {
        guard case .array(let parts) = content, parts.count == 2, case .string(let name) = parts[0] else {
            throw ImportProblem("a link of '\(property.place)' is not class and key in an array")
        }
        return (try classes.named(name), parts[1])
    }

    private mutating func link(
        to target: ImportClass, _ key: JSONTree, _ property: ImportProperty
    ) throws -> Value {
        guard let primaryKey = target.primaryKey else {
            guard case .number(let digits) = key, let number = ExactTextReader.integer(digits) else {
                throw ImportProblem("'\(property.place)' links to an object key, which is no \(key.summary)")
            }
            return try link(to: target, objectKey: number, property)
        }
        return try link(to: target, primaryKey: scalar(key, of: target.properties[primaryKey]), key.summary, property)
    }

    mutating func link(
        to target: ImportClass, primaryKey: Value, _ summary: String, _ property: ImportProperty
    ) throws -> Value {
        if let position = try target.table.table.find(primaryKey: primaryKey) {
            return .link(target.table.key, position.key)
        }
        return try unresolved(target, summary, property)
    }

    mutating func link(to target: ImportClass, objectKey: Int64, _ property: ImportProperty) throws -> Value {
        if let key = try target.keys.find(objectKey, in: target.table, isFinal: isFinal) {
            return .link(target.table.key, key)
        }
        return try unresolved(target, "\(objectKey)", property)
    }

    private mutating func unresolved(
        _ target: ImportClass, _ key: String, _ property: ImportProperty
    ) throws -> Value {
        guard !isFinal else {
            throw ImportProblem("'\(property.place)' links to \(key) of class '\(target.name)', which does not exist")
        }
        hasUnresolvedLink = true
        return .null
    }

    // MARK: Mixed values

    mutating func mixed(_ tree: JSONTree, of property: ImportProperty, _ depth: Int) throws -> ImportValue {
        switch tree {
        case .null: return .value(.null)
        case .bool(let flag): return .value(.bool(flag))
        case .string(let text): return .value(try string(text, property))
        case .number(let digits):
            if let number = ExactTextReader.integer(digits) { return .value(.int(number)) }
            // A decimal may be far greater than the greatest double.
            return .value(try scalar(digits, of: ExactTextReader.double(digits) == nil ? .decimal : .double, property))
        case .array(let elements):
            let nested = try collection(of: property)
            return .elements(try ImportElements(elements) { try element($0, of: nested, depth + 1) })
        case .object:
            guard let (name, content) = tree.wrapper else {
                return try entries(tree, of: collection(of: property), depth + 1)
            }
            return try wrapped(name, content, of: property, depth)
        }
    }

    private func collection(of property: ImportProperty) throws -> ImportProperty {
        guard property.column.collection != .set else {
            throw ImportProblem("set '\(property.place)' cannot hold collections")
        }
        return property.nested()
    }

    private mutating func wrapped(
        _ name: String, _ content: JSONTree, of property: ImportProperty, _ depth: Int
    ) throws -> ImportValue {
        switch (name, content) {
        case ("$map", .object): return try entries(content, of: collection(of: property), depth + 1)
        case ("$link", _):
            let (target, key) = try linkParts(content, property)
            guard !target.isEmbedded else {
                throw ImportProblem("'\(property.place)' links to embedded class '\(target.name)'")
            }
            return .value(try link(to: target, key, property))
        case ("$float", .number(let text)), ("$float", .string(let text)):
            return .value(try scalar(text, of: .float, property))
        case ("$double", .number(let text)), ("$double", .string(let text)):
            return .value(try scalar(text, of: .double, property))
        case ("$data", .string(let text)): return .value(try scalar(text, of: .binary, property))
        case ("$date", .string(let text)): return .value(try scalar(text, of: .timestamp, property))
        case ("$decimal", .string(let text)): return .value(try scalar(text, of: .decimal, property))
        case ("$objectId", .string(let text)): return .value(try scalar(text, of: .objectId, property))
        case ("$uuid", .string(let text)): return .value(try scalar(text, of: .uuid, property))
        default:
            let shown = JSONTree.excerpt(Array(name.utf8))
            throw ImportProblem("'\(property.place)' holds an object with \"\(shown)\", which is no typed value")
        }
    }

    // MARK: Errors

    func misfit(_ text: String, _ property: ImportProperty, _ type: ValueType? = nil) -> ImportProblem {
        let name = PropertyType(type ?? property.column.type)?.name ?? "other"
        let collection =
            switch property.column.collection {
            case nil: ""
            case .list: "list of "
            case .set: "set of "
            case .dictionary: "map of "
            }
        return ImportProblem("'\(property.place)' is of type \(type == nil ? collection : "")\(name), not \(text)")
    }
}

extension ImportProblem {
    /// The problem with a member that no property has the name of. That of a field is in the header of its file.
    init(unknown member: ImportMember, of type: ImportClass) {
        let name = JSONTree.excerpt(member.name)
        var line: Int?
        if case .field = member.value { line = 1 }
        let near = PredicateError.suggestions(
            for: name, among: type.properties.map { ExportClass.exportedName($0.column.name) })
        self.init("class '\(type.name)' has no property '\(name)'", line: line, suggestions: near)
    }
}
