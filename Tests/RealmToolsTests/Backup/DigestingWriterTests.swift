import Foundation
import TestSupport
import Testing

@testable import RealmStore
@testable import RealmTools

@Suite struct DigestingWriterTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    @Test func `no block is digested when a restoration was given up`() throws {
        let url = try directory.file("new", Data())
        do {
            let writer = DigestingWriter(try FileDescriptor.open(url.path, .readWrite))
            for _ in 0..<4 { try writer.add([UInt8](repeating: 7, count: 8 << 20)) }
        }
        let size = try Data(contentsOf: url).count
        usleep(200_000)
        #expect(try Data(contentsOf: url).count == size)
    }
}
