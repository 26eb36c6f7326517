import Foundation
import Testing

@testable import RealmStore

/// Random predicates over random objects: the engine and a plain evaluator over dictionaries find the same objects,
/// with indexes and without.
///
/// `REALMSTORE_QUERY_PREDICATES`: the number; `REALMSTORE_QUERY_SEED`: the first seed.
@Suite struct QueryDifferentialTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let count = environment["REALMSTORE_QUERY_PREDICATES"].flatMap { Int($0) } ?? 5000
    private static let firstSeed = environment["REALMSTORE_QUERY_SEED"].flatMap { UInt64($0) } ?? 1
    private static let predicatesOfFile = 125

    @Test func `a query finds what a plain evaluator finds`() throws {
        var seed = QueryDifferentialTests.firstSeed
        var left = QueryDifferentialTests.count
        while left > 0 {
            try run(seed: seed, min(left, QueryDifferentialTests.predicatesOfFile))
            left -= QueryDifferentialTests.predicatesOfFile
            seed += 1
        }
    }

    private func run(seed: UInt64, _ count: Int) throws {
        var generator = PlainGenerator(seed: seed)
        let file = try QueryFile(generator.classes(indexed: true))
        let model = try file.fill(&generator, rows: generator.chance(10) ? 600 : 10 + generator.below(60))
        let context = file.context
        for _ in 0..<count {
            let className = generator.pick(["A", "B"])
            let text = generator.predicate(className, depth: 2).queryText
            let predicate: RealmStore.Predicate
            let found: [ObjectKey]
            let table = try file.readTable(className)
            do {
                predicate = try PredicateParser.parse(query: text).predicate
                let run = try PreparedQuery(predicate, on: table, in: context)
                found = try run.keys()
                let scanned = try PreparedQuery(predicate, on: table, in: context, usesIndexes: false).keys()
                #expect(found == scanned, "seed \(seed), \(run.plan): \(text)")
            } catch {
                Issue.record("seed \(seed): \(text): \(error)")
                continue
            }
            let number = "\(table.key.value)"
            let expected = (model.objects[number] ?? []).indices.filter { model.matches(predicate, number, $0) }
            let keys = model.keys[number] ?? []
            #expect(found == expected.map { keys[$0] }.sorted(), "seed \(seed), class \(className): \(text)")
        }
    }
}

extension QueryFile {
    /// Makes objects of all classes, in the file and in a model.
    func fill(_ generator: inout PlainGenerator, rows: Int) throws -> PlainModel {
        var model = PlainModel()
        let counts = ["A": rows, "B": generator.below(40)]
        for (name, count) in counts.sorted(by: { $0.key < $1.key }) {
            let table = try table(name)
            model.numbers[name] = "\(table.key.value)"
            model.keys["\(table.key.value)"] = try (0..<count).map { _ in try objects.create(in: table) }
        }
        for (name, count) in counts.sorted(by: { $0.key < $1.key }) {
            let table = try table(name)
            var made: [[String: PlainProperty]] = []
            for index in 0..<count {
                let object = generator.object(model.numbers, name, counts)
                for column in table.columns {
                    guard let property = object[column.name], let key = model.keys["\(table.key.value)"]?[index] else {
                        continue
                    }
                    try set(property, column, key, table, model.keys)
                }
                made.append(object)
            }
            model.objects["\(table.key.value)"] = made
        }
        return model
    }

    private func set(
        _ property: PlainProperty, _ column: Column, _ key: ObjectKey, _ table: TableEditor,
        _ keys: [String: [ObjectKey]]
    ) throws {
        switch property {
        case .single(let value): try objects.set(value.value(in: scratch, keys), of: column, of: key, in: table)
        case .list(let values):
            for (position, value) in values.enumerated() {
                try objects.insert(value.value(in: scratch, keys), at: position, into: column, of: key, in: table)
            }
        case .dictionary(let entries):
            for (entry, value) in entries.sorted(by: { $0.key < $1.key }) {
                try objects.setEntry(
                    value.value(in: scratch, keys), for: scratch.string(entry), in: column, of: key, in: table)
            }
        }
    }
}

extension PlainValue {
    /// The value for the engine.
    fileprivate func value(in scratch: ValueScratch, _ keys: [String: [ObjectKey]]) -> Value {
        switch self {
        case .null: .null
        case .bool(let value): .bool(value)
        case .int(let number): .int(Int64(number))
        case .double(let number): .double(number)
        case .decimal(let number): .decimal(Decimal128Bits(number))
        case .text(let text): scratch.string(text)
        case .date(let seconds): .timestamp(Timestamp(seconds: Int64(seconds), nanoseconds: 0))
        case .link(let table, let index): .link(TableKey(UInt32(table) ?? 0), keys[table]?[index] ?? .null)
        }
    }
}
