import Foundation
import TestSupport
import Testing

@testable import RealmStore

/// Encrypted files that another engine is writing while they are read.
@Suite("Files being written") struct ConsistentCopyTests {
    private let directory: TemporaryDirectory
    private let file: URL
    private let lock: TornFile

    init() throws {
        directory = try TemporaryDirectory()
        file = try Fixture.named("types_all.enc").copy(into: directory)
        lock = try TornFile(file)
    }

    private func open() throws -> Realm {
        var configuration = Realm.Configuration(fileURL: file, encryptionKey: Fixture.key)
        configuration.scratchDirectory = directory.url
        return try Realm(configuration: configuration)
    }

    @Test(arguments: [0, 1]) func `a page that is being written is waited for`(_ page: Int) throws {
        let lock = lock
        try lock.tear(page, with: 1)
        Thread.detachNewThread {
            for value in 2..<40 {
                Thread.sleep(forTimeInterval: 0.03)
                try? lock.tear(page, with: UInt8(value))
            }
            try? lock.mend(page)
        }
        #expect(try open().dynamicObjects("AllBool").count == 6)
    }

    @Test(arguments: [0, 1]) func `a page that stays torn is damage`(_ page: Int) throws {
        try lock.tear(page, with: 1)
        let error = #expect(throws: RLMError.self) { try open() }
        #expect(error?.reason == .damagedFile)
    }

    @Test func `a wrong key is told`() throws {
        let configuration = Realm.Configuration(fileURL: file, encryptionKey: Data(repeating: 7, count: 64))
        let error = #expect(throws: RLMError.self) { try Realm(configuration: configuration) }
        #expect(error?.reason == .wrongEncryptionKey)
    }

    @Test func `a file that never holds still is not called damaged`() throws {
        let (lock, isOver) = (lock, DispatchSemaphore(value: 0))
        try lock.tear(0, with: 0)
        Thread.detachNewThread {
            var value: UInt8 = 0
            while isOver.wait(timeout: .now() + 0.02) == .timedOut {
                value &+= 1
                try? lock.tear(0, with: value)
            }
        }
        defer { isOver.signal() }
        let error = #expect(throws: RLMError.self) { try open() }
        #expect(error?.reason == .changedWhileReading)
    }

    @Test func `a file written against the rules is not reported as damaged`() throws {
        // One with many pages, most of which opening it does not read.
        let file = try Fixture.named("contacts_1k.enc").copy(into: directory)
        let torn = try TornFile(file)
        var configuration = Realm.Configuration(fileURL: file, encryptionKey: Fixture.key)
        configuration.lockMode = .immutable
        let realm = try Realm(configuration: configuration)
        for page in 0..<torn.pageCount { try torn.tear(page, with: 9) }
        for schema in realm.schema.objectSchema {
            for object in realm.dynamicObjects(schema.className) { _ = object.description }
        }
        #expect(realm.damage?.reason == .changedWhileReading)
    }
}

/// A file that Realm Core has open, according to its lock file; its pages are written in parts.
private final class TornFile: Sendable {
    private let file: FileDescriptor
    private let lock: FileDescriptor
    private let sound: [UInt8]

    init(_ url: URL) throws {
        file = try FileDescriptor.open(url.path, .readWrite)
        lock = try FileDescriptor.open(url.path + ".lock", .readWrite, create: 0o644)
        try lock.write([1, 40, 48, 0, 24, 2, 13, 0], at: 0)
        #expect(try lock.lock(.shared, blocking: false))
        sound = Array(try Data(contentsOf: url))
    }

    var pageCount: Int { EncryptedPages.plainByteCount(ofFile: sound.count) / PageCipher.pageSize }

    func tear(_ page: Int, with value: UInt8) throws {
        try file.write([UInt8](repeating: value, count: 2048), at: EncryptedPages.offset(ofPage: page))
    }

    func mend(_ page: Int) throws {
        let offset = EncryptedPages.offset(ofPage: page)
        try file.write(Array(sound[offset..<offset + 2048]), at: offset)
    }
}
