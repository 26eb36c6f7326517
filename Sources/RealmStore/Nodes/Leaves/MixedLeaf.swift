/// A leaf of values of any type: a code per value that gives its type and the place of its payload.
///
///     code = payload << 8 | slot << 5 | (type + 1); 0 is null
///     slots: 0 codes | 1 ints | 2 pairs | 3 strings | 4 refs of nested collections | 5 their keys
///
/// Source: file-format/mixed-values.md, "The leaf of mixed values" and "Rules of mixed leaves".
struct MixedLeaf {
    private let codes: IntegerArray
    private let ints: IntegerArray
    private let pairs: IntegerArray
    private let strings: StringLeaf?
    private let nested: IntegerArray
    private let keys: IntegerArray
    private let ref: Ref

    init(_ ref: Ref, in space: NodeSpace) throws(FormatError) {
        let node = try space.refs(ref, "a leaf of mixed values")
        guard (4...6).contains(node.count), let first = node.slot(0).ref else {
            throw FormatError(.badLeaf, at: ref, "a leaf of mixed values has \(node.count) parts")
        }
        self.ref = ref
        codes = try space.integers(first, "codes of mixed values")
        ints = try MixedLeaf.integers(node, 1, space)
        pairs = try MixedLeaf.integers(node, 2, space)
        keys = try MixedLeaf.integers(node, 5, space)
        strings = if let child = node.slot(3).ref { try StringLeaf(child, in: space) } else { nil }
        if node.count > 4, let child = node.slot(4).ref {
            nested = IntegerArray(try space.refs(child, "refs of nested collections"))
        } else {
            nested = .empty
        }
    }

    private static func integers(
        _ node: Node, _ slot: Int, _ space: NodeSpace
    ) throws(FormatError) -> IntegerArray {
        guard slot < node.count, let child = node.slot(slot).ref else { return .empty }
        return try space.integers(child, "payload of mixed values")
    }

    var count: Int { codes.count }

    func value(_ index: Int) throws(FormatError) -> Value {
        let code = codes[index]
        if code == 0 { return .null }
        let payload = code >> 8
        let slot = Int(code >> 5) & 7
        guard let type = ValueType(rawValue: UInt8(truncatingIfNeeded: (code & 31) - 1)) else {
            throw impossible(index, code)
        }
        switch (type, slot) {
        case (.int, 0): return .int(payload)
        case (.bool, 0): return .bool(payload != 0)
        case (.int, 1): return .int(try ints(payload, index, code))
        case (.float, 1):
            return .float(Float(bitPattern: UInt32(truncatingIfNeeded: try ints(payload, index, code))))
        case (.double, 1): return .double(Double(bitPattern: UInt64(bitPattern: try ints(payload, index, code))))
        case (.timestamp, 2), (.decimal, 2), (.typedLink, 2): return try pair(type, payload, index, code)
        case (.string, 3), (.binary, 3), (.objectId, 3), (.uuid, 3): return try bytes(type, payload, index, code)
        case (.list, 4), (.dictionary, 4):
            guard payload >= 0, payload < nested.count else { throw impossible(index, code) }
            let slot = Slot(nested[Int(payload)])
            guard slot.isEmpty || slot.ref != nil else { throw impossible(index, code) }
            let root = slot.ref ?? .none
            return type == .list ? .list(root) : .dictionary(root)
        default: throw impossible(index, code)
        }
    }

    private func ints(_ payload: Int64, _ index: Int, _ code: Int64) throws(FormatError) -> Int64 {
        guard payload >= 0, payload < ints.count else { throw impossible(index, code) }
        return ints[Int(payload)]
    }

    private func pair(
        _ type: ValueType, _ payload: Int64, _ index: Int, _ code: Int64
    ) throws(FormatError) -> Value {
        guard payload >= 0, payload < pairs.count / 2 else { throw impossible(index, code) }
        let first = pairs[2 * Int(payload)]
        let second = pairs[2 * Int(payload) + 1]
        switch type {
        case .timestamp: return .timestamp(Timestamp(seconds: first, nanoseconds: Int32(truncatingIfNeeded: second)))
        case .decimal:
            return .decimal(Decimal128Bits(low: UInt64(bitPattern: first), high: UInt64(bitPattern: second)))
        default: return .link(TableKey(UInt32(truncatingIfNeeded: first)), ObjectKey(second))
        }
    }

    private func bytes(
        _ type: ValueType, _ payload: Int64, _ index: Int, _ code: Int64
    ) throws(FormatError) -> Value {
        guard let strings, payload >= 0, payload < strings.count else { throw impossible(index, code) }
        guard let bytes = try strings.bytes(Int(payload)) else { return .null }
        switch type {
        case .string: return .string(bytes)
        case .objectId where bytes.count == 12: return .objectId(ObjectIdBits(bytes.baseAddress!))
        case .uuid where bytes.count == 16: return .uuid(UUIDBits(bytes.baseAddress!))
        case .binary: return .binary(bytes)
        default: throw impossible(index, code)
        }
    }

    @inline(never)
    private func impossible(_ index: Int, _ code: Int64) -> FormatError {
        FormatError(
            .badValue, at: ref,
            "mixed value \(index) has the impossible code 0x\(String(UInt64(bitPattern: code), radix: 16))")
    }
}

extension MixedLeaf {
    /// The problem inside the leaf beyond single values, if any: payload entries that are not used exactly once each,
    /// more keys than values, or (`keyed`: in lists and dictionaries) a nested collection without a key.
    func invariantProblem(keyed: Bool) throws(FormatError) -> String? {
        var used = Set<Int64>()
        var usedCount = 0
        for index in 0..<count {
            let code = codes[index]
            let slot = (code >> 5) & 7
            guard code != 0 else { continue }
            if slot != 0 {
                used.insert(((code >> 8) << 3) | slot)
                usedCount += 1
            }
            if slot == 4, keyed, index >= keys.count || keys[index] == 0 {
                return "mixed value \(index) is a collection without a key"
            }
        }
        let available = ints.count + pairs.count / 2 + (strings?.count ?? 0) + nested.count
        if used.count != usedCount || usedCount != available {
            return "payload entries of mixed values are not used exactly once each"
        }
        if keys.count > codes.count { return "\(keys.count) keys for \(codes.count) mixed values" }
        return nil
    }

    /// True if there are links or nested collections.
    var holdsReferences: Bool { nested.count > 0 || pairs.count > 0 }

    /// The problem with the payload entries, each of which belongs to one value, or with the layout of texts and bytes.
    var payloadProblem: String? {
        var used = [0, 0, 0, 0, 0, 0, 0, 0]
        for code in codes.unpacked() where code != 0 { used[Int(code >> 5) & 7] += 1 }
        let available = [ints.count, pairs.count / 2, strings?.count ?? 0, nested.count]
        if available != Array(used[1...4]) || keys.count > codes.count {
            return "the payload entries of mixed values are not as many as their codes say"
        }
        return strings?.fillingProblem ?? strings?.piece?.problem(ofTexts: false)
    }

    /// The identities of nested collections, 0 for other values; may be shorter than the leaf in a column.
    var collectionKeys: IntegerArray { keys }

    /// The identity of the nested collection at `index`; 0 for other values.
    func identity(_ index: Int) -> Int64 { index < keys.count ? keys[index] : 0 }

    /// Bytes of value `index` if it is a string or binary kept in parts (and so reads as null), else nil.
    func partsByteCount(_ index: Int) throws(FormatError) -> Int? {
        let code = codes[index]
        guard code > 0, (code >> 5) & 7 == 3, let strings, code >> 8 < strings.count else { return nil }
        return try strings.partsByteCount(Int(code >> 8))
    }
}
