/// Sorts more records than memory should hold: a full buffer is sorted and written to a file without a name, and the
/// sorted runs are merged as they are read.
///
/// A small number of records stays in memory, without a file.
final class ExternalSort<Record: BitwiseCopyable & Comparable> {
    private let directory: String
    private let bufferCount: Int
    private let blockCount: Int
    /// Records not yet in a run.
    private var buffer: [Record] = []
    private var isSorted = true
    private var file: FileDescriptor?
    /// Number of records of each run; they follow each other in the file.
    private var runs: [Int] = []
    private var storedCount = 0
    /// The error of writing a run. Records added after it are discarded, since it will be the result.
    private var failure: SystemError?

    /// - Parameters:
    ///   - directory: the directory of the file, if one is needed.
    ///   - bufferByteCount: bytes of a run.
    ///   - blockByteCount: bytes of a run read at once.
    init(in directory: String, bufferByteCount: Int = 1 << 23, blockByteCount: Int = 1 << 16) {
        self.directory = directory
        bufferCount = max(1, bufferByteCount / MemoryLayout<Record>.stride)
        blockCount = max(1, blockByteCount / MemoryLayout<Record>.stride)
    }

    var count: Int { storedCount + buffer.count }

    func add(_ record: Record) {
        if buffer.count == bufferCount { store() }
        if isSorted, let last = buffer.last, record < last { isSorted = false }
        buffer.append(record)
    }

    /// The records in ascending order, from the first on. More may be added later, for further cursors.
    ///
    /// - Throws: the error of writing records to the file, or reading them.
    func cursor() throws(SystemError) -> Cursor {
        if !runs.isEmpty { store() } else { sortBuffer() }
        if let failure { throw failure }
        return try Cursor(self)
    }

    /// Calls `body` with each record in ascending order.
    func forEach(_ body: (Record) -> Void) throws(SystemError) {
        var cursor = try cursor()
        while let record = try cursor.next() { body(record) }
    }

    /// Pairs each record with one of `other` that is neither less nor greater, in ascending order; `body` is also
    /// called with those that have no partner.
    func match(_ other: ExternalSort, _ body: (Record?, Record?) -> Void) throws(SystemError) {
        var (cursor, otherCursor) = (try cursor(), try other.cursor())
        var (lhs, rhs) = (try cursor.next(), try otherCursor.next())
        while lhs != nil || rhs != nil {
            let isFirst = lhs.map { lhs in rhs.map { lhs < $0 } ?? true } ?? false
            let isSecond = rhs.map { rhs in lhs.map { rhs < $0 } ?? true } ?? false
            body(isSecond ? nil : lhs, isFirst ? nil : rhs)
            if !isSecond { lhs = try cursor.next() }
            if !isFirst { rhs = try otherCursor.next() }
        }
    }

    private func sortBuffer() {
        if !isSorted { buffer.sort() }
        isSorted = true
    }

    /// Turns the buffer into a run.
    private func store() {
        guard failure == nil, !buffer.isEmpty else { return buffer.removeAll(keepingCapacity: true) }
        sortBuffer()
        do throws(SystemError) {
            if file == nil { file = try FileDescriptor.scratch(in: directory) }
            let failure = buffer.withUnsafeBytes { bytes in
                do throws(SystemError) {
                    try file?.write(bytes, at: storedCount * MemoryLayout<Record>.stride)
                    return nil as SystemError?
                } catch {
                    return error
                }
            }
            if let failure { throw failure }
        } catch {
            failure = error
        }
        runs.append(buffer.count)
        storedCount += buffer.count
        buffer.removeAll(keepingCapacity: true)
    }

    /// Up to a block of records from the one at `index` of the file on.
    fileprivate func read(_ index: Int, limit: Int) throws(SystemError) -> [Record] {
        let stride = MemoryLayout<Record>.stride
        let wanted = min(blockCount, limit)
        var failure: SystemError?
        let records = [Record](unsafeUninitializedCapacity: wanted) { target, count in
            do throws(SystemError) {
                count = try (file?.read(into: UnsafeMutableRawBufferPointer(target), at: index * stride) ?? 0) / stride
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        guard records.count == wanted else { throw .endOfFile }
        return records
    }
}

extension ExternalSort {
    /// A single pass over the sorted records.
    struct Cursor {
        /// The records read from a run, and the position of the rest.
        private struct Run {
            var block: ArraySlice<Record>
            var next: Int
            let end: Int
        }

        private let sort: ExternalSort
        /// Runs that have records left: a heap, whose first has the least record of all.
        private var heap: [Run]

        fileprivate init(_ sort: ExternalSort) throws(SystemError) {
            self.sort = sort
            heap = []
            if sort.runs.isEmpty {
                if !sort.buffer.isEmpty { heap = [Run(block: sort.buffer[...], next: 0, end: 0)] }
                return
            }
            var start = 0
            for count in sort.runs {
                let block = try sort.read(start, limit: count)
                heap.append(Run(block: block[...], next: start + block.count, end: start + count))
                start += count
            }
            for index in heap.indices.reversed() { sink(index) }
        }

        /// The next record; nil after the last.
        mutating func next() throws(SystemError) -> Record? {
            guard !heap.isEmpty, let record = heap[0].block.popFirst() else { return nil }
            if heap[0].block.isEmpty {
                let run = heap[0]
                if run.next < run.end {
                    let block = try sort.read(run.next, limit: run.end - run.next)
                    heap[0] = Run(block: block[...], next: run.next + block.count, end: run.end)
                } else {
                    heap.swapAt(0, heap.count - 1)
                    heap.removeLast()
                }
            }
            if heap.count > 1 { sink(0) }
            return record
        }

        private func isLess(_ lhs: Int, _ rhs: Int) -> Bool {
            heap[lhs].block[heap[lhs].block.startIndex] < heap[rhs].block[heap[rhs].block.startIndex]
        }

        /// Moves the run at `index` below the runs whose next record is less.
        private mutating func sink(_ index: Int) {
            var parent = index
            while true {
                var least = parent
                for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count && isLess(child, least) {
                    least = child
                }
                guard least != parent else { return }
                heap.swapAt(parent, least)
                parent = least
            }
        }
    }
}
