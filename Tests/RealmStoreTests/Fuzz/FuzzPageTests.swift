import Foundation
import RealmStore
import Testing

@testable import TestSupport

/// Encrypted files of which a page cannot be read are verified to the end.
///
///     REALMSTORE_FUZZ_PAGES   number of pages of each file, evenly (30)
@Suite(.serialized) struct FuzzPageTests {
    private static let pageByteCount = 4096
    private static let count = Int(FuzzRun.environment("REALMSTORE_FUZZ_PAGES", 30))

    @Test(arguments: ["types_all.enc", "contacts_1k.enc", "contacts_10k.enc"])
    func `no page that cannot be read keeps a check busy`(name: String) throws {
        RLMLogger.shared.level = .off
        defer { RLMLogger.shared.level = .info }
        let directory = try TemporaryDirectory()
        let bytes = try Fixture.named(name).bytes()
        let pageCount = bytes.count / Self.pageByteCount
        var (triedCount, toldCount) = (0, 0)
        // Page 102 of a thousand contacts, with values of an indexed column, once did.
        for page in stride(from: 2, to: pageCount, by: max(1, pageCount / Self.count)) {
            var damaged = bytes
            damaged[page * Self.pageByteCount] ^= 1
            let url = try directory.file("page.realm", damaged)
            triedCount += 1
            if (try? Realm.verify(at: url, encryptionKey: Fixture.key).isSound) != true { toldCount += 1 }
        }
        // What is free may have any content.
        #expect(toldCount > triedCount / 2, "\(toldCount) of \(triedCount)")
    }
}
