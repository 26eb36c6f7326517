extension Value {
    /// Calls `body` with a copy of the value in separate memory, so that the node it was read from may change.
    func withOwnBytes<Result>(_ body: (Value) throws(FormatError) -> Result) throws(FormatError) -> Result {
        let bytes: UnsafeRawBufferPointer
        switch self {
        case .string(let text): bytes = text
        case .binary(let data): bytes = data
        default: return try body(self)
        }
        let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: max(1, bytes.count), alignment: 1)
        defer { copy.deallocate() }
        copy.copyMemory(from: bytes)
        let own = UnsafeRawBufferPointer(rebasing: copy[..<bytes.count])
        if case .string = self { return try body(.string(own)) }
        return try body(.binary(own))
    }
}
