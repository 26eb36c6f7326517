/// A leaf of one of the most frequently read types, small enough to be passed in registers; a `ColumnLeaf` has room for
/// all types.
enum ScalarLeaf {
    case int(IntegerArray)
    case optionalInt(OptionalIntegerArray)
    case bool(BoolLeaf)
    case double(DoubleLeaf)
    case timestamp(TimestampLeaf)
    /// Of another type, or not opened yet.
    case other
}
