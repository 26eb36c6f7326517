extension Value {
    /// True if both are the same value, bit for bit: a NaN is the same as one of its own bits, 0 is not -0, and the
    /// decimal 1.10 is not 1.1. Links are the same if their keys are; collections never are.
    package func isIdentical(to other: Value) -> Bool {
        switch (self, other) {
        case (.null, .null): true
        case (.int(let lhs), .int(let rhs)): lhs == rhs
        case (.bool(let lhs), .bool(let rhs)): lhs == rhs
        case (.float(let lhs), .float(let rhs)): lhs.bitPattern == rhs.bitPattern
        case (.double(let lhs), .double(let rhs)): lhs.bitPattern == rhs.bitPattern
        case (.string(let lhs), .string(let rhs)), (.binary(let lhs), .binary(let rhs)): ByteOrder.equal(lhs, rhs)
        case (.timestamp(let lhs), .timestamp(let rhs)): lhs == rhs
        case (.decimal(let lhs), .decimal(let rhs)): lhs == rhs
        case (.objectId(let lhs), .objectId(let rhs)): lhs == rhs
        case (.uuid(let lhs), .uuid(let rhs)): lhs == rhs
        case (.link(let lhsTable, let lhs), .link(let rhsTable, let rhs)): lhsTable == rhsTable && lhs == rhs
        default: false
        }
    }
}
