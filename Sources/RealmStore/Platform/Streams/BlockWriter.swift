import Dispatch
import Synchronization

/// Gives the blocks of a new file to a sink: as they are, or encrypted page by page.
///
/// The blocks of a large file are encrypted and taken by another thread while the next ones are being filled; those
/// of a small one at once. Every page is encrypted once, with counter 1. Source: file-format/encryption.md, "Pages and
/// their entries".
final class BlockWriter: Sendable {
    private let target: Target
    private let queue = BackgroundQueue("RealmStore.BlockWriter")
    /// Buffers that blocks take in turns. Only one side uses a buffer at a time.
    nonisolated(unsafe) private let ring: [UnsafeMutableRawBufferPointer]

    /// Whole groups of 64 pages.
    static let blockByteCount = 1 << 20
    private static let groupByteCount = EncryptedPages.pagesPerTable * PageCipher.pageSize
    private static let ringCount = 3
    /// The first block for which starting another thread pays off.
    private static let firstBlockInTurn = 4

    init(_ sink: any BlockSink, key: EncryptionKey?) {
        target = Target(sink, key)
        ring = (0..<BlockWriter.ringCount).map { _ in .allocate(byteCount: BlockWriter.blockByteCount, alignment: 16) }
    }

    deinit {
        // A failed caller has left blocks that the other thread is reading.
        queue.end()
        ring.forEach { $0.deallocate() }
    }

    /// The buffer for block `number`, once the block before it was handed over.
    func buffer(_ number: Int) -> UnsafeMutableRawBufferPointer { ring[number % ring.count] }

    /// Takes over a full block; waits if too many are in progress.
    ///
    /// - Throws: the error of writing this or an earlier block.
    func take(_ number: Int) throws(SystemError) {
        let block = Block(number: number, bytes: UnsafeRawBufferPointer(buffer(number)))
        guard number >= BlockWriter.firstBlockInTurn else { return try target.write(block) }
        target.places.wait()
        queue.add { [target] end in
            if !end.hasCome { target.writeUnlessFailed(block) }
            target.places.signal()
        }
        try target.checkFailure()
    }

    /// Writes the rest after all other blocks were taken: the last one, if it is not full, and the first, if it was
    /// kept back.
    ///
    /// - Throws: the error of writing these or an earlier block.
    func finish(last: UnsafeRawBufferPointer, number: Int, first: UnsafeRawBufferPointer) throws(SystemError) {
        queue.wait()
        try target.checkFailure()
        if !last.isEmpty { try target.write(Block(number: number, bytes: last)) }
        if !first.isEmpty { try target.write(Block(number: 0, bytes: first)) }
        try target.sink.finish()
    }

    /// Whole pages that begin where a group does.
    private struct Block: @unchecked Sendable {
        let number: Int
        let bytes: UnsafeRawBufferPointer

        var offset: Int { number * BlockWriter.blockByteCount }
    }
}

extension BlockWriter {
    /// The destination of the blocks, used by either thread.
    private final class Target: Sendable {
        let sink: any BlockSink
        private let cipher: PageCipher?
        /// Blocks that may be in progress while another one is filled.
        let places = DispatchSemaphore(value: BlockWriter.ringCount - 1)
        /// The first error in writing a block.
        private let failure = Mutex<SystemError?>(nil)
        /// Used by one thread at a time: that of the queue, or the caller's when nothing is in progress.
        private let state: Mutex<State>

        private struct State: ~Copyable {
            /// Pages of one block as they are stored, tables included.
            let stored: UnsafeMutableRawBufferPointer

            init(isEncrypted: Bool) {
                let groups = isEncrypted ? BlockWriter.blockByteCount / BlockWriter.groupByteCount : 0
                stored = .allocate(
                    byteCount: groups * (BlockWriter.groupByteCount + PageCipher.pageSize), alignment: 16)
            }

            deinit { stored.deallocate() }
        }

        init(_ sink: any BlockSink, _ key: EncryptionKey?) {
            self.sink = sink
            cipher = key.map { PageCipher($0) }
            state = Mutex(State(isEncrypted: key != nil))
        }

        func checkFailure() throws(SystemError) {
            if let failure = failure.withLock({ $0 }) { throw failure }
        }

        func writeUnlessFailed(_ block: Block) {
            do {
                if failure.withLock({ $0 == nil }) { try write(block) }
            } catch {
                failure.withLock { $0 = error }
            }
        }

        func write(_ block: Block) throws(SystemError) {
            let result = state.withLock { state in
                Result { () throws(SystemError) in
                    if let cipher {
                        let end = BlockWriter.encrypt(block, with: cipher, into: state.stored)
                        let group = block.offset / BlockWriter.groupByteCount
                        let offset = group * (BlockWriter.groupByteCount + PageCipher.pageSize)
                        try sink.write(UnsafeRawBufferPointer(rebasing: state.stored[..<end]), at: offset)
                    } else {
                        try sink.write(block.bytes, at: block.offset)
                    }
                }
            }
            try result.get()
        }
    }

    /// Encrypts the pages of a block, each group after its table; returns the offset of their end.
    private static func encrypt(
        _ block: Block, with cipher: PageCipher, into stored: UnsafeMutableRawBufferPointer
    ) -> Int {
        let pageSize = PageCipher.pageSize
        stored.initializeMemory(as: UInt8.self, repeating: 0)
        var end = 0
        for start in stride(from: 0, to: block.bytes.count, by: pageSize) {
            let index = start / pageSize % EncryptedPages.pagesPerTable
            let table = end - (index == 0 ? 0 : (index + 1) * pageSize)
            if index == 0 { end += pageSize }
            let target = stored.baseAddress! + end
            cipher.encrypt(
                block.bytes.baseAddress! + start, to: target, offset: block.offset + start,
                counter: PageEntry.firstCounter)
            PageEntry.storeFirst(
                at: stored.baseAddress! + (table + (index * PageEntry.byteCount)), ofPage: target, cipher)
            end += pageSize
        }
        return end
    }
}
