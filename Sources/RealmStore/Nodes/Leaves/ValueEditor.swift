/// An editor of leaves of one layout, with the interface that `LeafEditor` uses.
protocol ValueEditor {
    /// A value in this editor's representation.
    associatedtype Element

    /// The ref of the leaf, updated by each change.
    var ref: Ref { get }

    mutating func insert(_ value: Element, at index: Int) throws(FormatError)
    mutating func set(_ value: Element, at index: Int) throws(FormatError)
    mutating func remove(at index: Int) throws(FormatError)
    /// Removes several values.
    mutating func remove(_ rows: RemovedRows) throws(FormatError)
}

extension ValueEditor {
    /// One by one, for layouts in which few are removed together.
    mutating func remove(_ rows: RemovedRows) throws(FormatError) {
        try rows.forEachFromLast { (row) throws(FormatError) in try remove(at: row) }
    }
}

extension IntegerEditor: ValueEditor {}
extension OptionalIntegerEditor: ValueEditor {}
extension FloatingPointLeafEditor: ValueEditor {}
extension TimestampLeafEditor: ValueEditor {}
extension StringLeafEditor: ValueEditor {}
extension EnumeratedLeafEditor: ValueEditor {}
extension BlobLeafEditor: ValueEditor {}
extension DecimalLeafEditor: ValueEditor {}
extension FixedBytesLeafEditor: ValueEditor {}

extension SlotEditor: ValueEditor {
    func set(_ slot: Slot, at index: Int) { self[index] = slot }
}

extension MixedLeafEditor: ValueEditor {
    /// A nested collection gets an identity unused in the leaf.
    mutating func insert(_ value: Value, at index: Int) throws(FormatError) { try insert(value, at: index, key: nil) }

    /// Likewise.
    mutating func set(_ value: Value, at index: Int) throws(FormatError) { try set(value, at: index, key: nil) }
}
