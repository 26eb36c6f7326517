import Foundation
import Testing

@testable import RealmStore
@testable import RealmTools
@testable import TestSupport

/// What a diagnosis finds, and what a bundle of it gives away.
@Suite struct DiagnosisTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func file(_ bytes: some Collection<UInt8>) throws -> URL { try directory.file("secret.realm", Data(bytes)) }

    /// The members of a bundle by name, and their bytes together.
    private func members(_ bundle: Data) throws -> (names: [String], text: String) {
        let url = try directory.file("bundle.tar.zst", bundle)
        var input = try ZstdInput(FileDescriptor.open(url.path, .readOnly))
        var names: [String] = []
        var text = ""
        func next(_ count: Int) throws(ArchiveError) -> [UInt8] {
            do { return try input.read(count) } catch { throw ArchiveError(error) }
        }
        for _ in 0..<10 {
            guard let header = try? TarHeader(from: next) else { break }
            names.append(header.name)
            text += String(decoding: try TarHeader.content(header.byteCount, from: next), as: UTF8.self)
        }
        return (names, text)
    }

    /// A file with a text that is not UTF-8, whose place verify names.
    private func broken() throws -> URL {
        var bytes = try Fixture.named("migrate_v1").bytes()
        let text = try #require(Data(bytes).firstRange(of: Data("Fatima".utf8)))
        bytes[text.lowerBound] = 0xFF
        return try file(bytes)
    }

    @Test func `a sound file opens and has no estimate`() throws {
        let found = try Realm.diagnose(at: file(Fixture.named("migrate_v1").bytes()))
        #expect(found.opens && found.kind == .realm && found.key == .notEncrypted && found.fileFormat == 24)
        #expect(found.verification?.isSound == true && found.salvage == nil && found.holders.isEmpty)
        #expect(found.access.mayRead && found.access.mode != nil && found.availableBytes ?? 0 > 0)
    }

    @Test(arguments: [20_000, 40_000, 60_000])
    func `the estimate promises no less than recover saves`(byteCount: Int) throws {
        let url = try file(Fixture.named("migrate_v1").bytes().prefix(byteCount))
        let found = try Realm.diagnose(at: url)
        #expect(!found.opens && found.openingError?.reason == .damagedFile)
        let target = directory.url.appendingPathComponent("recovered.realm")
        let saved = (try? Realm.recover(from: url, to: target))?.classes.reduce(0) { $0 + $1.recovered } ?? 0
        #expect(found.salvage?.readable ?? 0 >= saved)
    }

    @Test func `a bundle has no name, path or value of the file`() throws {
        let url = try broken()
        let found = try Realm.diagnose(at: url)
        #expect(found.verification?.errorCount ?? 0 > 0)
        let (names, text) = try members(found.bundle())
        #expect(names == ["diagnosis.json", "system.json", "schema.json"])
        let schema = try #require(found.schema)
        for objects in schema.objectSchema {
            #expect(!text.contains(objects.className))
            for property in objects.properties { #expect(!text.contains(" : \"\(property.name)\"")) }
        }
        #expect(!text.contains("secret.realm") && !text.contains(directory.url.path))
        #expect(text.contains("\"Class1\"") && text.contains("\"property1\"") && text.contains("\"utf8\""), "\(text)")
    }

    @Test func `a bundle keeps names where that is wanted`() throws {
        let url = try broken()
        let found = try Realm.diagnose(at: url)
        let text = try members(found.bundle(includingNames: true, tool: "a test")).text
        let schema = try #require(found.schema)
        #expect(schema.objectSchema.allSatisfy { text.contains("\"\($0.className)\"") })
        #expect(text.contains("secret.realm") && text.contains("a test"))
    }

    @Test func `places of findings are told with the names of the bundle`() {
        let schema = Schema([
            ObjectSchema(className: "Person", properties: [Property(name: "age", type: .int)])
        ])
        let names = Pseudonyms(schema, classes: ["Lost"], keepsNames: false)
        #expect(names.place("Person.age[12]") == "Class1.property1[12]")
        #expect(names.place("Person[3]") == "Class1[3]" && names.place("Lost") == "Class2")
        #expect(names.place("Person.(backlinks)[1]") == "Class1.(backlinks)[1]")
        #expect(names.place("Person.other") == "Class1.unknown")
        #expect(names.place("Nobody.age") == nil && names.place(nil) == nil)
    }

    @Test func `a key that does not have 64 bytes is refused`() throws {
        let url = try file(Fixture.named("versioned_7").bytes())
        #expect(throws: Realm.Error.self) { try Realm.diagnose(at: url, encryptionKey: Data([1])) }
    }

    @Test(arguments: LegacyFiles.all)
    func `real files of older formats open, and tell their format`(url: URL) throws {
        let header = try Data(contentsOf: url).prefix(24)
        let found = try Realm.diagnose(at: url)
        #expect(found.opens && found.kind == .realm, "\(found)")
        #expect(found.fileFormat == Int(header[20 + Int(header[23] & 1)]))
    }
}
