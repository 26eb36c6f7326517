import Foundation
import RealmTools
import TestSupport
import Testing

/// The schema of lines of JSON and records of CSV, most of which are only looked at, is that of exact readers.
@Suite("Schemas from data") struct InferenceTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func schema(
        _ text: String, _ format: RealmImporter.Format, of className: String? = nil, skipsFaults: Bool = false
    ) throws -> [ObjectSchema] {
        let file = try directory.file("in", Data(text.utf8))
        let input = RealmImporter.Input(file, format: format, className: className, name: "in")
        return try RealmImporter.schema(of: [input], skipsFaults: skipsFaults).document.schema.objectSchema
    }

    private typealias Maker = @Sendable (Int) -> String

    // MARK: JSON

    /// Values of JSON; those of a property have few of these kinds.
    private static let values: [Maker] = [
        { _ in "null" }, { "\($0 % 2 == 0)" }, { "\($0)" }, { "-\($0)" }, { _ in "-0" }, { "0.\($0)" }, { "\($0)e3" },
        { "\($0)E-1" }, { "9223372036854775\(800 + $0 % 20)" }, { "12345678901234567\($0)" }, { "\"s\($0)\"" },
        { "\"\\u00e4 \\\"\($0)\"" }, { "\"20\(10 + $0 % 90)-01-02T03:04:05Z\"" },
        { "\"20\(10 + $0 % 90)-01-02T03:04:05.\($0)Z\"" }, { _ in "\"2020-13-02T03:04:05Z\"" },
        { _ in "\"2020-01-02\"" },
        { _ in "\"2020-01-02T03:04:05\\u005a\"" }, { _ in "\"+012020-01-02T03:04:05Z\"" },
        { "{\"$date\": \"\($0)\"}" }, { "{ \"$float\" : \($0)}" }, { _ in "{\"$double\":\"NaN\"}" },
        { _ in "{\"$data\":\"\"}" },
        { "{\"$decimal\":\"\($0)\"}" }, { "{\"$objectId\":\"\($0)\"}" }, { "{\"$uuid\":\"\($0)\"}" },
        { "{\"$link\":[\"Tag\", \($0)]}" }, { "{\"$link\":[\"Tag\\u0041\",\"\($0)\"]}" }, { "{\"$link\":\($0)}" },
        { "{\"$other\":\($0)}" }, { "{\"$date\":\"\($0)\",\"b\":1}" }, { _ in "{}" }, { _ in "[ ]" },
        { "[[\($0)],{\"a\":[]}]" },
    ]

    private func value(_ kinds: [Maker], _ generator: inout SeededGenerator) -> String {
        func single() -> String { kinds[generator.below(kinds.count)](generator.below(1000)) }
        let count = generator.below(4)
        switch generator.below(8) {
        case 0: return "[" + (0..<count).map { _ in single() }.joined(separator: " , ") + "]"
        case 1:
            let entries = "{" + (0..<count).map { "\"k\\u00e4\($0)\" : \(single())" }.joined(separator: ",") + "}"
            return count == 2 ? "{\"$map\": \(entries)}" : entries
        default: return single()
        }
    }

    @Test func `random objects in JSON have the schema of such that are read exactly`() throws {
        var generator = SeededGenerator(for: #function)
        for _ in 0..<150 {
            let names = ["id", "na\\u006de", "tïtel", "a b", "x"]
            let kinds = names.map { _ in
                let few = (0...generator.below(3)).map { _ in Self.values[generator.below(Self.values.count)] }
                // Most properties have single values.
                return (few, generator.chance(oneIn: 3))
            }
            let objects = (0..<25).map { number in
                var members = number % 7 == 0 ? ["\"_key\":\(number)"] : []
                for (name, (few, isAny)) in zip(names, kinds) where !generator.chance(oneIn: 9) {
                    let single = few[generator.below(few.count)](generator.below(1000))
                    members.append("\"\(name)\": \(isAny ? value(few, &generator) : single)")
                }
                return members.joined(separator: generator.chance(oneIn: 2) ? " , " : ",")
            }
            let named = objects.map { "{ \"_class\":\"Note\"\($0.isEmpty ? "" : ",")\($0)}" }
            let expected = try schema(named.joined(separator: "\n").unusual(), .ndjson)
            let whole = "{\"classes\":{\"Note\":[\(objects.map { "{\($0)}" }.joined(separator: ","))]}}"
            #expect(try schema(whole, .json) == expected)
            let lines = objects.map { "{\($0)}" }.joined(separator: " \n\n")
            #expect(try schema(lines, .ndjson, of: "Note") == expected)
            let elements = objects.map { "{\($0)}" }.joined(separator: " ,\n").replacing(",\"", with: ",\n\"")
            #expect(try schema("[\(elements)\n]", .json, of: "Note") == expected)
            #expect(try schema(named.joined(separator: "\r\n"), .ndjson) == expected)
        }
    }

    @Test(arguments: [
        "{\"a\":[1,}", "{\"a\":01}", "{\"a\":1} 2", "{\"a\":\"\u{1}\"}", "{\"a\":nul}", "{\"a\":1", "[1]", "{\"a\":1.}",
    ])
    func `a line with a problem is named, or passed over`(line: String) throws {
        let text = "{\"a\":1}\n{\"a\":2}\n\n\(line)\n{\"a\":null}"
        let error = try #require(#expect(throws: RLMError.self) { try schema(text, .ndjson, of: "A") })
        #expect(error.localizedDescription.hasPrefix("in:4: "))
        let found = try schema(text, .ndjson, of: "A", skipsFaults: true)
        #expect(found.first?.properties == [Property(name: "a", type: .int, isOptional: true)])
    }

    // MARK: CSV

    private static let fields: [Maker] = [
        { _ in "" }, { _ in "\"\"" }, { "\($0)" }, { "-\($0)" }, { "00\($0)" }, { "+\($0)" }, { "\($0).5" },
        { "\($0)." },
        { "1e\($0)" }, { "9223372036854775\(800 + $0 % 20)" }, { _ in "true" }, { _ in "falsehood" }, { _ in "NaN" },
        { _ in "-Infinity" }, { _ in "Insel" }, { "s\($0)" }, { "\"\($0)\"" }, { "\"a\"\"b\($0)\"" },
        { "\"a,\nb\($0)\"" },
        { "20\(10 + $0 % 90)-01-02T03:04:05Z" }, { _ in "2020-01-02T03:04:05.25Z" },
        { _ in "\"2020-01-02T03:04:05Z\"" },
        { _ in "0020-01-02T03:04:05Z" }, { _ in "+012020-01-02T03:04:05Z" }, { "1234567890123456789\($0)" },
        { "+0.\($0)" },
        { _ in "2020-01-02" }, { _ in "ü" }, { "\($0)x" }, { "0x\($0)" }, { _ in " 1" },
    ]

    @Test func `random records of CSV have the schema of such that are read exactly`() throws {
        var generator = SeededGenerator(for: #function)
        for _ in 0..<150 {
            let kinds = (0..<5).map { _ in
                (0...generator.below(2)).map { _ in Self.fields[generator.below(Self.fields.count)] }
            }
            let records = (0..<25).map { _ in
                kinds.map { $0[generator.below($0.count)](generator.below(1000)) }.joined(separator: ",")
            }
            let end = generator.chance(oneIn: 2) ? "\r\n" : "\n"
            let text = (["_key,a,b,c,\"d \"\"e\"\"\""] + records).joined(separator: end)
            // Fields with zeros are not among what is usual.
            let unusual = (["_key,a,b,c,\"d \"\"e\"\"\",z"] + records.map { $0 + ",\0" }).joined(separator: end)
            var expected = try #require(try schema(unusual, .csv, of: "Row").first).properties
            #expect(expected.removeLast().name == "z")
            #expect(try schema(text, .csv, of: "Row").first?.properties == expected)
        }
    }

    @Test func `a record with a problem is named, or passed over`() throws {
        let text = "a,b\n1,\"x\ny\"\n2,z\n3\n4,5\n"
        let error = try #require(#expect(throws: RLMError.self) { try schema(text, .csv, of: "A") })
        #expect(error.localizedDescription == "in:5: the record has 1 fields, and the header 2.")
        let found = try schema(text, .csv, of: "A", skipsFaults: true)
        #expect(
            found.first?.properties == [Property(name: "a", type: .int), Property(name: "b", type: .any)])
    }
}
