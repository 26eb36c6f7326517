/// The memory of an arena's nodes, and its bookkeeping.
package final class ArenaMemory {
    /// The arena is valid as long as this object.
    let arena: Arena
    private let state: UnsafeMutablePointer<Arena.State>
    private let range: AddressRange

    /// - Parameters:
    ///   - committed: the version that the transaction begins with.
    ///   - range: the file's address range; the arena takes it from `start` on.
    ///   - version: the number of the version being written.
    init(over committed: NodeSpace, in range: AddressRange, from start: Int, version: UInt64 = 0) {
        self.range = range
        state = .allocate(capacity: 1)
        state.initialize(
            to: Arena.State(
                space: committed.adding(arena: start..<range.byteCount),
                base: UnsafeMutableRawPointer(mutating: range.base), start: start, used: start, ready: start,
                numbers: RepeatableNumbers(from: version), range: .passUnretained(range)))
        arena = Arena(state)
    }

    deinit {
        close()
        state.deinitialize(count: 1)
        state.deallocate()
    }

    /// Releases the memory of the nodes. The range may then belong to another arena; this one can create no more nodes.
    func close() {
        let start = state.pointee.start
        let byteCount = state.pointee.ready - start
        if byteCount > 0 { range.discard(byteCount: byteCount, at: start) }
        state.pointee.ready = start
        state.pointee.used = start
        state.pointee.isClosed = true
        for index in state.pointee.recycled.indices { state.pointee.recycled[index] = 0 }
    }
}
