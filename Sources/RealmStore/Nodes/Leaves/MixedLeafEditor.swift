/// Changes a leaf of values of any type: a code per value that gives its type and the place of its payload.
///
/// Every payload entry belongs to one code. When a value is removed, the last entry of its array moves into the gap.
/// Source: file-format/mixed-values.md, "The leaf of mixed values" and "Rules of mixed leaves".
struct MixedLeafEditor {
    private let arena: Arena
    private var parts: SlotEditor
    private var codes: IntegerEditor

    var ref: Ref { parts.ref }
    var count: Int { codes.count }

    /// The arrays of a leaf, by slot.
    private enum Part: Int {
        case codes, ints, pairs, strings, nested, keys
    }

    private static let partCount = 6

    /// Opens the leaf at `ref`, copying it if it is committed.
    init(_ ref: Ref, in arena: Arena) throws(FormatError) {
        self.arena = arena
        if !arena.owns(ref) { _ = try MixedLeaf(ref, in: arena.space) }
        parts = try SlotEditor(ref, in: arena)
        // Files of older versions lack the last slots.
        while parts.count < MixedLeafEditor.partCount { try parts.append(.empty) }
        codes = try IntegerEditor(parts.child(Part.codes.rawValue), in: arena)
        parts[Part.codes.rawValue] = Slot(codes.ref)
        if !arena.owns(ref) { try alignKeys() }
    }

    /// An empty leaf.
    static func makeEmpty(in arena: Arena) throws(FormatError) -> Ref {
        let parts = try SlotEditor(.refs(), count: partCount, in: arena)
        parts[Part.codes.rawValue] = Slot(try IntegerEditor(repeating: 0, count: 0, in: arena).ref)
        return parts.ref
    }

    /// Gives each value a key, or 0: Realm Core does not maintain the array of a column carefully.
    private mutating func alignKeys() throws(FormatError) {
        guard var keys = try keys() else { return }
        if keys.count > count { keys.truncate(to: count) }
        while keys.count < count { try keys.append(0) }
        store(keys.ref, as: .keys)
    }

    // MARK: Values

    /// - Parameter key: the identity of a nested collection; nil picks one unused in the leaf.
    mutating func insert(_ value: Value, at index: Int, key: Int64?) throws(FormatError) {
        precondition(index >= 0 && index <= count, "mixed index out of range")
        let code = try addPayload(value)
        try codes.insert(code, at: index)
        store(codes.ref, as: .codes)
        try insertKey(identity(of: value, key), at: index)
    }

    /// Replaces value `index`. The tree of a nested collection that was there is not freed.
    mutating func set(_ value: Value, at index: Int, key: Int64?) throws(FormatError) {
        precondition(index >= 0 && index < count, "mixed index out of range")
        try checkByteCount(value)
        try dropPayload(at: index)
        try codes.set(addPayload(value), at: index)
        store(codes.ref, as: .codes)
        try setKey(identity(of: value, key), at: index)
    }

    /// Removes value `index`. The tree of a nested collection is not freed.
    mutating func remove(at index: Int) throws(FormatError) {
        precondition(index >= 0 && index < count, "mixed index out of range")
        try dropPayload(at: index)
        codes.remove(at: index)
        store(codes.ref, as: .codes)
        if var keys = try keys() {
            keys.remove(at: index)
            store(keys.ref, as: .keys)
        }
    }

    /// Gives the nested collection at `index` another root; it stays the same collection.
    func setRoot(_ root: Ref, at index: Int) throws(FormatError) {
        let code = codes[index]
        precondition(MixedLeafEditor.part(code) == .nested, "only a nested collection has a root")
        let nested = try nested()
        try check(code >> 8, below: nested.count)
        nested[Int(code >> 8)] = Slot(root)
        store(nested.ref, as: .nested)
    }

    /// Moves the values from `index` on to the end of `target`; nested collections keep their identity.
    mutating func moveTail(from index: Int, to target: inout MixedLeafEditor) throws(FormatError) {
        for source in index..<count { try move(source, to: &target) }
        for source in stride(from: count - 1, through: index, by: -1) { try remove(at: source) }
    }

    /// Copies value `index` to the end of `target`. A long string is moved, not copied, leaving null.
    private func move(_ index: Int, to target: inout MixedLeafEditor) throws(FormatError) {
        let code = codes[index]
        if MixedLeafEditor.part(code) == .strings {
            let strings = try strings()
            try check(code >> 8, below: strings.count())
            let blob = try strings.takeBlob(at: Int(code >> 8))
            store(strings.ref, as: .strings)
            if let blob { return try target.append(blob, typeBits: code & 31) }
        }
        let value = try MixedLeaf(ref, in: arena.space).value(index)
        let key = try keys()?[index] ?? 0
        try target.insert(value, at: target.count, key: key == 0 ? nil : key)
    }

    private mutating func append(_ blob: Slot, typeBits: Int64) throws(FormatError) {
        var strings = try strings()
        let payload = Int64(try strings.count())
        try strings.append(blob)
        store(strings.ref, as: .strings)
        try codes.append((payload << 8) | (Int64(Part.strings.rawValue) << 5) | typeBits)
        store(codes.ref, as: .codes)
        try insertKey(0, at: count - 1)
    }

    /// Frees the leaf's own nodes, but not those of nested collections.
    func free() throws(FormatError) {
        for part in [Part.codes, .ints, .pairs, .strings, .keys] { try arena.freeTree(parts.child(part.rawValue)) }
        let nested = try parts.child(Part.nested.rawValue)
        if !nested.isNone { try arena.free(nested) }
        try arena.free(ref)
    }

    // MARK: Keys of nested collections

    /// The key of a value: the given one, or one unused in the leaf; 0 if it is not a collection.
    private func identity(of value: Value, _ key: Int64?) throws(FormatError) -> Int64 {
        guard value.isCollection else { return 0 }
        if let key { return key }
        let keys = try keys()
        while true {
            let candidate = newKey()
            guard let keys, (0..<keys.count).contains(where: { keys[$0] == candidate }) else { return candidate }
        }
    }

    /// A key that may be in use already: short if the leaf has few values.
    private func newKey() -> Int64 {
        let bitCount: Int64 = count < 1 << 4 ? 8 : count < 1 << 12 ? 16 : 31
        return Int64.random(in: 1..<(1 << bitCount), using: &arena.numbers)
    }

    /// The array of keys, as long as the leaf, or nil if it never had a nested collection.
    private func keys() throws(FormatError) -> IntegerEditor? {
        let ref = try parts.child(Part.keys.rawValue)
        return ref.isNone ? nil : try IntegerEditor(ref, in: arena)
    }

    /// Inserts the key of a value that has just been inserted.
    private func insertKey(_ key: Int64, at index: Int) throws(FormatError) {
        if var keys = try keys() {
            try keys.insert(key, at: index)
            store(keys.ref, as: .keys)
        } else if key != 0 {
            try makeKeys(key, at: index)
        }
    }

    private func setKey(_ key: Int64, at index: Int) throws(FormatError) {
        if var keys = try keys() {
            try keys.set(key, at: index)
            store(keys.ref, as: .keys)
        } else if key != 0 {
            try makeKeys(key, at: index)
        }
    }

    private func makeKeys(_ key: Int64, at index: Int) throws(FormatError) {
        var keys = try IntegerEditor(repeating: 0, count: count, in: arena)
        try keys.set(key, at: index)
        store(keys.ref, as: .keys)
    }

    // MARK: Payload

    private func store(_ ref: Ref, as part: Part) { parts[part.rawValue] = Slot(ref) }

    private static func part(_ code: Int64) -> Part? { Part(rawValue: Int(code >> 5) & 7) }

    private static func code(_ type: ValueType, _ part: Part, _ payload: Int) -> Int64 {
        (Int64(payload) << 8) | (Int64(part.rawValue) << 5) | (Int64(type.rawValue) + 1)
    }

    private func integers(_ part: Part) throws(FormatError) -> IntegerEditor {
        let ref = try parts.child(part.rawValue)
        return try ref.isNone ? IntegerEditor(repeating: 0, count: 0, in: arena) : IntegerEditor(ref, in: arena)
    }

    private func pairs() throws(FormatError) -> IntegerEditor {
        let pairs = try integers(.pairs)
        guard pairs.count % 2 == 0 else { throw damaged("half a pair") }
        return pairs
    }

    private func strings() throws(FormatError) -> StringLeafEditor {
        let ref = try parts.child(Part.strings.rawValue)
        return try ref.isNone ? StringLeafEditor(in: arena) : StringLeafEditor(ref, in: arena)
    }

    private func nested() throws(FormatError) -> SlotEditor {
        let ref = try parts.child(Part.nested.rawValue)
        return try ref.isNone ? SlotEditor(.refs(), count: 0, in: arena) : SlotEditor(ref, in: arena)
    }

    private func checkByteCount(_ value: Value) throws(FormatError) {
        switch value {
        case .string(let bytes), .binary(let bytes):
            try BlobLeafEditor.checkByteCount(bytes.count + 1, at: ref)
        default: break
        }
    }

    /// Stores the part of `value` that does not fit its code, and returns the code.
    private func addPayload(_ value: Value) throws(FormatError) -> Int64 {
        switch value {
        case .null: return 0
        case .bool(let flag): return MixedLeafEditor.code(.bool, .codes, flag ? 1 : 0)
        case .int(let number):
            if let small = Int32(exactly: number) { return MixedLeafEditor.code(.int, .codes, Int(small)) }
            return try addInteger(.int, number)
        case .float(let number): return try addInteger(.float, Int64(number.bitPattern))
        case .double(let number): return try addInteger(.double, Int64(bitPattern: number.bitPattern))
        case .timestamp(let time): return try addPair(.timestamp, time.seconds, Int64(time.nanoseconds))
        case .decimal(let stored):
            // A value never turns into null, nor does null have a type here.
            let number = stored.isNull ? .nan : stored
            return try addPair(.decimal, Int64(bitPattern: number.low), Int64(bitPattern: number.high))
        case .link(_, let key) where key.isNull: return 0
        case .link(let table, let key): return try addPair(.typedLink, Int64(table.value), key.value)
        case .string(let bytes): return try addBytes(.string, bytes)
        case .binary(let bytes): return try addBytes(.binary, bytes)
        case .objectId(let id): return try addIdentifier(.objectId, id)
        case .uuid(let id): return try addIdentifier(.uuid, id)
        case .list(let root): return try addRoot(.list, root)
        case .dictionary(let root): return try addRoot(.dictionary, root)
        }
    }

    private func addInteger(_ type: ValueType, _ number: Int64) throws(FormatError) -> Int64 {
        var ints = try integers(.ints)
        try ints.append(number)
        store(ints.ref, as: .ints)
        return MixedLeafEditor.code(type, .ints, ints.count - 1)
    }

    private func addPair(_ type: ValueType, _ first: Int64, _ second: Int64) throws(FormatError) -> Int64 {
        var pairs = try pairs()
        try pairs.append(first)
        try pairs.append(second)
        store(pairs.ref, as: .pairs)
        return MixedLeafEditor.code(type, .pairs, pairs.count / 2 - 1)
    }

    private func addBytes(_ type: ValueType, _ bytes: UnsafeRawBufferPointer) throws(FormatError) -> Int64 {
        var strings = try strings()
        let index = try strings.count()
        try strings.insert(bytes, at: index)
        store(strings.ref, as: .strings)
        return MixedLeafEditor.code(type, .strings, index)
    }

    private func addIdentifier<Identifier: StoredIdentifier>(
        _ type: ValueType, _ id: Identifier
    ) throws(FormatError) -> Int64 {
        var room: (UInt64, UInt64) = (0, 0)
        return try withUnsafeMutableBytes(of: &room) { room throws(FormatError) in
            id.write(to: room.baseAddress!)
            return try addBytes(type, UnsafeRawBufferPointer(rebasing: room[..<Identifier.byteCount]))
        }
    }

    private func addRoot(_ type: ValueType, _ root: Ref) throws(FormatError) -> Int64 {
        var nested = try nested()
        try nested.append(Slot(root))
        store(nested.ref, as: .nested)
        return MixedLeafEditor.code(type, .nested, nested.count - 1)
    }

    /// Removes the payload entry of value `index`, whose code is then null.
    private mutating func dropPayload(at index: Int) throws(FormatError) {
        let code = codes[index]
        if code == 0 { return }
        try codes.set(0, at: index)
        guard let part = MixedLeafEditor.part(code), part != .codes else { return }
        let last = try dropEntry(code >> 8, of: part)
        if last != code >> 8 { try repoint(part, from: last, to: code >> 8) }
    }

    /// Moves the last entry of an array into `gap`.
    ///
    /// - Returns: its former index.
    private func dropEntry(_ gap: Int64, of part: Part) throws(FormatError) -> Int64 {
        let count: Int
        switch part {
        case .ints:
            var ints = try integers(.ints)
            count = ints.count
            try check(gap, below: count)
            try ints.set(ints[count - 1], at: Int(gap))
            ints.remove(at: count - 1)
            store(ints.ref, as: .ints)
        case .pairs:
            var pairs = try pairs()
            count = pairs.count / 2
            try check(gap, below: count)
            try pairs.set(pairs[2 * count - 2], at: 2 * Int(gap))
            try pairs.set(pairs[2 * count - 1], at: 2 * Int(gap) + 1)
            pairs.truncate(to: 2 * count - 2)
            store(pairs.ref, as: .pairs)
        case .strings:
            var strings = try strings()
            count = try strings.count()
            try check(gap, below: count)
            try strings.removeBySwap(at: Int(gap))
            store(strings.ref, as: .strings)
        case .nested:
            var nested = try nested()
            count = nested.count
            try check(gap, below: count)
            nested[Int(gap)] = nested[count - 1]
            nested.remove(at: count - 1)
            store(nested.ref, as: .nested)
        case .codes, .keys: throw damaged("a code points at no payload")
        }
        return Int64(count - 1)
    }

    /// Only a code of a damaged file points outside the payload.
    private func check(_ payload: Int64, below count: Int) throws(FormatError) {
        guard payload >= 0, payload < count else { throw damaged("a code points at payload that is not there") }
    }

    @inline(never)
    private func damaged(_ problem: String) -> FormatError {
        FormatError(.badLeaf, at: ref, "leaf of mixed values: \(problem)")
    }

    /// Updates the code of the value whose payload has moved.
    private mutating func repoint(_ part: Part, from old: Int64, to new: Int64) throws(FormatError) {
        let place = (old << 3) | Int64(part.rawValue)
        for index in stride(from: count - 1, through: 0, by: -1) where codes[index] >> 5 == place {
            return try codes.set((new << 8) | (codes[index] & 0xFF), at: index)
        }
        throw damaged("no code points at some of the payload")
    }
}

extension Value {
    /// A nested collection, which has an identity among its neighbours.
    var isCollection: Bool {
        switch self {
        case .list, .dictionary: true
        default: false
        }
    }
}
