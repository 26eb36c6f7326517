/// A leaf of one of the types that are read most, small enough to be handed around in registers: a `ColumnLeaf` has
/// room for all there are.
enum ScalarLeaf {
    case int(IntegerArray)
    case optionalInt(OptionalIntegerArray)
    case bool(BoolLeaf)
    case double(DoubleLeaf)
    case timestamp(TimestampLeaf)
    /// Of another type, or not opened yet.
    case other
}
