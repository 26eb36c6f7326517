import TestSupport
import Testing

@testable import RealmStore

/// Comparisons of a column with a constant over some clusters, compared with a plain loop over the values.
@Suite struct ColumnTestTests {
    private static let relations: [RealmStore.Predicate.Relation] = [
        .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual,
    ]

    /// Positions of the objects that a column test of `type` finds among objects with these values.
    private func found<Content>(
        _ type: String, _ values: [Content], _ relation: RealmStore.Predicate.Relation, _ constant: QueryValue,
        _ value: (Content, QueryFile) -> Value
    ) throws -> [Int] {
        let file = try QueryFile([
            QueryFile.Class(name: "T", properties: [QueryFile.Property(name: "p", type: type)])
        ])
        let table = try file.table("T")
        let column = try #require(table.column(named: "p"))
        var keys: [ObjectKey] = []
        for content in values {
            let key = try file.objects.create(in: table)
            try file.objects.set(value(content, file), of: column, of: key, in: table)
            keys.append(key)
        }
        let predicate = RealmStore.Predicate.compare(.property("p"), relation, .value(constant), .sdkRules)
        let run = try PreparedQuery(predicate, on: file.readTable("T"), in: file.context)
        let matches = try run.keys()
        #expect(try run.count() == matches.count)
        return keys.indices.filter { matches.contains(keys[$0]) }
    }

    private func holds<Content: Comparable>(
        _ value: Content?, _ relation: RealmStore.Predicate.Relation, _ constant: Content
    ) -> Bool {
        guard let value else { return relation == .notEqual }
        return switch relation {
        case .equal: value == constant
        case .notEqual: value != constant
        case .less: value < constant
        case .lessOrEqual: value <= constant
        case .greater: value > constant
        default: value >= constant
        }
    }

    @Test func `doubles compare as IEEE 754 has it`() throws {
        let pool: [Double?] = [nil, .nan, -.infinity, -1.5, -0.0, 0, 0.5, 1.5, .infinity]
        let values = (0..<530).map { pool[($0 * 7 + $0 / 256) % pool.count] }
        for relation in ColumnTestTests.relations {
            for constant in [-1.5, 0.0, 1.5, .infinity] {
                let found = try found("double?", values, relation, .double(constant)) { value, _ in
                    value.map(Value.double) ?? .null
                }
                #expect(found == values.indices.filter { holds(values[$0], relation, constant) })
            }
        }
    }

    @Test func `floats compare as IEEE 754 has it`() throws {
        let pool: [Float?] = [nil, .nan, -.infinity, -1.5, 0, 1.5, .infinity]
        let values = (0..<300).map { pool[$0 % pool.count] }
        for relation in ColumnTestTests.relations {
            let found = try found("float?", values, relation, .float(0)) { value, _ in
                value.map(Value.float) ?? .null
            }
            #expect(found == values.indices.filter { holds(values[$0], relation, 0) })
        }
    }

    @Test func `dates compare by seconds, then by nanoseconds`() throws {
        let pool: [Timestamp?] =
            [nil]
            + [-5, -1, 0, 1, 5, 1 << 40].flatMap { seconds in
                [0, 1, 999_999_999].map { Timestamp(seconds: seconds, nanoseconds: seconds < 0 ? -$0 : $0) }
            }
        let values = (0..<270).map { pool[$0 % pool.count] }
        for relation in ColumnTestTests.relations {
            for constant in pool.compactMap({ $0 }) {
                let found = try found("date?", values, relation, .timestamp(constant)) { value, _ in
                    value.map(Value.timestamp) ?? .null
                }
                #expect(found == values.indices.filter { holds(values[$0], relation, constant) })
            }
        }
    }

    @Test(arguments: [true, false])
    func `bools are equal or not`(_ constant: Bool) throws {
        let values: [Bool?] = (0..<300).map { [nil, true, false][$0 % 3] }
        for relation in [RealmStore.Predicate.Relation.equal, .notEqual] {
            let found = try found("bool?", values, relation, .bool(constant)) { value, _ in
                value.map(Value.bool) ?? .null
            }
            #expect(found == values.indices.filter { (values[$0] == constant) == (relation == .equal) })
        }
    }

    @Test(arguments: [3, 14, 40, 100, 5000])
    func `texts of every kind of leaf are searched`(_ length: Int) throws {
        var generator = SeededGenerator(for: #function)
        let values: [[UInt8]?] = (0..<300).map { index in
            if index % 9 == 0 { return nil }
            // Zeros stand between the texts of a leaf, and end those of another.
            return (0..<Int.random(in: 0...length, using: &generator)).map { _ in
                [UInt8(ascii: "a"), UInt8(ascii: "b"), 0, 3, 12].randomElement(using: &generator)!
            }
        }
        for needle in [
            [UInt8(ascii: "a")], Array("ab".utf8), Array("aba".utf8), [0], [UInt8(ascii: "b"), 0], [3], [0, 12],
        ] {
            let found = try found("string?", values, .contains, .string(needle)) { value, file in
                value.map { bytes in bytes.withUnsafeBytes { file.scratch.copy(.string($0)) } } ?? .null
            }
            let wanted = values.indices.filter { values[$0].map { $0.contains(needle) } ?? false }
            #expect(found == wanted, "\(needle) in texts of up to \(length) bytes")
        }
    }

    @Test(arguments: ["int?", "bool?", "double?", "float?", "date?", "string?"])
    func `nulls are found`(_ type: String) throws {
        let filled: [String: Value] = [
            "int?": .int(0), "bool?": .bool(false), "double?": .double(0), "float?": .float(0),
            "date?": .timestamp(Timestamp(seconds: 0, nanoseconds: 0)),
        ]
        let values = (0..<300).map { $0 % 7 == 3 }
        for relation in [RealmStore.Predicate.Relation.equal, .notEqual] {
            let found = try found(type, values, relation, .null) { isNull, file in
                isNull ? .null : filled[type] ?? file.scratch.string("")
            }
            #expect(found == values.indices.filter { values[$0] == (relation == .equal) })
        }
    }
}
