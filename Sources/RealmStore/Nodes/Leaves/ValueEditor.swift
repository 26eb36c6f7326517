/// An editor of leaves of one layout, as `LeafEditor` sees them all.
protocol ValueEditor {
    /// A value as it is given to this editor.
    associatedtype Element

    /// Where the leaf is, after each change.
    var ref: Ref { get }

    mutating func insert(_ value: Element, at index: Int) throws(FormatError)
    mutating func set(_ value: Element, at index: Int) throws(FormatError)
    mutating func remove(at index: Int) throws(FormatError)
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
    /// A nested collection gets an identity that the leaf does not have.
    mutating func insert(_ value: Value, at index: Int) throws(FormatError) { try insert(value, at: index, key: nil) }

    /// Likewise.
    mutating func set(_ value: Value, at index: Int) throws(FormatError) { try set(value, at: index, key: nil) }
}
