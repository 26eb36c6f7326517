@testable import RealmStore

/// A value of a model: complete, comparable bit by bit, and independent of any file.
enum ModelValue: Hashable {
    case null
    case int(Int64)
    case bool(Bool)
    /// Bits of a float.
    case float(UInt32)
    /// Bits of a double.
    case double(UInt64)
    case string([UInt8])
    case binary([UInt8])
    case timestamp(Timestamp)
    case decimal(Decimal128Bits)
    case objectId(ObjectIdBits)
    case uuid(UUIDBits)
    case link(ModelPlace)
    case list([ModelValue])
    /// Elements by their identity, see `identity(in:)`.
    case set([ModelValue: ModelValue])
    case dictionary([ModelValue: ModelValue])
}

/// An object: the numbers of its table and its key.
struct ModelPlace: Hashable {
    let table: UInt32
    let key: Int64

    init(_ table: TableKey, _ key: ObjectKey) { (self.table, self.key) = (table.value, key.value) }

    init(_ table: UInt32, _ key: Int64) { (self.table, self.key) = (table, key) }

    var objectKey: ObjectKey { ObjectKey(key) }
    var tableKey: TableKey { TableKey(table) }
}

// MARK: - Values of the engine

extension ModelValue {
    /// A value that was read.
    ///
    /// - Parameter depth: of the collections around it, which must end.
    init(_ value: Value, in space: NodeSpace, depth: Int = 0) throws {
        guard depth < 110 else { throw ModelError("collections are nested too deep") }
        switch value {
        case .null: self = .null
        case .int(let value): self = .int(value)
        case .bool(let value): self = .bool(value)
        case .float(let value): self = .float(value.bitPattern)
        case .double(let value): self = .double(value.bitPattern)
        case .string(let bytes): self = .string(Array(bytes))
        case .binary(let bytes): self = .binary(Array(bytes))
        case .timestamp(let value): self = .timestamp(value)
        case .decimal(let value): self = .decimal(value)
        case .objectId(let value): self = .objectId(value)
        case .uuid(let value): self = .uuid(value)
        case .link(let table, let key): self = .link(ModelPlace(table, key))
        case .list(let root):
            self = .list(try ModelValue.elements(CollectionTree(root, of: .nestedMixed, in: space), in: space, depth))
        case .dictionary(let root):
            self = try ModelValue(DictionaryTree(root, hasIntegerKeys: false, in: space), in: space, depth)
        }
    }

    /// The dictionary that was read; fails unless keys ascend.
    init(_ tree: DictionaryTree, in space: NodeSpace, _ depth: Int = 0) throws {
        guard let trees = tree.trees else { throw ModelError("a dictionary has the layout of older formats") }
        let keys = try ModelValue.elements(trees.keys, in: space, depth)
        let values = try ModelValue.elements(trees.values, in: space, depth)
        let entries = Dictionary(zip(keys, values)) { first, _ in first }
        guard entries.count == keys.count else { throw ModelError("a dictionary has a key twice") }
        self = .dictionary(entries)
    }

    /// The elements of a list, or of a set in their order.
    static func elements(_ tree: CollectionTree, in space: NodeSpace, _ depth: Int = 0) throws -> [ModelValue] {
        var elements: [ModelValue] = []
        elements.reserveCapacity(tree.count)
        var position = 0
        while position < tree.count {
            let (leaf, positions) = try tree.leaf(containing: position)
            for row in 0..<leaf.count { elements.append(try ModelValue(leaf.value(row), in: space, depth: depth + 1)) }
            position = positions.upperBound
        }
        return elements
    }

    /// The value for the engine. Collections are made in `arena`, as they are nested in mixed values; nil for others.
    func made(in arena: Arena?, _ scratch: ValueScratch) throws -> Value {
        switch self {
        case .null: return .null
        case .int(let value): return .int(value)
        case .bool(let value): return .bool(value)
        case .float(let bits): return .float(Float(bitPattern: bits))
        case .double(let bits): return .double(Double(bitPattern: bits))
        case .string(let bytes): return scratch.copy(.string(bytes.withUnsafeBytes { $0 }), of: bytes)
        case .binary(let bytes): return scratch.binary(bytes)
        case .timestamp(let value): return .timestamp(value)
        case .decimal(let value): return .decimal(value)
        case .objectId(let value): return .objectId(value)
        case .uuid(let value): return .uuid(value)
        case .link(let place): return .link(place.tableKey, place.objectKey)
        case .list(let elements):
            guard let arena else { throw ModelError("a collection needs memory") }
            var list = try ListEditor(root: .none, of: .nestedMixed, in: arena)
            for element in elements { try list.append(element.made(in: arena, scratch)) }
            return .list(list.root)
        case .dictionary(let entries):
            guard let arena else { throw ModelError("a collection needs memory") }
            var dictionary = try DictionaryEditor(root: .none, in: arena)
            for (key, value) in entries.sorted(by: { $0.key < $1.key }) {
                try dictionary.set(value.made(in: arena, scratch), for: key.made(in: arena, scratch))
            }
            return .dictionary(dictionary.root)
        case .set: throw ModelError("a set cannot be nested")
        }
    }
}

extension ModelValue: Comparable {
    /// Dictionary keys: bytes or numbers. Others have no order.
    static func < (lhs: ModelValue, rhs: ModelValue) -> Bool {
        switch (lhs, rhs) {
        case (.string(let lhs), .string(let rhs)): lhs.lexicographicallyPrecedes(rhs)
        case (.int(let lhs), .int(let rhs)): lhs < rhs
        default: false
        }
    }
}

// MARK: - Equality of set elements

extension ModelValue {
    /// The common identity of equal elements of a set.
    ///
    /// - Parameter type: of the set's column.
    func identity(in type: ValueType) -> ModelValue {
        switch self {
        case .float(let bits) where type == .float: return bits << 1 == 0 ? .float(0) : self
        case .double(let bits) where type == .double: return bits << 1 == 0 ? .double(0) : self
        case .decimal(let value) where type == .decimal: return .decimal(value.shortest)
        case .float(let bits) where !Float(bitPattern: bits).isNaN:
            return ModelValue.identity(of: Double(Float(bitPattern: bits)))
        case .double(let bits) where !Double(bitPattern: bits).isNaN:
            return ModelValue.identity(of: Double(bitPattern: bits))
        case .decimal(let value):
            if value.isInfinite { return ModelValue.identity(of: value.sign == .minus ? -.infinity : .infinity) }
            let short = value.shortest
            guard value.isFinite, short.coefficient < 1 << 40, (-1...4).contains(short.exponent) else {
                return .decimal(short)
            }
            let digits = Double(UInt64(short.coefficient)) * (short.sign == .minus ? -1 : 1)
            return ModelValue.identity(
                of: short.exponent < 0 ? digits / 10 : digits * [1, 10, 100, 1000, 10000][short.exponent])
        default: return self
        }
    }

    /// - Parameter number: not a NaN.
    private static func identity(of number: Double) -> ModelValue {
        number.rounded() == number && number.magnitude < 0x1p63 ? .int(Int64(number)) : .double(number.bitPattern)
    }
}

extension Decimal128Bits {
    /// The same number without zeros at the end of its digits, and no negative zero.
    fileprivate var shortest: Decimal128Bits {
        guard isFinite else { return self }
        if isZero { return .zero }
        var (digits, power) = (coefficient, exponent)
        while digits % 10 == 0, power < Decimal128Bits.exponents.upperBound {
            digits /= 10
            power += 1
        }
        return Decimal128Bits(sign: sign, coefficient: digits, exponent: power)
    }
}

extension ValueScratch {
    fileprivate func copy(_ value: Value, of bytes: [UInt8]) -> Value {
        bytes.withUnsafeBytes { copy(.string($0)) }
    }
}

// MARK: - Links

extension ModelValue {
    /// Calls `body` for each link in the value, as often as it occurs.
    func forEachLink(_ body: (ModelPlace) -> Void) {
        switch self {
        case .link(let place): body(place)
        case .list(let elements): for element in elements { element.forEachLink(body) }
        case .set(let elements): for element in elements.values { element.forEachLink(body) }
        case .dictionary(let entries): for value in entries.values { value.forEachLink(body) }
        default: break
        }
    }

    /// The value without links to an object: gone from lists and sets, else null.
    func without(_ place: ModelPlace) -> ModelValue {
        switch self {
        case .link(place): .null
        case .list(let elements): .list(elements.filter { $0 != .link(place) }.map { $0.without(place) })
        case .set(let elements): .set(elements.filter { $0.value != .link(place) })
        case .dictionary(let entries): .dictionary(entries.mapValues { $0.without(place) })
        default: self
        }
    }

    var isCollection: Bool {
        switch self {
        case .list, .set, .dictionary: true
        default: false
        }
    }
}

// MARK: - Printing

extension ModelValue: CustomStringConvertible {
    var description: String {
        switch self {
        case .null: "null"
        case .int(let value): "\(value)"
        case .bool(let value): "\(value)"
        case .float(let bits): "\(Float(bitPattern: bits))f"
        case .double(let bits): "\(Double(bitPattern: bits))d"
        case .string(let bytes): "\"\(ModelValue.shortened(bytes))\""
        case .binary(let bytes): "<\(ModelValue.shortened(bytes))>"
        case .timestamp(let value): "\(value.seconds)s\(value.nanoseconds)n"
        case .decimal(let value): "\(value.sign == .minus ? "-" : "")\(value.coefficient)e\(value.exponent)m"
        case .objectId(let value): "oid\(value.high)/\(value.low)"
        case .uuid(let value): "uuid\(value.high)/\(value.low)"
        case .link(let place): "->\(place.table):\(place.key)"
        case .list(let elements): ModelValue.shortened(elements.map(\.description), "[", "]")
        case .set(let elements): ModelValue.shortened(elements.values.map(\.description), "{", "}")
        case .dictionary(let entries): ModelValue.shortened(entries.map { "\($0.key): \($0.value)" }, "{", "}")
        }
    }

    private static func shortened(_ bytes: [UInt8]) -> String {
        let text = String(decoding: bytes.prefix(20), as: UTF8.self)
        return bytes.count > 20 ? "\(text)...\(bytes.count)" : text
    }

    private static func shortened(_ parts: [String], _ open: String, _ close: String) -> String {
        let rest = parts.count > 8 ? ", ...\(parts.count)" : ""
        return open + parts.prefix(8).joined(separator: ", ") + rest + close
    }
}
