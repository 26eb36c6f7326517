import Foundation
import TestSupport
import Testing

@testable import RealmStore

@Suite("Encrypted pages") struct EncryptedPagesTests {
    private let directory: TemporaryDirectory
    private let content: Data

    init() throws {
        directory = try TemporaryDirectory()
        content = try Fixture.named("types_all.enc").bytes()
    }

    private struct Opened {
        let pages: EncryptedPages
        let range: AddressRange
        let path: String

        func bytes(_ offset: Int, _ count: Int) -> [UInt8] {
            Array(UnsafeRawBufferPointer(start: range.base + offset, count: count))
        }
    }

    private func open(_ content: Data, key: Data = Fixture.key) throws -> Opened {
        let file = try directory.file(UUID().uuidString, content)
        let range = try AddressRange(atLeast: content.count)
        let key = try #require(EncryptionKey(key))
        let pages = try EncryptedPages(file: .open(file.path, .readOnly), key: key, into: range)
        return Opened(pages: pages, range: range, path: file.path)
    }

    @Test func `the plain bytes begin with the header of a Realm`() throws {
        let opened = try open(content)
        try opened.pages.makePresent(0, 24)
        #expect(opened.bytes(16, 4) == Array("T-DB".utf8))
    }

    @Test func `every page fits the right key`() throws {
        let opened = try open(content)
        for page in 0..<opened.pages.pageCount {
            let state = try opened.pages.state(ofPage: page)
            #expect(state == .good || state == .neverWritten, "page \(page)")
        }
        #expect(opened.pages.probe() == .fits)
    }

    @Test func `no page fits another key`() throws {
        #expect(try open(content, key: Data(count: 64)).pages.probe() == .wrongKey)
    }

    @Test func `a page is decrypted at most once`() throws {
        let opened = try open(content)
        try opened.pages.makePresent(0, 4096)
        let before = opened.bytes(0, 4096)
        // Whoever read the file again would find nothing that decrypts.
        try Data(count: content.count).write(to: URL(fileURLWithPath: opened.path))
        try opened.pages.makePresent(0, 4096)
        #expect(opened.bytes(0, 4096) == before)
    }

    @Test func `a change of one bit fails the page and no other`() throws {
        var damaged = content
        damaged[2 * 4096 + 17] ^= 0x10
        let opened = try open(damaged)
        #expect(try opened.pages.state(ofPage: 1) == .failed || opened.pages.state(ofPage: 1) == .firstWriteLost)
        #expect(opened.pages.probe() == .damaged(pages: [1]))
        #expect(throws: PageError.self) { try opened.pages.makePresent(4096, 1) }
        #expect(throws: Never.self) { try opened.pages.makePresent(0, 4096) }
    }

    @Test func `a write whose page never reached the file reads as the write before`() throws {
        var torn = content
        // The entry of page 0: what counts moves to the second slot, and a newer write is announced in the first.
        torn.replaceSubrange(32..<64, with: torn[0..<32])
        torn.replaceSubrange(0..<32, with: [9, 9, 0, 0] + [UInt8](repeating: 0xEE, count: 28))
        let opened = try open(torn)
        #expect(try opened.pages.state(ofPage: 0) == .good)
        try opened.pages.makePresent(0, 24)
        #expect(opened.bytes(16, 4) == Array("T-DB".utf8))
    }

    @Test func `a first write that was lost cannot be read`() throws {
        var torn = content
        torn.replaceSubrange(
            0..<64, with: [1, 0, 0, 0] + [UInt8](repeating: 0xEE, count: 28) + [UInt8](repeating: 0, count: 32))
        #expect(try open(torn).pages.state(ofPage: 0) == .firstWriteLost)
    }

    @Test func `a page that was cut off and grown again reads as zeros`() throws {
        var grown = content
        grown.replaceSubrange(4096..<8192, with: Data(count: 4096))
        // Both slots announce writes; none of them is there.
        grown.replaceSubrange(32..<36, with: [1, 0, 0, 0])
        let opened = try open(grown)
        #expect(try opened.pages.state(ofPage: 0) == .zeroed)
        try opened.pages.makePresent(0, 4096)
        #expect(opened.bytes(0, 4096).allSatisfy { $0 == 0 })
    }

    @Test func `a page beyond the end of the file is out of bounds`() throws {
        let opened = try open(content.prefix(2 * 4096 + 100))
        #expect(try opened.pages.state(ofPage: 1) == .outOfBounds)
        #expect(throws: PageError.self) { try opened.pages.makePresent(4096, 8) }
    }

    @Test func `an entry of zeros was never written`() throws {
        var blank = content
        blank.replaceSubrange(64..<128, with: Data(count: 64))
        #expect(try open(blank).pages.state(ofPage: 1) == .neverWritten)
    }

    @Test(arguments: [
        (0, 0), (4096, 0), (8192, 4096), (65 * 4096, 64 * 4096), (66 * 4096, 64 * 4096), (67 * 4096, 65 * 4096),
    ])
    func `plain size leaves out the tables`(_ file: Int, _ plain: Int) {
        #expect(EncryptedPages.plainByteCount(ofFile: file) == plain)
    }

    @Test func `the shape of encryption is seen without a key`() throws {
        func looks(_ content: Data) throws -> Bool {
            let file = try directory.file("shape", content)
            return EncryptedPages.looksEncrypted(try FileDescriptor.open(file.path, .readOnly))
        }
        #expect(try looks(content))
        #expect(try looks(Fixture.named("contacts_1k.enc").bytes()))
        #expect(try looks(Fixture.named("contacts_10k.enc").bytes()))
        #expect(try !looks(Fixture.named("types_all").bytes()))
        #expect(try !looks(Data("SQLite format 3\0".utf8) + Data(count: 8176)))
        #expect(try !looks(Data((0..<8192).map { UInt8(truncatingIfNeeded: $0 &* 31) })))
    }
}
