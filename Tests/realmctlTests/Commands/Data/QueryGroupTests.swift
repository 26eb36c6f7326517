import Foundation
import RealmStore
import TestSupport
import Testing

@Suite("realmctl query --group-by") struct QueryGroupTests {
    private let workplace: Workplace
    private let people: String

    init() throws {
        let made = try Workplace()
        (workplace, people) = (made, try made.fixture("migrate_v1"))
    }

    /// The rows of an answer, from JSON lines.
    private func rows(_ arguments: String...) throws -> [[String: Any]] {
        let output = try RealmctlProcess.run(["query", "--format", "ndjson"] + arguments)
        return try output.out.split(separator: "\n").map {
            try #require(JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
        }
    }

    /// The ages of all people, by last name.
    private func ages() throws -> [String: [Int]] {
        let all = try rows(people, "Person")
        return try Dictionary(grouping: all) { try #require($0["lastName"] as? String) }
            .mapValues { try $0.map { try #require($0["age"] as? Int) } }
    }

    @Test func `each group has a row with the number of its objects`() throws {
        let expected = try ages()
        let found = try rows("--group-by", "lastName", people, "Person")
        #expect(found.map { $0["lastName"] as? String } == expected.keys.sorted())
        #expect(found.map { $0["count"] as? Int } == expected.sorted { $0.key < $1.key }.map(\.value.count))
    }

    @Test func `aggregates are those of the group`() throws {
        let expected = try ages()
        let found = try rows(
            "--group-by", "lastName", "--count", "--sum", "age", "--avg", "age", "--min", "age", "--max", "age", people,
            "Person")
        #expect(found.count == expected.count)
        for row in found {
            let name = try #require(row["lastName"] as? String)
            let ages = try #require(expected[name])
            #expect(row["count"] as? Int == ages.count && row["sum(age)"] as? Int == ages.reduce(0, +))
            #expect(row["min(age)"] as? Int == ages.min() && row["max(age)"] as? Int == ages.max())
            let mean = try #require(row["avg(age)"] as? Double)
            #expect(abs(mean - Double(ages.reduce(0, +)) / Double(ages.count)) < 1e-9)
        }
    }

    @Test func `groups are sorted by their columns, then cut`() throws {
        let expected = try ages().sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }
        let found = try rows(
            "--group-by", "lastName", "--sort", "-count,lastName", "--offset", "1", "--limit", "3", people, "Person")
        #expect(found.map { $0["lastName"] as? String } == expected[1...3].map(\.key))
    }

    @Test func `groups are those of the objects that meet the condition`() throws {
        let found = try rows("--group-by", "lastName", people, "Person", "age > 90")
        let expected = try ages().mapValues { $0.count { $0 > 90 } }.filter { $0.value > 0 }
        #expect(found.count == expected.count)
        #expect(found.allSatisfy { expected[$0["lastName"] as? String ?? ""] == $0["count"] as? Int })
    }

    @Test func `objects are grouped by values behind links, null among them`() throws {
        let dogs = try rows("--columns", "owner.firstName", people, "Dog")
        let expected = Dictionary(grouping: dogs) { $0["owner.firstName"] as? String }.mapValues(\.count)
        let found = try rows("--group-by", "owner.firstName", people, "Dog")
        #expect(found.count == expected.count && expected[nil] != nil)
        #expect(found.first?["owner.firstName"] is NSNull)
        #expect(found.allSatisfy { expected[$0["owner.firstName"] as? String] == $0["count"] as? Int })
    }

    @Test func `decimals are sorted by size`() throws {
        let path = workplace.path + "/decimals.realm"
        var configuration = Realm.Configuration(fileURL: URL(fileURLWithPath: path))
        configuration.objectTypes = [GroupedItem.self]
        do {
            let realm = try Realm(configuration: configuration)
            try realm.write {
                for (name, price) in [("a", "9.5"), ("b", "100"), ("b", "0.25"), ("c", "20")] {
                    realm.create(GroupedItem.self, value: ["name": name, "price": try Decimal128(string: price)])
                }
            }
        }
        let output = try RealmctlProcess.run([
            "query", "--format", "csv", "--group-by", "name", "--sum", "price", "--sort", "-sum(price)", path,
            "GroupedItem",
        ])
        #expect(output.out == "name,sum(price)\r\nb,100.25\r\nc,20\r\na,9.5\r\n", "\(output.out)\(output.err)")
    }

    @Test func `an answer in an envelope has the groups as rows`() throws {
        let json = try RealmctlProcess.run([
            "query", "--json", "--group-by", "lastName", "--limit", "2", people, "Person",
        ]).json()
        let result = try #require(json["result"] as? [String: Any])
        #expect(result["columns"] as? [String] == ["lastName", "count"])
        #expect((result["rows"] as? [[String: Any]])?.count == 2)
    }

    @Test(arguments: [
        (["--group-by", "lastNam"], "lastName"), (["--group-by", "lastName", "--sum", "firstName"], "Operation 'sum'"),
        (["--group-by", "lastName", "--sort", "age"], "lastName, count"),
        (["--group-by", "lastName", "--columns", "age"], "leave out --columns"),
        (["--group-by", "lastName", "--explain"], "--explain excludes --group-by"),
    ])
    func `what cannot be is told`(_ options: [String], _ message: String) throws {
        let output = try RealmctlProcess.run(["query"] + options + [people, "Person"])
        #expect(output.code != 0 && output.out.isEmpty)
        #expect(output.err.contains(message), "\(output.err)")
    }
}

final class GroupedItem: Object {
    override class func shouldIncludeInDefaultSchema() -> Bool { false }
    @Persisted var name: String
    @Persisted var price: Decimal128
}
