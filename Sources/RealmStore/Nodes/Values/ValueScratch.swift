/// Memory for the bytes of values on their way into the engine: texts and data that a `Value` can point to.
///
/// What it hands out is valid until `reset`.
package final class ValueScratch {
    // Every value goes through here: exclusivity checks, which never fail, would cost more than most of the copies.
    @exclusivity(unchecked) private var blocks: [UnsafeMutableRawBufferPointer] = []
    @exclusivity(unchecked) private var used = 0

    /// The size of all blocks.
    package var byteCount: Int { blocks.reduce(0) { $0 + $1.count } }

    /// The size of the first block, which is enough for a single query, and of those after it.
    private static let firstByteCount = 256
    private static let blockByteCount = 1 << 16

    package init() {}

    deinit { for block in blocks { block.deallocate() } }

    /// Forgets everything handed out; keeps the last block of memory, but not one that was made for a large value.
    package func reset() {
        used = 0
        guard let last = blocks.last else { return }
        let keptCount = last.count > ValueScratch.blockByteCount ? 0 : 1
        guard blocks.count > keptCount else { return }
        for block in blocks.dropLast(keptCount) { block.deallocate() }
        blocks.removeFirst(blocks.count - keptCount)
    }

    /// The UTF-8 bytes of `text`.
    package func string(_ text: String) -> Value { .string(copy(text.utf8)) }

    package func binary(_ bytes: some Collection<UInt8>) -> Value { .binary(copy(bytes)) }

    /// The same value with its bytes in this memory.
    package func copy(_ value: Value) -> Value {
        switch value {
        case .string(let bytes): .string(copy(bytes))
        case .binary(let bytes): .binary(copy(bytes))
        default: value
        }
    }

    private func copy(_ bytes: some Collection<UInt8>) -> UnsafeRawBufferPointer {
        let target = take(bytes.count)
        target.copyBytes(from: bytes)
        return UnsafeRawBufferPointer(target)
    }

    private func take(_ byteCount: Int) -> UnsafeMutableRawBufferPointer {
        if blocks.isEmpty || byteCount > blocks[blocks.count - 1].count - used {
            let least = blocks.isEmpty ? ValueScratch.firstByteCount : ValueScratch.blockByteCount
            let size = max(byteCount, least)
            blocks.append(.allocate(byteCount: size, alignment: 16))
            used = 0
        }
        defer { used += byteCount }
        return UnsafeMutableRawBufferPointer(rebasing: blocks[blocks.count - 1][used..<used + byteCount])
    }
}
