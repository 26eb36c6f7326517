import Foundation
import TestSupport
import Testing

@testable import RealmStore
@testable import RealmTools

/// Random schema histories over random data: run file by file, in one jump and in place, they give the same contents.
@Suite("Migration histories") struct MigrationHistoryTests {
    private let place: MigrationPlace

    init() throws { place = try MigrationPlace() }

    private static let histories =
        ProcessInfo.processInfo.environment["REALMSTORE_MIGRATION_HISTORIES"].flatMap { Int($0) } ?? 12

    @Test(arguments: 0..<histories)
    func `step by step and in one jump end alike`(_ seed: Int) throws {
        var history = RandomHistory(seed: UInt64(seed))
        let (baseline, lines) = history.start()
        var files = ["0001_baseline.yaml": "version: 1\nschema:\n\(RandomHistory.indented(baseline))"]
        var schema = try SchemaDocument(yaml: baseline, file: "baseline").schema
        for version in 2...4 {
            var steps: [String] = []
            for _ in 0..<30 where steps.count < 6 {
                let step = history.step(schema)
                let name = "000\(version)_steps.yaml"
                let folder = try place.folder(
                    files.merging([
                        name: MigrationPlace.file((steps + [step]).joined(separator: "\n"), version: version)
                    ]) { $1 })
                // Steps that make no sense are included on purpose; steps that pass lint must run.
                guard folder.lint().isEmpty else { continue }
                steps.append(step)
                files[name] = MigrationPlace.file(steps.joined(separator: "\n"), version: version)
                schema =
                    MigrationFolder.simulate(folder.files.dropFirst(), from: try #require(folder.files[0].baseline))
                    .schema
            }
            try #require(!steps.isEmpty)
        }
        try check(files, baseline, lines, schema, seed)
    }

    private func check(
        _ files: [String: String], _ baseline: String, _ lines: [String], _ schema: Schema, _ seed: Int
    ) throws {
        let folder = try place.folder(files)
        let comment = Comment(
            rawValue: "seed \(seed)\n" + files.sorted { $0.key < $1.key }.map(\.value).joined(separator: "\n"))
        let jump = try place.realm(baseline, lines, name: "jump.realm")
        let walk = try place.realm(baseline, lines, name: "walk.realm")
        let inPlace = try place.realm(baseline, lines, name: "place.realm")
        let start = try place.export(jump)
        let refusal = Self.refusal { try folder.plan(from: 1, to: nil).apply(to: jump, backupDirectory: nil) }
        let refusalOnWalk = Self.refusal {
            for version in UInt64(2)...4 {
                _ = try folder.plan(from: version - 1, to: version).apply(to: walk, backupDirectory: nil)
            }
        }
        let refusalInPlace = Self.refusal {
            try folder.plan(from: 1, to: nil).apply(to: inPlace, inPlace: true, backupDirectory: nil)
        }
        #expect(refusalOnWalk == refusal, comment)
        #expect(refusalInPlace == refusal, comment)
        let contents = try place.export(jump)
        // Some values cannot be what a step makes of them, which no check of the step alone can know.
        if refusal != nil {
            #expect(contents == start, comment)
            // In place each file is a transaction of its own, as when one is run after another.
            #expect(try place.export(inPlace) == place.export(walk), comment)
            return
        }
        #expect(try place.export(walk) == contents, comment)
        #expect(try place.export(inPlace) == contents, comment)
        let document = try place.schema(jump)
        #expect(document.version == 4)
        #expect(document.differences(from: schema).isEmpty, comment)
        #expect(SchemaDocument(schema).differences(from: document.schema).isEmpty, comment)
        for realm in [jump, walk, inPlace] { #expect(try place.isSound(realm), comment) }
    }
}

extension MigrationHistoryTests {
    /// The error that `body` throws, or nil.
    private static func refusal(_ body: () throws -> some Any) -> String? {
        do { _ = try body() } catch { return "\(error)" }
        return nil
    }
}

/// Makes schemas, objects and steps at random, the same for the same seed. Many steps make no sense.
struct RandomHistory {
    private var generator: SeededGenerator
    private var counter = 0

    init(seed: UInt64) { generator = SeededGenerator(seed: seed &* 7919 &+ 17) }

    static func indented(_ text: String) -> String { text.split(separator: "\n").map { "  \($0)\n" }.joined() }

    private mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<max(1, limit), using: &generator) }

    private mutating func pick(_ choices: [String]) -> String { choices[below(choices.count)] }

    private mutating func name(_ prefix: String) -> String {
        counter += 1
        return "\(prefix)\(counter)"
    }

    private static let types = [
        "int", "int?", "string", "string?", "double", "bool", "date?", "uuid", "decimal128", "mixed", "string[]",
        "int?[]",
    ]

    // MARK: The beginning

    /// A schema, and objects as JSON lines.
    mutating func start() -> (schema: String, lines: [String]) {
        var schema = "classes:\n"
        var lines: [String] = []
        for type in ["A", "B", "C"] {
            var properties = [("link", pick(["A", "B", "C"])), ("list", pick(["A[]", "B[]", "C[]"])), ("n", "int")]
            for _ in 0..<4 { properties.append((name("p"), pick(Self.types))) }
            schema += "  \(type):\n    properties:\n"
            schema += properties.map { "      \($0): \"\($1)\"\n" }.joined()
            for key in 0..<20 {
                let values = properties.map { "\"\($0)\":\(value($1))" }.joined(separator: ",")
                lines.append("{\"_class\":\"\(type)\",\"_key\":\(key),\(values)}")
            }
        }
        return (schema, lines)
    }

    private mutating func value(_ type: String) -> String {
        if type.hasSuffix("[]") {
            let element = String(type.dropLast(2))
            return "["
                + (0..<below(4)).map { _ in
                    element == "A" || element == "B" || element == "C" ? link(element) : value(element)
                }
                .joined(separator: ",") + "]"
        }
        if type.hasSuffix("?") { return below(4) == 0 ? "null" : value(String(type.dropLast())) }
        switch type {
        case "int": return "\(below(7) - 1)"
        case "string": return "\"\(pick(["", "a", "b", "12", "-3", "true", "1.5", "Ünï", "2026-01-02T03:04:05Z"]))\""
        case "double": return pick(["0.0", "-0.0", "1.5", "2.0", "1e300", "{\"$float\":\"NaN\"}"])
        case "bool": return pick(["true", "false"])
        case "date": return "{\"$date\":\"20\(10 + below(20))-01-02T03:04:05Z\"}"
        case "uuid": return "{\"$uuid\":\"00112233-4455-6677-8899-aabbccddee0\(below(4))\"}"
        case "decimal128": return "{\"$decimal\":\"\(pick(["1.0", "1.00", "-2", "0"]))\"}"
        case "mixed": return pick(["null", "1", "\"a\"", "[1,[2]]", "{\"$map\":{\"k\":\"v\"}}", "true", "2.5"])
        default: return below(3) == 0 ? "null" : link(type)
        }
    }

    private mutating func link(_ type: String) -> String { "{\"$link\":[\"\(type)\",\(below(20))]}" }

    // MARK: Steps

    mutating func step(_ schema: Schema) -> String {
        let classes = schema.objectSchema
        guard !classes.isEmpty else { return Self.text("add_class", ("name", name("N")), ("properties", "{p: int}")) }
        let type = pick(classes.map(\.className))
        let other = pick(classes.map(\.className))
        let names = schema[type]?.properties.map(\.name) ?? []
        let own = names.isEmpty ? "none" : pick(names)
        let second = names.isEmpty ? "none" : pick(names)
        let others = schema[other]?.properties.map(\.name) ?? []
        let foreign = others.isEmpty ? "none" : pick(others)
        if below(2) == 0 { return change(type, own, other) }
        return work(type, own, second, other, foreign)
    }

    /// Types, those of links to a class too.
    private func types(_ other: String) -> [String] { Self.types + [other, other + "[]"] }

    /// A step with its fields.
    private static func text(_ step: String, _ fields: (String, String)...) -> String {
        "- \(step): {" + fields.filter { !$0.1.isEmpty }.map { "\($0): \($1)" }.joined(separator: ", ") + "}"
    }

    /// A step that changes the schema.
    private mutating func change(_ type: String, _ own: String, _ other: String) -> String {
        let property = (("class", type), ("property", own))
        switch below(14) {
        case 0:
            return Self.text("add_class", ("name", name("K")), ("properties", "{link: \(other), p: int, q: string?}"))
        case 1:
            let properties = ("properties", "{p: int?, q: string?}")
            return Self.text("add_class", ("name", name("E")), ("embedded", "true"), properties)
        case 2: return Self.text("remove_class", ("name", type), ("if_not_empty", "delete"))
        case 3: return Self.text("rename_class", ("from", type), ("to", name("R")))
        case 4:
            return Self.text(
                "add_property", ("class", type), ("name", name("p")), ("type", "\"\(pick(types(other)))\""))
        case 5:
            let extra = pick(["value: 1", "value: x", "value: true", "generate: counter", "indexed: true"])
            let parts = extra.split(separator: ":").map(String.init)
            return Self.text(
                "add_property", ("class", type), ("name", name("p")),
                ("type", pick(["int", "string", "bool", "mixed"])), (parts[0], parts[1]))
        case 6: return Self.text("remove_property", ("class", type), ("name", own))
        case 7: return Self.text("rename_property", ("class", type), ("from", own), ("to", name("r")))
        case 8, 9:
            return Self.text(
                "change_type", property.0, property.1, ("to", "\"\(pick(types(other)))\""),
                ("convert", pick(["", "parse", "format", "round", "unix_s"])),
                ("on_error", pick(["null", "delete", "{value: 3}"])))
        case 10:
            let isOptional = below(2) == 0
            return Self.text(
                "set_optional", property.0, property.1, ("optional", "\(isOptional)"), ("fill", isOptional ? "" : "1"))
        case 11:
            return Self.text(
                "set_primary_key", ("class", type), ("property", pick([own, "null"])),
                ("on_duplicate", pick(["keep_first", "keep_last"])))
        case 12:
            let kind = ("kind", pick(["value", "fulltext"]))
            return Self.text(pick(["add_index", "remove_index"]), property.0, property.1, kind)
        default:
            return Self.text(
                "set_embedded", ("class", type), ("embedded", pick(["true", "false"])), ("orphans", "delete"),
                ("shared", "duplicate"))
        }
    }

    /// A step that changes objects.
    private mutating func work(
        _ type: String, _ own: String, _ second: String, _ other: String, _ foreign: String
    ) -> String {
        let type = ("class", type)
        switch below(9) {
        case 0:
            return Self.text(
                "set", type, ("property", own), ("value", pick(["1", "x", "null", "true"])),
                ("where", "\"\(second) != nil\""))
        case 1:
            return Self.text(
                "copy", type, ("from", pick([second, "link.\(foreign)"])), ("to", own),
                ("on_error", pick(["null", "delete"])))
        case 2:
            return Self.text(
                "concat", type, ("to", own), ("parts", "[\(second), {text: x}, \(own)]"), ("separator", "\"-\""),
                ("skip_null", "true"))
        case 3: return Self.text("map", type, ("property", own), ("values", "{1: 2, a: 7, null: 0}"))
        case 4:
            return Self.text(
                "lookup", type, ("to", "link"), ("in", other), ("match", "{\(own): \(foreign)}"),
                ("missing", pick(["null", "delete"])), ("create", pick(["", "true"])))
        case 5:
            return Self.text(
                "split", type, ("into", other), ("link", "link"), ("columns", "{\(own): \(foreign)}"),
                (pick(["dedupe", "skip_all_null", "remove_columns"]), pick(["", "true"])))
        case 6: return Self.text("delete", type, ("where", "\"\(own) == \(pick(["1", "'a'", "nil", "true"]))\""))
        case 7:
            return Self.text("dedupe", type, ("by", "[\(own)]"), ("keep", pick(["first", "last", "{max: \(second)}"])))
        default: return Self.text("check", type, ("min", "0"))
        }
    }
}
