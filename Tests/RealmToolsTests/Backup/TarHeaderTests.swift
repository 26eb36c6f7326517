import Foundation
import TestSupport
import Testing

@testable import RealmStore
@testable import RealmTools

/// Headers of tar members, written and read.
@Suite("Backup: tar headers") struct TarHeaderTests {
    /// Reads a header from bytes, as from an archive.
    private func read(_ bytes: [UInt8]) throws(ArchiveError) -> TarHeader {
        var rest = bytes[...]
        return try TarHeader { (count) throws(ArchiveError) in
            defer { rest = rest.dropFirst(count) }
            return Array(rest.prefix(count))
        }
    }

    private func message(of bytes: [UInt8]) -> String? {
        do {
            _ = try read(bytes)
            return nil
        } catch {
            guard case .bad(.structure, let message) = error else { return "\(error)" }
            return message
        }
    }

    /// The header with a byte changed and its checksum mended.
    private func patched(_ header: TarHeader, _ offset: Int, _ byte: UInt8) -> [UInt8] {
        var bytes = header.bytes
        bytes[offset] = byte
        let sum = bytes.indices.reduce(0) { $0 + Int((148..<156).contains($1) ? 0x20 : bytes[$1]) }
        let digits = String(sum, radix: 8)
        bytes.replaceSubrange(148..<154, with: Array((String(repeating: "0", count: 6 - digits.count) + digits).utf8))
        return bytes
    }

    private let plain = TarHeader(name: "app.realm", byteCount: 4096, modified: 1_790_000_000)

    @Test(arguments: [
        ("a", 0), ("app.realm", 4096), (String(repeating: "n", count: 100), (1 << 33) - 1),
        (String(repeating: "n", count: 101), 1), ("täglich.realm", 12), ("app.realm", 1 << 33), ("big", 1 << 50),
        (String(repeating: "ü", count: 120), 1 << 40),
    ])
    func `a written header is read back`(name: String, byteCount: Int) throws {
        let header = TarHeader(name: name, byteCount: byteCount, modified: 1_790_000_000)
        #expect(header.bytes.count % 512 == 0)
        #expect(try read(header.bytes) == header)
    }

    @Test func `a header has the fields of POSIX at their places`() {
        let bytes = plain.bytes
        func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
        #expect(text(0..<10) == "app.realm\0")
        #expect(text(100..<108) == "0000600\0")
        #expect(text(108..<124) == "0000000\u{0}0000000\0")
        #expect(text(124..<136) == "00000010000\0")
        #expect(text(136..<148) == "15254320600\0".replacing("15254320600", with: String(1_790_000_000, radix: 8)))
        #expect(text(148..<157).hasSuffix("\0 0"))
        #expect(text(257..<265) == "ustar\u{0}00")
        #expect(text(329..<345) == "0000000\u{0}0000000\0")
        #expect(bytes[345...].allSatisfy { $0 == 0 })
    }

    @Test func `small and plain needs no extended header, the rest does`() {
        #expect(plain.bytes.count == 512)
        #expect(TarHeader(name: "ü", byteCount: 0, modified: 0).bytes.count == 1536)
        #expect(TarHeader(name: "u", byteCount: 1 << 33, modified: 0).bytes.count == 1536)
    }

    @Test func `a byte that was changed is noticed`() {
        for offset in 0..<512 {
            var bytes = plain.bytes
            bytes[offset] ^= 1
            #expect(message(of: bytes) != nil, "offset \(offset)")
        }
    }

    @Test func `links, directories and devices are refused`() {
        for type in "123456gLKS" { #expect(message(of: patched(plain, 156, type.asciiValue!)) != nil, "\(type)") }
        #expect(message(of: patched(plain, 156, 0)) == nil)
    }

    @Test func `a directory in the prefix is refused`() {
        #expect(message(of: patched(plain, 345, UInt8(ascii: "d"))) == "a member is in a directory")
    }

    @Test(arguments: [
        "", "x", "7 a=b", "9 a=bcd\n", "99999 path=a\n", "0 \n", "-1 a=b\n", "6 a=b\n7 a", "6 abc\n", "14 size=-1234\n",
        "11 size=x1\n",
    ])
    func `damaged records are refused, and missing ones are allowed`(records: String) {
        var block = patched(TarHeader(name: "PaxHeaders/file", byteCount: records.utf8.count, modified: 0), 156, 0x78)
        block += Array(records.utf8) + [UInt8](repeating: 0, count: TarHeader.padding(records.utf8.count))
        #expect((message(of: block + plain.bytes) == nil) == records.isEmpty)
    }

    @Test func `an extended header of another size than announced is refused`() {
        let long = TarHeader(name: String(repeating: "n", count: 200), byteCount: 1, modified: 0).bytes
        #expect(message(of: Array(long[..<512])) != nil)
        #expect(message(of: Array(long[..<1024])) != nil)
        #expect(message(of: long) == nil)
        let huge = patched(TarHeader(name: "x", byteCount: 1 << 20, modified: 0), 156, 0x78)
        #expect(message(of: huge) == "it has an extended header of 1048576 bytes")
    }

    @Test func `tar lists what was written`() throws {
        for (name, size) in [("app.realm", 4096), (String(repeating: "n", count: 150), 3), ("ü.realm", 1 << 34)] {
            let directory = try TemporaryDirectory()
            let header = TarHeader(name: name, byteCount: size, modified: 1_790_000_000).bytes
            let file = try directory.file("a.tar", Data(header))
            guard let output = try SystemProgram("tar")?.run(["--quoting-style=literal", "-tvf", file.path]) else {
                return
            }
            #expect(output.contains(" \(size) ") && output.contains(name))
        }
    }
}
