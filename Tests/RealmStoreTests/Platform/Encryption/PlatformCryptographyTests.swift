import Testing

@testable import RealmStore

@Suite("Platform: cryptography") struct PlatformCryptographyTests {
    private func hex(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    @Test func `the digest of nothing is the published one`() {
        #expect(hex(SHA256.digest()) == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    }

    @Test func `the digest of two blocks is the published one`() {
        let text = Array("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq".utf8)
        #expect(hex(SHA256.digest(text)) == "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1")
    }

    @Test func `parts are digested one after the other`() {
        #expect(SHA256.digest([1, 2], [], [3]) == SHA256.digest([1, 2, 3]))
    }

    @Test(arguments: [0, 1, 32, 1000])
    func `the requested number of random bytes is returned`(_ count: Int) throws {
        #expect(try #require(SecureRandom.bytes(count)).count == count)
    }

    @Test func `every bit of random bytes varies`() throws {
        let bytes = try #require(SecureRandom.bytes(4096))
        #expect(bytes.reduce(0, |) == 0xFF)
        #expect(bytes.reduce(0xFF, &) == 0)
    }

    @Test(arguments: [0, 32, 63, 65, 128])
    func `a key of another length is rejected`(_ count: Int) {
        #expect(EncryptionKey([UInt8](repeating: 1, count: count)) == nil)
    }

    @Test func `a key has its cipher half first`() throws {
        let key = try #require(EncryptionKey(Array<UInt8>(0..<64)))
        #expect(key.withBytes { aes, hmac in [aes[0], aes[31], hmac[0], hmac[31]] } == [0, 31, 32, 63])
    }

    @Test func `a key may come from any collection`() throws {
        #expect(EncryptionKey((0..<64).lazy.map { UInt8($0) }) != nil)
        #expect(EncryptionKey([UInt8](repeating: 7, count: 66)[1..<65]) != nil)
    }
}
