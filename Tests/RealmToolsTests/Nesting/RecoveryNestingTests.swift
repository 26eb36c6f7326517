import Foundation
import Testing

@testable import RealmTools
@testable import TestSupport

/// Trees of nodes that are deeper than in any real file, on threads with as little stack as apps give theirs.
@Suite struct RecoveryNestingTests {
    @Test(arguments: [(2, 0xC7), (3, 0x47), (3, 0xE7)] as [(Int, UInt8)])
    func `a tree without end is recovered or refused on a small stack`(_ part: Int, _ kind: UInt8) async throws {
        await #expect(processExitsWith: .success) { [part = part as Int, kind = kind as UInt8] in
            let directory = try TemporaryDirectory()
            let file = try directory.file("deep.realm", Data(DeepFile(part: part, kind: kind).bytes))
            let recovered = directory.url.appendingPathComponent("recovered.realm")
            RLMLogger.shared.level = .off
            try onThread(stackSize: 512 << 10) { _ = try? Realm.recover(from: file, to: recovered) }
        }
    }
}
