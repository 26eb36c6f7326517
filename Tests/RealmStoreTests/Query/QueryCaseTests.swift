import Foundation
import TestSupport
import Testing

@testable import RealmStore

/// The answers of Realm Core 14.14 to several hundred queries.
@Suite struct QueryCaseTests {
    private static let document: JSONText? = try? JSONText(Fixture.document("query_cases.json"))

    @Test(arguments: ["scalars", "people", "coll", "mixed", "text", "strings"])
    func `every query has the answer that Realm Core gives`(_ dataset: String) throws {
        let document = try #require(QueryCaseTests.document)
        let file = try QueryFile(#require(document["datasets"]?[dataset]))
        let cases = (document["cases"]?.items ?? []).filter { $0["dataset"]?.text == dataset }
        #expect(!cases.isEmpty)
        for item in cases {
            let id = "\(item["id"]?.text ?? ""): \(item["query"]?.text ?? "")"
            let expected = try #require(item["expect"])
            do {
                let answer = try answer(to: item, in: file)
                #expect(expected["error"] == nil, "\(id) gives \(answer), but should be refused")
                if item["aggregate"] != nil {
                    let wanted = try QueryCaseTests.text(file.value(expected["value"] ?? .null, .mixed))
                    #expect(answer == wanted, "\(id)")
                } else {
                    let wanted = expected["ids"]?.items.map { $0.digits ?? $0.text ?? "" } ?? []
                    #expect(answer == wanted.joined(separator: " "), "\(id)")
                }
            } catch {
                #expect(expected["error"] == .bool(true), "\(id): \(error)")
            }
        }
    }

    private func answer(to item: JSONText, in file: QueryFile) throws -> String {
        let table = try file.readTable(item["class"]?.text ?? "")
        let context = file.context
        let arguments = try (item["args"]?.items ?? []).map { try QueryCaseTests.argument($0) }
        let parsed = try PredicateParser.parse(query: item["query"]?.text ?? "", arguments)
        let run = try PreparedQuery(parsed.predicate, on: table, in: context)
        let plain = try PreparedQuery(parsed.predicate, on: table, in: context, usesIndexes: false)
        let keys = try run.keys()
        #expect(try keys == plain.keys(), "the index finds other objects: \(item["query"]?.text ?? "")")
        #expect(try run.count() == keys.count)
        #expect(try run.first() == keys.first)
        if let aggregate = item["aggregate"] {
            let operations = ["sum": AggregateOperation.sum, "avg": .average, "min": .minimum, "max": .maximum]
            let operation = try #require(operations[aggregate["op"]?.text ?? ""])
            let computed = try RowAggregate(operation, of: aggregate["property"]?.text ?? "", on: table, in: context)
            let result = try computed.result(of: run)
            #expect(try ValueOrder.compare(result, computed.result(of: keys)) == 0)
            return try QueryCaseTests.text(result)
        }
        let column = try #require(table.primaryKey)
        let objects = try table.objects()
        return try ResultSteps(parsed.steps, on: table, in: context).apply(to: keys).map { key in
            let position = try #require(try objects.find(key))
            return try QueryCaseTests.text(table.value(of: column, at: position))
        }.joined(separator: " ")
    }

    private static func text(_ value: Value) throws -> String {
        switch value {
        case .null: "null"
        case .int(let number): "\(number)"
        case .bool(let value): "\(value)"
        case .float(let number): "float \(number)"
        case .double(let number): number.isNaN ? "double nan" : "double \(number)"
        case .string(let bytes): String(decoding: bytes, as: UTF8.self)
        case .decimal(let number): "decimal \(number.text)"
        case .timestamp(let time): "date \(time.seconds) \(time.nanoseconds)"
        default: throw QueryFile.Failure(description: "an unexpected value")
        }
    }

    private static func argument(_ json: JSONText) throws -> PredicateArgument {
        if case .array(let items) = json { return .list(try items.map { try value($0) }) }
        return .value(try value(json))
    }

    private static func value(_ json: JSONText) throws -> QueryValue {
        switch json {
        case .null: return .null
        case .bool(let value): return .bool(value)
        case .string(let text): return .text(text)
        case .number(let digits):
            if let number = Int64(digits) { return .int(number) }
            return .double(try #require(Double(digits)))
        case .array: throw QueryFile.Failure(description: "a list in a list")
        case .object(let members):
            let digits = members[0].value.digits ?? members[0].value.text ?? ""
            switch members[0].name {
            case "double": return .double(try #require(Double(digits)))
            case "float": return .float(try #require(Float(digits)))
            case "date":
                let parts = members[0].value.items.compactMap { Int64($0.digits ?? "") }
                return .timestamp(Timestamp(seconds: parts[0], nanoseconds: Int32(parts[1])))
            default: throw QueryFile.Failure(description: "an argument of kind '\(members[0].name)'")
            }
        }
    }
}
