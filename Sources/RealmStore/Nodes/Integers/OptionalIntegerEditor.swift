/// Changes a leaf of integers that may be null: element 0 is the number that stands for null.
///
/// Below 64 bits that is the largest number of the stored width, so a value that would reach it makes the leaf wider;
/// at 64 bits it is a random one, replaced when a value equals it. Source: file-format/leaves.md, "Integers".
struct OptionalIntegerEditor {
    private var stored: IntegerEditor

    var ref: Ref { stored.ref }
    var count: Int { stored.count - 1 }

    /// Opens the leaf at `ref`, copying it if it is committed.
    @inline(__always)
    init(_ ref: Ref, in arena: Arena) throws(FormatError) {
        stored = try IntegerEditor(ref, in: arena)
        if !arena.owns(ref) { try repairNull() }
    }

    /// Gives a leaf that was committed with a wrong null number, which values could come to equal, the correct one.
    private mutating func repairNull() throws(FormatError) {
        let leaf = try OptionalIntegerArray(stored.array, at: ref)
        if !leaf.hasProperNull { try widen(to: stored.widthCode + 1, for: leaf.elements.null) }
    }

    /// An empty leaf.
    init(in arena: Arena) throws(FormatError) { stored = try IntegerEditor(repeating: 0, count: 1, in: arena) }

    subscript(index: Int) -> Int64? {
        let value = stored[index + 1]
        return value == stored[0] ? nil : value
    }

    mutating func insert(_ value: Int64?, at index: Int) throws(FormatError) {
        precondition(index >= 0, "optional integer index out of range")
        if let value { try makeRoom(for: value) }
        try stored.insert(value ?? stored[0], at: index + 1)
    }

    mutating func set(_ value: Int64?, at index: Int) throws(FormatError) {
        precondition(index >= 0, "optional integer index out of range")
        if let value { try makeRoom(for: value) }
        try stored.set(value ?? stored[0], at: index + 1)
    }

    /// The same; returns whether nothing changed but the value's own bytes.
    mutating func replace(_ value: Int64?, at index: Int) throws(FormatError) -> Bool {
        let hasRoom = value.map { neededWidthCode(for: $0) == nil } ?? true
        try set(value, at: index)
        return hasRoom
    }

    /// Removes value `index`; removing the last one resets the width.
    mutating func remove(at index: Int) throws(FormatError) {
        precondition(index >= 0, "optional integer index out of range")
        stored.remove(at: index + 1)
        try resetIfEmpty()
    }

    mutating func remove(_ rows: RemovedRows) throws(FormatError) {
        rows.forEachKept(of: count) { (kept, target) in
            stored.move(kept.lowerBound + 1..<kept.upperBound + 1, to: target + 1)
        }
        stored.truncate(to: stored.count - rows.count)
        try resetIfEmpty()
    }

    private mutating func resetIfEmpty() throws(FormatError) {
        guard count == 0 else { return }
        stored.truncate(to: 0)
        try stored.append(0)
    }

    /// Widens the leaf so that it can hold `value` without mistaking it for null.
    @inline(__always)
    private mutating func makeRoom(for value: Int64) throws(FormatError) {
        if let code = neededWidthCode(for: value) { try widen(to: code, for: value) }
    }

    /// The width for which the leaf must be written anew before it can hold `value`; nil if it can.
    @inline(__always)
    private func neededWidthCode(for value: Int64) -> UInt8? {
        let code = OptionalIntegerEditor.widthCode(for: value)
        return code > stored.widthCode || (stored.widthCode == 7 && value == stored[0]) ? code : nil
    }

    /// The width at which the value is below the null number; 7 for all that need 64 bits.
    private static func widthCode(for value: Int64) -> UInt8 {
        let code = IntegerEditor.widthCode(for: value)
        return code < 7 && value == largest(code) ? code + 1 : code
    }

    /// The largest number of a width below 64 bits.
    private static func largest(_ code: UInt8) -> Int64 {
        let width = (1 << Int64(code)) >> 1
        return (1 << (code < 4 ? width : width - 1)) - 1
    }

    /// Widens the leaf and gives its nulls the null number of the new width, which differs from all values and from
    /// `value`.
    @inline(never)
    private mutating func widen(to code: UInt8, for value: Int64) throws(FormatError) {
        let oldNull = stored[0]
        try stored.widen(to: code)
        let null = code < 7 ? OptionalIntegerEditor.largest(code) : unusedNumber(value)
        for index in 0..<stored.count where stored[index] == oldNull { try stored.set(null, at: index) }
    }

    /// A random number that differs from all elements and from `value`.
    private func unusedNumber(_ value: Int64) -> Int64 {
        while true {
            let candidate = Int64.random(in: .min ... .max, using: &stored.arena.numbers)
            if candidate != value, !(0..<stored.count).contains(where: { stored[$0] == candidate }) { return candidate }
        }
    }
}
