import Foundation
import TestSupport
import Testing

@testable import RealmStore
@testable import RealmTools

/// The CSV files, read by the rules of RFC 4180 and compared with the content of the Realm.
@Suite("CSV export") struct CSVExportTests {
    @Test(arguments: [
        "types_all", "strings", "keys", "links", "embedded", "tombstones", "mixed_nested", "random_1", "names",
        "nan_sets",
        "int_key_dictionary", "empty", "empty_classes", "no_history", "contacts_1k.enc",
    ])
    func `every field of every file is what the Realm holds`(_ name: String) throws {
        let files = try exportFiles(name, .typed)
        let dump = try JSONText(Fixture.named(name).dump())
        let comparison = CSVComparison(dump: dump, files: files)
        comparison.compareAll()
        #expect(comparison.differences.isEmpty, "\(comparison.differences.prefix(5).joined(separator: "\n"))")
        #expect(comparison.fieldCount > 0 || name.hasPrefix("empty"))
    }

    @Test func `plain mixed values are texts`() throws {
        let table = try CSVTable(exportFiles("types_all", .plain)["AllMixed.csv"] ?? Data())
        let values = table.records.map { $0[1] }
        #expect(values.contains("true") && values.contains(nil))
        #expect(!values.contains { $0?.contains("{\"$date") ?? false })
    }

    @Test func `null is an empty field and an empty text is quoted`() {
        var buffer = TextBuffer()
        buffer.csv("")
        #expect(buffer.bytes == Array("\"\"".utf8))
    }

    @Test(arguments: [
        ("plain", "plain"), ("a,b", "\"a,b\""), ("say \"no\"", "\"say \"\"no\"\"\""), ("two\nlines", "\"two\nlines\""),
        ("with blank", "with blank"), ("\r", "\"\r\""), ("Привет", "Привет"),
    ])
    func `a field is quoted where it must be`(_ text: String, _ field: String) {
        var buffer = TextBuffer()
        buffer.csv(text)
        #expect(String(decoding: buffer.bytes, as: UTF8.self) == field)
    }

    @Test(
        arguments: [
            ("Person", nil, "Person.csv"), ("Person", "dogs", "Person__dogs.csv"),
            ("../../etc/x", nil, "%2e.%2f..%2fetc%2fx.csv"),
            ("A__b", nil, "A%5f_b.csv"), ("A_", "b", "A%5f__b.csv"), ("A", "_b", "A___b.csv"),
            ("Книга", "a/b", "Книга__a%2fb.csv"),
            ("a%b", nil, "a%25b.csv"), ("\u{0}", nil, "%00.csv"), ("", nil, ".csv"),
        ] as [(String, String?, String)])
    func `file names stay in the directory and apart from each other`(
        _ className: String, _ property: String?, _ name: String
    ) {
        #expect(CSVExport.fileName(className, property) == name)
    }

    @Test func `an error of the receiver ends the export`() throws {
        struct Full: Error {}
        #expect(throws: Full.self) {
            _ = try withRealm("versioned_1") { realm in
                try RealmExporter(realm, format: .csv).exportFiles { _, _ in throw Full() }
            }
        }
    }

    @Test func `the report counts the bytes of all files`() throws {
        var bytes = 0
        let report = try withRealm("embedded") { realm in
            try RealmExporter(realm, format: .csv).exportFiles { bytes += $1.count }
        }
        #expect(report.bytes == bytes)
    }

    private func exportFiles(_ name: String, _ style: RealmExporter.ValueStyle) throws -> [String: Data] {
        var files: [String: Data] = [:]
        _ = try withRealm(name) { realm in
            try RealmExporter(realm, format: .csv, values: style).exportFiles { files[$0, default: Data()] += $1 }
        }
        return files
    }
}

/// A file of comma-separated values: an empty field is nil, a quoted empty text is "".
private struct CSVTable {
    var header: [String?] = []
    var records: [[String?]] = []

    struct Failure: Error {}

    init(_ data: Data) throws {
        let bytes = Array(data)
        var lines: [[String?]] = []
        var line: [String?] = []
        var position = 0
        while position < bytes.count {
            let (field, end) = try CSVTable.field(bytes, position)
            line.append(field)
            if end < bytes.count, bytes[end] == UInt8(ascii: ",") {
                position = end + 1
                continue
            }
            guard end + 1 < bytes.count, bytes[end] == 0x0D, bytes[end + 1] == 0x0A else { throw Failure() }
            lines.append(line)
            line = []
            position = end + 2
        }
        guard line.isEmpty, let first = lines.first else { throw Failure() }
        header = first
        records = Array(lines.dropFirst())
    }

    private static func field(_ bytes: [UInt8], _ start: Int) throws -> (String?, Int) {
        var position = start
        guard start < bytes.count, bytes[start] == UInt8(ascii: "\"") else {
            while position < bytes.count, ![UInt8(ascii: ","), 0x0D].contains(bytes[position]) { position += 1 }
            return (position == start ? nil : String(decoding: bytes[start..<position], as: UTF8.self), position)
        }
        var text: [UInt8] = []
        position += 1
        while position < bytes.count {
            if bytes[position] == UInt8(ascii: "\"") {
                guard position + 1 < bytes.count, bytes[position + 1] == UInt8(ascii: "\"") else {
                    return (String(decoding: text, as: UTF8.self), position + 1)
                }
                position += 1
            }
            text.append(bytes[position])
            position += 1
        }
        throw Failure()
    }
}

/// Compares CSV files with a dump.
private final class CSVComparison {
    private(set) var differences: [String] = []
    private(set) var fieldCount = 0
    private let dump: JSONText
    private let files: [String: Data]
    private let reader: ExportReader
    private var classes: [String: JSONText] = [:]

    init(dump: JSONText, files: [String: Data]) {
        self.dump = dump
        self.files = files
        reader = ExportReader(dump: dump)
        for entry in dump["classes"]?.items ?? [] { classes[entry["name"]?.text ?? ""] = entry }
    }

    func compareAll() {
        var count = 0
        for (name, entry) in classes {
            let properties = entry["properties"]?.items ?? []
            compareObjects(name, entry, properties.filter { $0["collection"] == .null })
            for property in properties where property["collection"] != .null {
                compareCollections(name, entry, property)
                count += 1
            }
        }
        if files.count != classes.count + count { differences.append("\(files.count) files") }
    }

    private func table(_ name: String) -> CSVTable? {
        let table = files[name].flatMap { try? CSVTable($0) }
        if table == nil { differences.append("\(name) is missing or unreadable") }
        return table
    }

    private func compareObjects(_ name: String, _ entry: JSONText, _ properties: [JSONText]) {
        guard let table = table(CSVExport.fileName(name)) else { return }
        let objects = entry["objects"]?.items ?? []
        let hasKey = entry["primary_key"] == .null
        let names = properties.map { $0["name"]?.text }
        let header = table.header.map { $0.map(ExportReader.propertyName) }
        guard header == (hasKey ? ["_key"] : []) + names, table.records.count == objects.count else {
            return differences.append("\(name): other header or number of records")
        }
        for (record, object) in zip(table.records, objects) {
            guard record.count == table.header.count, !hasKey || record[0] == object["key"]?.text else {
                differences.append("\(name): a record has another key or length")
                continue
            }
            for (field, property) in zip(record.dropFirst(hasKey ? 1 : 0), properties) {
                let value = object["values"]?[property["name"]?.text ?? ""] ?? .null
                compare(field, value, property, "\(name) \(object["key"]?.text ?? "").\(property["name"]?.text ?? "")")
            }
        }
    }

    private func compareCollections(_ name: String, _ entry: JSONText, _ property: JSONText) {
        let propertyName = property["name"]?.text ?? ""
        guard let table = table(CSVExport.fileName(name, propertyName)) else { return }
        let isDictionary = property["collection"]?.text == "dictionary"
        let primary = entry["primary_key"]?.text
        let primaryProperty = entry["properties"]?.items.first { $0["name"]?.text == primary }
        var records = table.records[...]
        for object in entry["objects"]?.items ?? [] {
            let owner = primary.flatMap { object["values"]?[$0] } ?? object["key"] ?? .null
            let elements = (object["values"]?[propertyName]?.items ?? []).filter {
                isDictionary || property["type"]?.text != "link" || $0["unresolved"] == nil
            }
            for (position, element) in elements.enumerated() {
                guard let record = records.popFirst(), record.count == 3 else {
                    return differences.append("\(name).\(propertyName): too few records")
                }
                let place = "\(name).\(propertyName)[\(position)]"
                if let primaryProperty { compare(record[0], owner, primaryProperty, place + " owner") }
                if primaryProperty == nil, record[0] != owner.text { differences.append(place + ": other owner") }
                let key = isDictionary ? element.items[0].text : String(position)
                if record[1] != key { differences.append("\(place): key \(record[1] ?? "-")") }
                compare(record[2], isDictionary ? element.items[1] : element, property, place)
            }
        }
        if !records.isEmpty { differences.append("\(name).\(propertyName): too many records") }
    }

    private func compare(_ field: String?, _ expected: JSONText, _ property: JSONText, _ place: String) {
        fieldCount += 1
        let type = property["type"]?.text ?? ""
        if type == "mixed" {
            let found = field.map { (try? JSONText(Array($0.utf8))) ?? .string("unreadable") } ?? .null
            return compareJSON(found, expected, type, place)
        }
        if expected["unresolved"] != nil {
            if field != nil { differences.append("\(place): an unresolved link is not empty") }
            return
        }
        if type == "link", let target = property["link_target"]?.text, let entry = classes[target] {
            let key = entry["primary_key"]?.text == nil ? expected["key"] : expected["pk"]
            let keyType = entry["properties"]?.items.first { $0["name"] == entry["primary_key"] }?["type"]?.text
            guard expected != .null, let key else {
                if field != nil { differences.append("\(place): a null link is not empty") }
                return
            }
            return check(field, key, keyType ?? "int", place)
        }
        check(field, expected, type, place)
    }

    private func check(_ field: String?, _ expected: JSONText, _ type: String, _ place: String) {
        compareJSON(CSVComparison.typed(field, type), expected, type, place)
    }

    private func compareJSON(_ found: JSONText, _ expected: JSONText, _ type: String, _ place: String) {
        let single = JSONText.object([
            .init(name: "type", value: .string(type)), .init(name: "collection", value: .null),
        ])
        reader.compare(found, expected, of: single, place)
        differences += reader.takeDifferences()
    }

    /// The field as the typed JSON of its property.
    private static func typed(_ field: String?, _ type: String) -> JSONText {
        guard let field else { return .null }
        func wrapped(_ name: String) -> JSONText { .object([.init(name: name, value: .string(field))]) }
        switch type {
        case "int": return .number(field)
        case "bool": return field == "true" ? .bool(true) : field == "false" ? .bool(false) : .string(field)
        case "string": return .string(field)
        case "float", "double": return Double(field)?.isFinite == true ? .number(field) : wrapped("$float")
        case "decimal128": return wrapped("$decimal")
        default: return wrapped("$" + type)
        }
    }
}
