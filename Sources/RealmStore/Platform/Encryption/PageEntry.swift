/// The entry for one page in a table page: a view of 64 bytes owned elsewhere.
///
///     0 counter of the newest write (4, little-endian; 0: never written) | 4 its MAC (28)
///     32 counter of the write before (4; 0: none)                       | 36 its MAC (28)
///
/// Source: file-format/encryption.md, "Pages and their entries".
struct PageEntry {
    static let byteCount = 2 * slotByteCount
    private static let counterByteCount = 4
    private static let slotByteCount = counterByteCount + PageCipher.macByteCount

    /// Counter and MAC of one write.
    struct Slot {
        fileprivate let start: UnsafeRawPointer

        var counter: UInt32 { UInt32(littleEndian: start.loadUnaligned(as: UInt32.self)) }
        var mac: UnsafeRawPointer { start + PageEntry.counterByteCount }

        /// A counter is never written without a MAC, nor a MAC without a counter.
        var isPlausible: Bool {
            let mac = UnsafeRawBufferPointer(start: mac, count: PageCipher.macByteCount)
            return (counter == 0) == mac.allSatisfy { $0 == 0 }
        }
    }

    private let start: UnsafeRawPointer

    init(_ start: UnsafeRawPointer) { self.start = start }

    var newest: Slot { Slot(start: start) }
    var before: Slot { Slot(start: start + PageEntry.slotByteCount) }
    /// The greater of the counters; 0 for a page that was never written.
    var highestCounter: UInt32 { max(newest.counter, before.counter) }
    var isBlank: Bool { UnsafeRawBufferPointer(start: start, count: PageEntry.byteCount).allSatisfy { $0 == 0 } }

    /// Makes the newest write of the entry the one before.
    static func keepNewest(at entry: UnsafeMutableRawPointer) {
        (entry + slotByteCount).copyMemory(from: entry, byteCount: slotByteCount)
    }

    /// Makes `counter` the newest write of the entry.
    ///
    /// - Parameter page: what was written, encrypted.
    /// - Returns: false if the MAC is that of the write before, from which the page must differ.
    static func storeNewest(
        _ counter: UInt32, ofPage page: UnsafeRawPointer, _ cipher: PageCipher, at entry: UnsafeMutableRawPointer
    ) -> Bool {
        entry.storeBytes(of: counter.littleEndian, as: UInt32.self)
        cipher.makeMAC(of: page, at: entry + counterByteCount)
        let old = PageEntry(entry).before
        let macs = (
            UnsafeRawBufferPointer(start: entry + counterByteCount, count: PageCipher.macByteCount),
            UnsafeRawBufferPointer(start: old.mac, count: PageCipher.macByteCount)
        )
        return old.counter == 0 || !macs.0.elementsEqual(macs.1)
    }

    /// Writes the entry of a page that was written once.
    ///
    /// - Parameters:
    ///   - entry: 64 zero bytes.
    ///   - page: the encrypted page.
    static func storeFirst(at entry: UnsafeMutableRawPointer, ofPage page: UnsafeRawPointer, _ cipher: PageCipher) {
        entry.storeBytes(of: firstCounter.littleEndian, as: UInt32.self)
        cipher.makeMAC(of: page, at: entry + counterByteCount)
    }

    /// The counter of a page's first write.
    static let firstCounter: UInt32 = 1
}
