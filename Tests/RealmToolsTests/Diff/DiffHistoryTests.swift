import Foundation
import Testing

@testable import RealmStore
@testable import RealmTools
@testable import TestSupport

/// Random histories of a file: the differences of two of its states, compared with those of their exports.
///
/// `REALMSTORE_DIFF_HISTORIES`: the number of histories. `REALMSTORE_DIFF_SEED`: the first seed.
@Suite struct DiffHistoryTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let histories = environment["REALMSTORE_DIFF_HISTORIES"].flatMap { Int($0) } ?? 12
    private static let firstSeed = environment["REALMSTORE_DIFF_SEED"].flatMap { UInt64($0) } ?? 1

    /// Changed, removed and added objects, each as class and key.
    private struct Differences: Equatable {
        var changed: Set<String> = []
        var removed: Set<String> = []
        var added: Set<String> = []
    }

    @Test func `two states of a file differ in the objects whose exports differ`() throws {
        for seed in Self.firstSeed..<Self.firstSeed + UInt64(Self.histories) {
            let place = try DiffPlace()
            let (old, new) = (
                place.directory.url.appendingPathComponent("old.realm"), place.directory.url.path + "/new.realm"
            )
            let scale = ModelRun.Scale(name: "diff", objects: seed % 3 == 0 ? 700 : 40, batch: 60, schemaChanges: 0)
            let run = try ModelRun(scale, seed: seed, path: new)
            try run.begin()
            try run.run(operations: 150)
            try run.reopen()
            try FileManager.default.copyItem(atPath: new, toPath: old.path)
            try run.run(operations: seed % 2 == 0 ? 5 : 60)
            let (first, second) = (try DiffPlace.open(old), try DiffPlace.open(URL(fileURLWithPath: new)))
            #expect(try found(first, second) == expected(first, second), "the same file, seed \(seed)")
            #expect(try found(second, place.copy(of: second)) == Differences(), "the copy, seed \(seed)")
            #expect(try found(first, place.copy(of: second)) == expected(first, second), "seed \(seed)")
        }
    }

    @Test func `a class is matched in passes as it is in one`() throws {
        let place = try DiffPlace()
        let schema = "classes: {A: {primaryKey: id, properties: {id: string, x: int}}}"
        let (old, new) = (try place.realm("a", schema), try place.realm("b", schema))
        func lines(_ ids: some Sequence<Int>) -> String {
            ids.map { #"{"_class":"A","id":"\#($0)","x":\#($0)}"# }.joined(separator: "\n")
        }
        try place.add(lines(0..<1000), to: old)
        try place.add(lines((10..<1010).reversed()), to: new)
        let (first, second) = (try ExportSource(old.session.group), try ExportSource(new.session.group))
        let pair = try DiffClass(
            first.classes[0], second.classes[0], in: (first, second), keys: [], ignored: [])
        var join = DiffJoin(pair, try DiffLeaves(of: pair))
        var results: [[String]] = []
        for size in [1 << 22, 300, 7] {
            join.passSize = size
            var found: [String] = []
            try join.forEach { old, new in found.append("\(old?.value ?? -1) \(new?.value ?? -1)") }
            results.append(found.sorted())
        }
        #expect(results[0].count == 1010 && results[0].count { $0.hasPrefix("-1 ") } == 10)
        #expect(results[1] == results[0] && results[2] == results[0])
    }

    private func found(_ old: Realm, _ new: Realm) throws -> Differences {
        var differences = Differences()
        let report = try RealmDiff(from: old, to: new).run { row in
            let name = "\(row.className) \(row.key)"
            let isNew =
                switch row.kind {
                case .added: differences.added.insert(name).inserted
                case .removed: differences.removed.insert(name).inserted
                case .changed: differences.changed.insert(name).inserted
                }
            #expect(isNew, "\(name) is told twice")
        }
        #expect(report.isEqual == (differences == Differences()))
        return differences
    }

    private func expected(_ old: Realm, _ new: Realm) throws -> Differences {
        let (before, after) = (try objects(old), try objects(new))
        return Differences(
            changed: Set(before.keys.filter { after[$0] != nil && after[$0] != before[$0] }),
            removed: Set(before.keys.filter { after[$0] == nil }), added: Set(after.keys.filter { before[$0] == nil }))
    }

    /// The exported line of each object, by class and key.
    private func objects(_ realm: Realm) throws -> [String: Substring] {
        var objects: [String: Substring] = [:]
        for line in try DiffPlace.export(realm) {
            let object = try JSONText(Data(line.utf8))
            guard case .string(let name)? = object["_class"], realm.schema[name]?.isEmbedded == false else { continue }
            let property = realm.schema[name]?.primaryKeyProperty?.name ?? "_key"
            let start = try #require(line.range(of: "\"\(property)\":")).upperBound
            objects["\(name) \(Self.value(line[start...]))"] = line
        }
        return objects
    }

    /// The first JSON value of a text: none of the keys has brackets, or commas outside of strings, in it.
    private static func value(_ text: Substring) -> Substring {
        var isString = false
        var isEscaped = false
        var depth = 0
        for index in text.indices {
            let character = text[index]
            if isEscaped {
                isEscaped = false
            } else if isString {
                if character == "\\" { isEscaped = true }
                if character == "\"" { isString = false }
            } else if character == "\"" {
                isString = true
            } else if character == "{" {
                depth += 1
            } else if character == "," && depth == 0 || character == "}" && depth == 0 {
                return text[..<index]
            } else if character == "}" {
                depth -= 1
            }
        }
        return text
    }
}
