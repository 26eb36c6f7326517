import Foundation
import TestSupport
import Testing

@testable import RealmStore

/// Readers of one version share what they have authenticated.
@Suite struct AuthenticatedPagesTests {
    private let sample: EncryptedSample

    init() throws {
        let content = try Fixture.named("contacts_10k.enc").bytes()
        sample = try EncryptedSample(content.prefix(65 * 4096 * 2))
        sample.pages.expectWholeRead()
    }

    private func read(_ pages: EncryptedPages) throws -> Data {
        try pages.makePresent(0, pages.plainByteCount)
        return Data(bytes: pages.range.base, count: pages.plainByteCount)
    }

    /// The next write of a page, which is not in the file yet.
    private func seal(_ page: Int, _ text: [UInt8]) throws -> (entry: [UInt8], bytes: [UInt8], counter: UInt32) {
        var bytes = [UInt8](repeating: 0, count: text.count)
        var entry = [UInt8](repeating: 0, count: PageEntry.byteCount)
        let counter = try bytes.withUnsafeMutableBytes { bytes in
            try entry.withUnsafeMutableBytes { entry in
                try text.withUnsafeBytes { text in
                    try sample.pages.seal(
                        page, text.baseAddress!, into: bytes.baseAddress!, entry: entry.baseAddress!)
                }
            }
        }
        return (entry, bytes, counter)
    }

    @Test func `another range has the same bytes, and no page is authenticated that was not read`() throws {
        try sample.pages.makePresent(70 * 4096, 1)
        let known = try #require(sample.pages.authenticated)
        #expect((0..<64).allSatisfy { known.counter(ofPage: $0) == nil })
        #expect((64..<128).allSatisfy { known.counter(ofPage: $0) != nil })
        let all = try read(sample.pages)
        #expect(try read(EncryptedPages(again: sample.pages)) == all)
        #expect((0..<128).allSatisfy { known.counter(ofPage: $0) != nil })
        #expect(known.counter(ofPage: 128) == nil)
    }

    @Test func `a page that was written since is authenticated and read anew`() throws {
        let before = try read(sample.pages)
        let known = try #require(sample.pages.authenticated)
        let old = try #require(known.counter(ofPage: 5))
        let text = [UInt8](repeating: 7, count: 4096)
        let sealed = try seal(5, text)
        let file = try FileDescriptor.open(sample.url.path, .readWrite)
        try file.write(sealed.entry, at: EncryptedPages.entryOffset(ofPage: 5))
        try file.write(sealed.bytes, at: EncryptedPages.offset(ofPage: 5))
        var expected = before
        expected.replaceSubrange(5 * 4096..<6 * 4096, with: text)
        #expect(try read(EncryptedPages(again: sample.pages)) == expected)
        #expect(sealed.counter != old && known.counter(ofPage: 5) == sealed.counter)
    }

    @Test func `a page whose entry was written and whose bytes were not is read as of the write before`() throws {
        let before = try read(sample.pages)
        let sealed = try seal(5, [UInt8](repeating: 7, count: 4096))
        let file = try FileDescriptor.open(sample.url.path, .readWrite)
        try file.write(sealed.entry, at: EncryptedPages.entryOffset(ofPage: 5))
        #expect(try read(EncryptedPages(again: sample.pages)) == before)
    }
}
