import Foundation
import TestSupport
import Testing

@testable import RealmStore

/// An encrypted file with content of the test's choice, opened with a key.
struct EncryptedSample {
    let pages: EncryptedPages
    let range: AddressRange
    let url: URL
    private let directory: TemporaryDirectory

    init(_ content: Data, key: some Collection<UInt8> = Fixture.key) throws {
        directory = try TemporaryDirectory()
        url = try directory.file("sample.realm", content)
        range = try AddressRange(atLeast: content.count)
        pages = try EncryptedPages(
            file: .open(url.path, .readOnly), key: try #require(EncryptionKey(key)), into: range)
    }

    func bytes(_ offset: Int, _ count: Int) -> [UInt8] {
        Array(UnsafeRawBufferPointer(start: range.base + offset, count: count))
    }

    func states() throws -> [PageState] { try (0..<pages.pageCount).map { try pages.state(ofPage: $0) } }

    /// All plain bytes; pages that were never written as zeros.
    func plain() throws -> [UInt8] {
        for (page, state) in try states().enumerated() where state != .neverWritten {
            try pages.makePresent(page * 4096, 4096)
        }
        return bytes(0, pages.plainByteCount)
    }

    /// The state for which `makePresent` refuses the range; nil if it does not.
    func refusal(_ offset: Int, _ count: Int) -> PageState? {
        do throws(PageError) {
            try pages.makePresent(offset, count)
            return nil
        } catch {
            return error.state
        }
    }
}

extension Data {
    /// The entry of a page of the first table.
    fileprivate subscript(entry index: Int) -> Data {
        get { subdata(in: (index * 64)..<(index * 64 + 64)) }
        set { replaceSubrange((index * 64)..<(index * 64 + 64), with: newValue) }
    }

    /// The encrypted bytes of a page of the first table.
    fileprivate subscript(page index: Int) -> Data {
        get { subdata(in: ((index + 1) * 4096)..<((index + 2) * 4096)) }
        set { replaceSubrange(((index + 1) * 4096)..<((index + 2) * 4096), with: newValue) }
    }
}

private let lostWrite = Data([0xFF, 0, 0, 0] + [UInt8](repeating: 0xEE, count: 28))

@Suite("Platform: pages of real files") struct PlatformRealPagesTests {
    /// The results of an independent decoder (Python's `cryptography`): pages written and never written, SHA-256 of the
    /// plain file.
    struct Expectation: Sendable, CustomStringConvertible {
        let name: String
        let written: Int
        let unwritten: Int
        let digest: String
        var description: String { name }

        static let all = [
            Expectation(
                name: "types_all.enc", written: 21, unwritten: 11,
                digest: "00568854c3f04f9d6242498582c4926bf31df624da3457ba6ab08b08fbf0980d"),
            Expectation(
                name: "contacts_1k.enc", written: 181, unwritten: 119,
                digest: "6f4e2493347c1e7a50f1a8667cf92def700f0f13fcc6b36f4bd277ca0be93dc6"),
            Expectation(
                name: "contacts_10k.enc", written: 735, unwritten: 0,
                digest: "9361d2082ae68ae7bb5efaa81290831ae02618f04c710e8609e4fb49cca2536d"),
        ]
    }

    @Test(arguments: Expectation.all)
    func `every written page fits the key`(_ expected: Expectation) throws {
        let states = try EncryptedSample(Fixture.named(expected.name).bytes()).states()
        let good = [PageState](repeating: .good, count: expected.written)
        #expect(states == good + [PageState](repeating: .neverWritten, count: expected.unwritten))
    }

    @Test(arguments: Expectation.all)
    func `the plain file is the one another decoder finds`(_ expected: Expectation) throws {
        let plain = try EncryptedSample(Fixture.named(expected.name).bytes()).plain()
        #expect(plain[16..<20] == Array("T-DB".utf8)[...])
        let digest = SHA256.digest(plain).map { String(0x100 + Int($0), radix: 16).dropFirst() }.joined()
        #expect(digest == expected.digest)
    }

    @Test(arguments: Expectation.all)
    func `no written page fits another key`(_ expected: Expectation) throws {
        var key = Fixture.key
        key[63] ^= 1
        let states = try EncryptedSample(Fixture.named(expected.name).bytes(), key: key).states()
        #expect(states.prefix(expected.written).allSatisfy { $0 == .failed || $0 == .firstWriteLost })
        #expect(states.dropFirst(expected.written).allSatisfy { $0 == .neverWritten })
    }

    @Test func `threads may ask for the same pages at once`() async throws {
        let content = try Fixture.named("contacts_10k.enc").bytes()
        let expected = try EncryptedSample(content).plain()
        let sample = try EncryptedSample(content)
        let agree = try await withThrowingTaskGroup(of: Bool.self) { group in
            for thread in 0..<8 {
                group.addTask {
                    // Each begins elsewhere, so that they sometimes overlap.
                    for step in 0..<sample.pages.pageCount {
                        let page = (step * 7 + thread * 91) % sample.pages.pageCount
                        try sample.pages.makePresent(page * 4096, 4096)
                        guard sample.bytes(page * 4096, 4096)[...] == expected[(page * 4096)..<((page + 1) * 4096)]
                        else { return false }
                    }
                    return true
                }
            }
            return try await group.allSatisfy { $0 }
        }
        #expect(agree)
    }
}

@Suite("Platform: reading a page") struct PlatformEncryptedPagesTests {
    private var content: Data

    init() throws { content = try Fixture.named("types_all.enc").bytes() }

    @Test func `a page is read at most once`() throws {
        let sample = try EncryptedSample(content)
        try sample.pages.makePresent(5 * 4096, 1)
        let before = sample.bytes(5 * 4096, 4096)
        try FileDescriptor.open(sample.url.path, .readWrite).resize(to: 0)
        #expect(sample.refusal(5 * 4096, 4096) == nil)
        #expect(sample.bytes(5 * 4096, 4096) == before)
        #expect(sample.refusal(6 * 4096, 1) != nil)
    }

    @Test func `only the pages asked for are decrypted`() throws {
        let sample = try EncryptedSample(content)
        try sample.pages.makePresent(2 * 4096 - 1, 2)
        #expect(sample.bytes(0, 4096).allSatisfy { $0 == 0 })
        #expect(sample.bytes(4096, 8192).contains { $0 != 0 })
        #expect(sample.bytes(3 * 4096, 4096).allSatisfy { $0 == 0 })
    }

    @Test func `a page that fails leaves nothing to be seen, and may heal`() throws {
        var damaged = content
        damaged[page: 3][100] ^= 1
        let sample = try EncryptedSample(damaged)
        #expect(sample.refusal(3 * 4096, 1) != nil)
        #expect(sample.bytes(3 * 4096, 4096).allSatisfy { $0 == 0 })
        try FileDescriptor.open(sample.url.path, .readWrite).write(Array(content), at: 0)
        #expect(sample.refusal(3 * 4096, 1) == nil)
    }

    @Test func `a lost write reads as the write before`() throws {
        let expected = try EncryptedSample(content).plain()
        var torn = content
        torn[entry: 2] = lostWrite + content[entry: 2].prefix(32)
        let sample = try EncryptedSample(torn)
        #expect(try sample.pages.state(ofPage: 2) == .good)
        try sample.pages.makePresent(2 * 4096, 4096)
        #expect(sample.bytes(2 * 4096, 4096)[...] == expected[(2 * 4096)..<(3 * 4096)])
    }

    @Test func `a lost first write is an error`() throws {
        var torn = content
        torn[entry: 2] = lostWrite + Data(count: 32)
        let sample = try EncryptedSample(torn)
        #expect(sample.refusal(2 * 4096, 1) == .firstWriteLost)
    }

    @Test func `a MAC without counter does not count`() throws {
        var torn = content
        torn[entry: 2] = lostWrite + Data(count: 4) + content[entry: 2][4..<32]
        #expect(try EncryptedSample(torn).pages.state(ofPage: 2) == .firstWriteLost)
    }

    @Test func `zeros where no MAC fits read as zeros`() throws {
        var grown = content
        grown[entry: 2] = lostWrite + lostWrite
        grown[page: 2] = Data(count: 4096)
        let sample = try EncryptedSample(grown)
        #expect(try sample.pages.state(ofPage: 2) == .zeroed)
        #expect(sample.refusal(2 * 4096, 4096) == nil)
        #expect(sample.bytes(2 * 4096, 4096).allSatisfy { $0 == 0 })
    }

    @Test func `other content that no MAC matches is an error`() throws {
        var damaged = content
        damaged[entry: 2] = lostWrite + lostWrite
        #expect(try EncryptedSample(damaged).refusal(2 * 4096, 1) == .failed)
    }

    @Test func `every bit of page and MAC counts`() throws {
        for (bit, at) in [(0, 3 * 4096), (7, 4 * 4096 - 1), (3, 2 * 64 + 4), (5, 2 * 64 + 31)] {
            var damaged = content
            damaged[at] ^= 1 << bit
            #expect(try EncryptedSample(damaged).pages.state(ofPage: 2) != .good, "bit \(bit) of byte \(at)")
        }
    }

    @Test func `a page that was never written is an error`() throws {
        #expect(try EncryptedSample(content).refusal(21 * 4096, 1) == .neverWritten)
    }

    @Test func `a bad page between good ones is the one that is named`() throws {
        var damaged = content
        damaged[page: 3][100] ^= 1
        let sample = try EncryptedSample(damaged)
        let error = #expect(throws: PageError.self) { try sample.pages.makePresent(2 * 4096, 3 * 4096) }
        #expect(error?.page == 3)
        #expect(sample.refusal(4 * 4096, 4096) == nil)
    }

    @Test func `a truncated file ends with a page out of bounds`() throws {
        let sample = try EncryptedSample(content.prefix(4 * 4096 + 100))
        #expect(sample.pages.plainByteCount == 3 * 4096 + 100)
        #expect(try sample.states() == [.good, .good, .good, .outOfBounds])
        #expect(sample.refusal(3 * 4096, 1) == .outOfBounds)
    }

    @Test func `a file truncated after opening gives errors`() throws {
        let sample = try EncryptedSample(content)
        try FileDescriptor.open(sample.url.path, .readWrite).resize(to: 4096)
        #expect(try sample.states().prefix(21).allSatisfy { $0 == .outOfBounds })
        try FileDescriptor.open(sample.url.path, .readWrite).resize(to: 0)
        #expect(try sample.states().allSatisfy { $0 == .neverWritten })
    }

    private static let impossible: [(Int, Int)] = [
        (131_072, 1), (131_071, 2), (0, 131_073), (-1, 1), (-5000, 1), (Int.max, 1), (1, Int.max), (0, Int.max),
    ]

    @Test(arguments: PlatformEncryptedPagesTests.impossible)
    func `bytes beyond the plain file are out of bounds`(_ offset: Int, _ count: Int) throws {
        #expect(try EncryptedSample(content).refusal(offset, count) == .outOfBounds)
    }

    @Test(arguments: [Int.min, -1, 32, Int.max])
    func `pages beyond the plain file are out of bounds`(_ page: Int) throws {
        #expect(try EncryptedSample(content).pages.state(ofPage: page) == .outOfBounds)
    }

    @Test func `no bytes are always present`() throws {
        #expect(try EncryptedSample(Data()).refusal(0, 0) == nil)
        #expect(try EncryptedSample(content).refusal(1 << 40, 0) == nil)
    }

    @Test(arguments: [0, 1, 63, 4095, 4096, 4097, 8191])
    func `a file of any small size can be asked`(_ byteCount: Int) throws {
        let sample = try EncryptedSample(content.prefix(byteCount))
        #expect(try !sample.states().contains(.good))
    }

    @Test func `a sparse file of terabytes takes no memory`() throws {
        let sample = try EncryptedSample(content)
        let file = try FileDescriptor.open(sample.url.path, .readWrite)
        try file.resize(to: 4 << 40)
        let range = try AddressRange(atLeast: 4 << 40)
        let key = try #require(EncryptionKey(Fixture.key))
        let pages = try EncryptedPages(file: file, key: key, into: range)
        try pages.makePresent(0, 24)
        #expect(throws: PageError.self) { try pages.makePresent(3 << 40, 1) }
    }

    @Test func `a range without room is an error`() throws {
        let sample = try EncryptedSample(content)
        let range = try AddressRange(exactly: 4096)
        let key = try #require(EncryptionKey(Fixture.key))
        #expect(throws: SystemError("mmap", ENOMEM)) {
            _ = try EncryptedPages(file: .open(sample.url.path, .readOnly), key: key, into: range)
        }
    }

    @Test func `an error names the page, and the system's reason if there is one`() {
        let damage = PageError(page: 7, state: .failed, cause: nil)
        #expect(damage.description == "page 7 fails its checksum (HMAC)")
        let failure = PageError(page: 7, state: .failed, cause: SystemError("pread", EIO))
        #expect(failure.description == "page 7 cannot be read: pread failed: Input/output error")
    }

    @Test(arguments: [0: 0, 1: 0, 2: 1, 65: 64, 66: 64, 67: 65, 130: 128, 131: 128, 132: 129])
    func `the plain file has a page less for each table`(_ filePages: Int, _ plainPages: Int) {
        #expect(EncryptedPages.plainByteCount(ofFile: filePages * 4096) == plainPages * 4096)
    }

    @Test(arguments: [1: 1, 4095: 4095, 8292: 4196, Int.max: 9_081_474_005_518_544_895])
    func `part of a page counts as plain bytes`(_ file: Int, _ plain: Int) {
        #expect(EncryptedPages.plainByteCount(ofFile: file) == plain)
    }
}

@Suite("Platform: testing a key") struct PlatformKeyProbeTests {
    private let content: Data

    init() throws { content = try Fixture.named("types_all.enc").bytes() }

    private func probe(_ content: Data, key: Data = Fixture.key) throws -> EncryptedPages.Probe {
        try EncryptedSample(content, key: key).pages.probe()
    }

    @Test(arguments: ["types_all.enc", "contacts_1k.enc", "contacts_10k.enc"])
    func `the right key fits`(_ name: String) throws {
        #expect(try probe(Fixture.named(name).bytes()) == .fits)
    }

    @Test(arguments: ["types_all.enc", "contacts_1k.enc", "contacts_10k.enc"])
    func `another key is wrong`(_ name: String) throws {
        #expect(try probe(Fixture.named(name).bytes(), key: Data(repeating: 1, count: 64)) == .wrongKey)
    }

    @Test func `pages that fail among others that fit are damage`() throws {
        var damaged = content
        damaged[page: 0][0] ^= 1
        damaged[page: 9][0] ^= 1
        #expect(try probe(damaged) == .damaged(pages: [0, 9]))
    }

    @Test func `a truncated page is damage`() throws {
        #expect(try probe(content.prefix(4 * 4096 + 100)) == .damaged(pages: [3]))
    }

    @Test func `a file cut within its first page says nothing about the key`() throws {
        #expect(try probe(content.prefix(4096 + 100)) == .damaged(pages: [0]))
    }

    @Test func `a file without a written page says nothing`() throws {
        #expect(try probe(Data(count: 8192)) == .nothingWritten)
        #expect(try probe(Data()) == .nothingWritten)
    }

    @Test func `only the first sixty-four written pages are tested`() throws {
        var damaged = try Fixture.named("contacts_10k.enc").bytes()
        // Page 64 is the first of the second table.
        damaged[66 * 4096] ^= 1
        #expect(try probe(damaged) == .fits)
        #expect(try EncryptedSample(damaged).pages.state(ofPage: 64) != .good)
    }
}

@Suite("Platform: the shape of encryption") struct PlatformEncryptedShapeTests {
    private func looksEncrypted(_ content: Data) throws -> Bool {
        let directory = try TemporaryDirectory()
        let url = try directory.file("sample", content)
        return EncryptedPages.looksEncrypted(try FileDescriptor.open(url.path, .readOnly))
    }

    @Test func `all encrypted fixtures have it, no plain one does`() throws {
        for fixture in Fixture.all {
            let looks = try looksEncrypted(fixture.bytes())
            #expect(looks == fixture.isEncrypted, "\(fixture)")
        }
    }

    /// A defect in the structure of a file with 32 pages, of which 21 were written.
    struct Flaw: Sendable, CustomStringConvertible {
        let description: String
        let apply: @Sendable (inout Data) -> Void

        /// Overwrites bytes from `offset` on.
        init(_ description: String, at offset: Int, _ bytes: [UInt8]) {
            self.description = description
            apply = { $0.replaceSubrange(offset..<(offset + bytes.count), with: bytes) }
        }

        init(_ description: String, _ apply: @escaping @Sendable (inout Data) -> Void) {
            self.description = description
            self.apply = apply
        }

        private static let zeros = [UInt8](repeating: 0, count: 64)
        private static let ones = [UInt8](repeating: 1, count: 64)

        /// Entry n is at 64 n: counter at 0, MAC at 4, counter before at 32, MAC before at 36.
        static let all: [Flaw] = [
            Flaw("part of a page at the end") { $0.append(1) },
            Flaw("only one page") { $0 = $0.prefix(4096) },
            Flaw("first entry blank", at: 0, zeros),
            Flaw("first entry without counter", at: 0, Array(zeros.prefix(4))),
            Flaw("entry without MAC", at: 64 + 4, Array(zeros.prefix(28))),
            Flaw("huge counter", at: 64 + 3, [0x80]),
            Flaw("write before is newer", at: 64 + 32, [0xFF, 0xFF, 0, 0]),
            Flaw("write before without MAC", at: 64, [9, 0, 0, 0] + ones.prefix(28) + [1] + zeros.prefix(31)),
            Flaw("MAC before without write", at: 64 + 32, Array(zeros.prefix(4) + Array(ones.prefix(28)))),
            Flaw("entry beyond the last page", at: 33 * 64, [1, 0, 0, 0] + ones.prefix(28)),
            Flaw("unused entry with a stray byte", at: 30 * 64 + 40, [1]),
        ]
    }

    @Test(arguments: Flaw.all)
    func `a flaw in the table spoils it`(_ flaw: Flaw) throws {
        var content = try Fixture.named("types_all.enc").bytes()
        flaw.apply(&content)
        #expect(try !looksEncrypted(content))
    }

    @Test func `a table alone is not enough, and zeros do not look encrypted`() throws {
        #expect(try !looksEncrypted(Data(count: 8192)))
        #expect(try !looksEncrypted(Data()))
    }
}
