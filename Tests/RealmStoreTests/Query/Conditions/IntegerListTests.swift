import Testing

@testable import RealmStore

/// Lists of ints and of texts that a column is compared with.
@Suite struct IntegerListTests {
    private static func file() throws -> QueryFile {
        let file = try QueryFile([
            QueryFile.Class(
                name: "T",
                properties: [
                    QueryFile.Property(name: "number", type: "int"), QueryFile.Property(name: "optional", type: "int?"),
                    QueryFile.Property(name: "text", type: "string?"),
                ])
        ])
        let table = try file.table("T")
        let numbers: [Int64] = [0, 1, 2, 3, 5, 8, 100, 101, 102, -1, -2, .min, .max, 70_000, 1 << 40]
        for (index, number) in (numbers + numbers).enumerated() {
            let key = try file.objects.create(in: table)
            let isNull = index % 7 == 0
            let values: [Value] = [
                .int(number), isNull ? .null : .int(number), isNull ? .null : file.scratch.string("\(number)"),
            ]
            for (column, value) in zip(table.columns, values) {
                try file.objects.set(value, of: column, of: key, in: table)
            }
        }
        return file
    }

    private static let lists: [[Int64]] = [
        [], [0], [1, 2, 3], [3, 1, 2, 2], [.min, .max, 0], (0...40).map { $0 * 2 },
        (0...40).map { $0 * 3 } + [.min, .max],
        [-1, 0, 1, 100, 101, 102, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31, 33, 35, 70_000],
    ]

    @Test(arguments: lists, [false, true])
    func `a list finds what its values find one by one`(_ list: [Int64], _ withNull: Bool) throws {
        let file = try Self.file()
        let table = try file.readTable("T")
        for name in ["number", "optional", "text"] {
            var values = list.map { name == "text" ? QueryValue.text("\($0)") : .int($0) }
            if withNull { values.append(.null) }
            let single = try Set(
                values.flatMap { value in
                    try PreparedQuery(
                        .compare(.property(name), .equal, .value(value)), on: table, in: file.context
                    ).keys()
                })
            let listed = try PreparedQuery(
                .compare(.property(name), .isIn, .list(values)), on: table, in: file.context)
            #expect(try listed.keys() == single.sorted(), "\(name) in \(list)")
            let chain = RealmStore.Predicate.or(values.map { .compare(.property(name), .equal, .value($0)) })
            let chained = try PreparedQuery(chain, on: table, in: file.context)
            #expect(try chained.keys() == single.sorted(), "\(name) equal to one of \(list)")
            if values.count > 1 { #expect(chained.conditions == "test of '\(name)' in \(values.count) values") }
        }
    }
}
