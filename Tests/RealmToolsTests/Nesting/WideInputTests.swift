import Foundation
import TestSupport
import Testing

@testable import RealmStore
@testable import RealmTools

/// Wide rather than deep input: many properties, many elements.
@Suite struct WideInputTests {
    @Test func `the time that a schema takes grows with its properties, not with their square`() throws {
        func seconds(_ count: Int) throws -> Duration {
            let properties = (0..<count).map { "      p\($0): int\n" }.joined()
            let yaml = "version: 1\nclasses:\n  A:\n    properties:\n" + properties
            let place = try MigrationPlace()
            return try ContinuousClock().measure {
                let file = try place.realm(yaml)
                #expect(try Realm(configuration: file).schema["A"]?.properties.count == count)
            }
        }
        let few = try min(seconds(1500), seconds(1500))
        // Eight times as many took sixty times as long.
        #expect(try min(seconds(12_000), seconds(12_000)) < few * 24)
    }

    @Test func `a class with more properties than the format has room for is refused`() throws {
        let schema = ObjectSchema(
            className: "A", properties: (0..<66_000).map { Property(name: "p\($0)", type: .int) })
        var configuration = Realm.Configuration(inMemoryIdentifier: UUID().uuidString)
        configuration.schemaMode = .explicit(Schema([schema]))
        #expect(throws: (any Error).self) { try Realm(configuration: configuration) }
    }

    @Test func `elements of an array are what was added, numbers or not`() {
        let numbers = ["1", "-20", "3e5", "4"].map { JSONTree.number(Array($0.utf8)) }
        var elements = JSONElements()
        for number in numbers { elements.append(number) }
        #expect(elements.map(\.summary) == ["1", "-20", "3e5", "4"])
        elements.append(.string(Array("x".utf8)))
        elements.append(.number([UInt8(ascii: "7")]))
        #expect(elements.map(\.summary) == ["1", "-20", "3e5", "4", "\"x\"", "7"])
    }

    /// The most memory that the process ever had, in bytes.
    private static func peakBytes() throws -> Int {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        return (line?.split(separator: " ").dropFirst().first).flatMap { Int($0) }.map { $0 << 10 } ?? 0
    }

    @Test func `a line of many numbers takes a few dozen bytes for each`() async {
        await #expect(processExitsWith: .success) {
            let place = try MigrationPlace()
            let configuration = try place.realm("version: 1\nclasses:\n  A:\n    properties: {n: \"int[]\"}")
            let count = 300_000
            let numbers = (0..<count).map { "\($0 * 7919)" }.joined(separator: ",")
            let data = try place.directory.file("in.ndjson", Data("{\"_class\":\"A\",\"n\":[\(numbers)]}\n".utf8))
            let realm = try Realm(configuration: configuration)
            let before = try WideInputTests.peakBytes()
            try RealmImporter(realm).importFiles([.init(data, format: .ndjson)])
            let bytesPerNumber = (try WideInputTests.peakBytes() - before) / count
            #expect(bytesPerNumber < 130, "\(bytesPerNumber) bytes for each number")
        }
    }
}
