import RealmStore

/// A property as far as its values show it.
struct PropertySketch {
    /// The types of single values.
    private struct Kinds {
        var types: Set<PropertyType> = []
        /// The classes that typed links name.
        var targets: Set<String> = []
        var hasNull = false
    }

    private enum Shape {
        case single, list, map
    }

    /// Objects that have the property.
    private(set) var count = 0
    private var kinds = Kinds()
    private var shapes: Set<Shape> = []
    /// Some object has null.
    private var hasNull = false
    /// Collections are in collections.
    private var isIrregular = false

    mutating func add(_ text: ImportText) {
        count += 1
        switch text {
        case .json(let tree): add(tree)
        case .field(let field):
            if field.isNull {
                hasNull = true
            } else {
                shapes.insert(.single)
                kinds.types.insert(field.isQuoted ? PropertySketch.type(ofText: field.bytes) : type(of: field))
            }
        case .cell: isIrregular = true
        }
    }

    /// A field without quotes, which may be a number.
    private func type(of field: CSVField) -> PropertyType {
        if ExactTextReader.integer(field.bytes) != nil { return .int }
        if ExactTextReader.bool(field.bytes) != nil { return .bool }
        if ExactTextReader.double(field.bytes) != nil { return .double }
        return PropertySketch.type(ofText: field.bytes)
    }

    private mutating func add(_ tree: JSONTree) {
        switch tree {
        case .array(let elements):
            shapes.insert(.list)
            for element in elements { addElement(element) }
        case .object(let members) where tree.wrapper == nil:
            shapes.insert(.map)
            for member in members { addElement(member.value) }
        case .object:
            if let (name, content) = tree.wrapper, name == "$map", case .object(let members) = content {
                shapes.insert(.map)
                for member in members { addElement(member.value) }
            } else {
                shapes.insert(.single)
                addElement(tree)
            }
        case .null: hasNull = true
        default:
            shapes.insert(.single)
            addElement(tree)
        }
    }

    private mutating func addElement(_ tree: JSONTree) {
        switch tree {
        case .null: kinds.hasNull = true
        case .bool: kinds.types.insert(.bool)
        case .number(let digits): kinds.types.insert(ExactTextReader.integer(digits) != nil ? .int : .double)
        case .string(let bytes): kinds.types.insert(PropertySketch.type(ofText: bytes))
        case .array: isIrregular = true
        case .object: addTyped(tree)
        }
    }

    private mutating func addTyped(_ tree: JSONTree) {
        guard let (name, content) = tree.wrapper else {
            isIrregular = true
            return
        }
        switch name {
        case "$float": kinds.types.insert(.float)
        case "$double": kinds.types.insert(.double)
        case "$data": kinds.types.insert(.data)
        case "$date": kinds.types.insert(.date)
        case "$decimal": kinds.types.insert(.decimal128)
        case "$objectId": kinds.types.insert(.objectId)
        case "$uuid": kinds.types.insert(.UUID)
        case "$link":
            kinds.types.insert(.object)
            if case .array(let parts) = content, parts.count == 2, case .string(let target) = parts[0] {
                kinds.targets.insert(String(decoding: target, as: UTF8.self))
            }
        default: isIrregular = true
        }
    }

    private static func type(ofText text: [UInt8]) -> PropertyType {
        ExactTextReader.date(text) != nil ? .date : .string
    }

    // MARK: The result

    /// - Parameters:
    ///   - isAlwaysThere: every object has the property.
    ///   - link: the class that its values are keys of.
    func property(_ name: String, isAlwaysThere: Bool, link: String?) -> Property {
        let shape = shapes.count == 1 ? shapes.first ?? .single : .single
        let isCollection = shape != .single
        // Only a mixed value can be null or a collection.
        let isMixed = shapes.count > 1 || (isCollection && hasNull) || (isIrregular && !isCollection)
        if isMixed { return Property(name: name, type: .any) }
        let target = link ?? (kinds.types == [.object] && kinds.targets.count == 1 ? kinds.targets.first : nil)
        if let target, !isIrregular {
            return Property(
                name: name, type: .object, objectClassName: target, isOptional: shape != .list, isArray: shape == .list,
                isMap: shape == .map)
        }
        return Property(
            name: name, type: isIrregular ? .any : type,
            isOptional: isCollection ? kinds.hasNull : hasNull || !isAlwaysThere, isArray: shape == .list,
            isMap: shape == .map)
    }

    /// The type that has all values.
    private var type: PropertyType {
        switch kinds.types {
        case []: shapes.isEmpty ? .string : .any
        case [.int, .double], [.int, .float], [.float, .double], [.int, .float, .double]: .double
        case [.string, .date]: .string
        case [.object]: .any
        default: kinds.types.count == 1 ? kinds.types.first ?? .any : .any
        }
    }
}
