import Foundation
import Testing

@testable import RealmStore
@testable import TestSupport

/// Queries over damaged files: each has an answer or an error.
///
/// `REALMSTORE_QUERY_MUTANTS`: the number of files; `REALMSTORE_QUERY_SEED`: the seed.
@Suite struct QueryDamageTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let mutants = environment["REALMSTORE_QUERY_MUTANTS"].flatMap { UInt64($0) } ?? 100
    private static let seed = environment["REALMSTORE_QUERY_SEED"].flatMap { UInt64($0) } ?? 20_261_121
    private static let fixtures = [
        "decimals", "embedded", "int_key_dictionary", "migrate_v1", "mixed_nested", "nan_sets", "schema_evolved",
        "tombstones", "types_all", "names",
    ]

    @Test func `no damage ends a query with a crash`() throws {
        let directory = try TemporaryDirectory()
        let sources = try QueryDamageTests.fixtures.map { try FuzzSource(.named($0), in: directory) }
        let url = directory.url.appendingPathComponent("mutant.realm")
        var answers = 0
        for number in 0..<QueryDamageTests.mutants {
            var random = SeededGenerator(seed: QueryDamageTests.seed &+ number &* 0x2545_F491_4F6C_DD1D)
            var mutator = FuzzMutator(random.pick(sources), random)
            try Data(mutator.mutant()).write(to: url)
            guard let file = try? RealmFile.open(url.path, key: nil, sharing: .none), let group = try? Group(file)
            else {
                continue
            }
            for table in group.tables where table.columns.count < 40 { answers += query(table, QueryContext(group)) }
        }
        #expect(answers > Int(QueryDamageTests.mutants), "seed \(QueryDamageTests.seed)")
    }

    /// The number of queries over all columns of a table that had an answer.
    private func query(_ table: Table, _ context: QueryContext) -> Int {
        var texts: [String] = []
        for column in table.columns where column.name.allSatisfy({ $0.isLetter }) {
            let name = column.name
            texts += [
                "\(name) == null", "\(name) != null", "\(name).@count > 1", "\(name) == 'a'", "\(name) CONTAINS 'a'",
            ]
            texts += [
                "\(name) > 1", "ANY \(name).@keys == 'a'", "\(name)[0] == 1", "\(name).@sum > 1", "\(name) TEXT 'a'",
            ]
            texts += ["\(name)[*][*] == 1", "\(name)['a'] == 1", "TRUEPREDICATE SORT(\(name) ASC) DISTINCT(\(name))"]
            texts += ["TRUEPREDICATE SORT(\(name) DESC)"]
            if let target = context.group.table(column.oppositeTable) {
                for end in target.columns.prefix(6) { texts.append("\(name).\(end.name) == null") }
            }
        }
        texts += ["@links.@count > 0"]
        return texts.filter { answers($0, table, context) }.count
    }

    private func answers(_ text: String, _ table: Table, _ context: QueryContext) -> Bool {
        do {
            let parsed = try PredicateParser.parse(query: text)
            let run = try PreparedQuery(parsed.predicate, on: table, in: context)
            let keys = try run.keys()
            let steps = try ResultSteps(parsed.steps, on: table, in: context)
            _ = try steps.apply(to: keys)
            _ = try steps.apply(to: keys, .leading(3))
            _ = try steps.apply(to: keys, .trailing(3))
            _ = try steps.ofClass(.leading(3))
            return true
        } catch {
            return false
        }
    }
}
