/// The value as one type or null; a value of another type traps, since a column is only asked for values of its type.
extension Value {
    package var isNull: Bool { if case .null = self { true } else { false } }

    @inline(__always)
    var optionalInt: Int64? {
        switch self {
        case .int(let value): return value
        case .null: return nil
        default: wrongType()
        }
    }

    @inline(__always)
    var optionalFloat: Float? {
        switch self {
        case .float(let value): return value
        case .null: return nil
        default: wrongType()
        }
    }

    @inline(__always)
    var optionalDouble: Double? {
        switch self {
        case .double(let value): return value
        case .null: return nil
        default: wrongType()
        }
    }

    @inline(__always)
    var optionalTimestamp: Timestamp? {
        switch self {
        case .timestamp(let value): return value
        case .null: return nil
        default: wrongType()
        }
    }

    @inline(__always)
    var optionalString: UnsafeRawBufferPointer? {
        switch self {
        case .string(let value): return value
        case .null: return nil
        default: wrongType()
        }
    }

    @inline(__always)
    var optionalBinary: UnsafeRawBufferPointer? {
        switch self {
        case .binary(let value): return value
        case .null: return nil
        default: wrongType()
        }
    }

    @inline(__always)
    var optionalDecimal: Decimal128Bits? {
        switch self {
        case .decimal(let value): return value
        case .null: return nil
        default: wrongType()
        }
    }

    @inline(__always)
    var optionalObjectId: ObjectIdBits? {
        switch self {
        case .objectId(let value): return value
        case .null: return nil
        default: wrongType()
        }
    }

    @inline(__always)
    var optionalUUID: UUIDBits? {
        switch self {
        case .uuid(let value): return value
        case .null: return nil
        default: wrongType()
        }
    }

    @inline(never)
    private func wrongType() -> Never { preconditionFailure("a value of another type than the leaf") }
}
