import Testing

@testable import RealmStore

/// Reading predicates from text in both languages.
@Suite struct PredicateParserTests {
    private static func predicate(_ text: String, _ arguments: PredicateArgument...) throws -> Predicate {
        try PredicateParser.parse(query: text, arguments).predicate
    }

    private static func format(_ text: String, _ arguments: PredicateArgument...) throws -> Predicate {
        try PredicateParser.parse(format: text, arguments)
    }

    /// The tree without the places in the text.
    private static func plain(_ predicate: Predicate) -> Predicate {
        switch predicate {
        case .constant: return predicate
        case .and(let children): return .and(children.map(plain))
        case .or(let children): return .or(children.map(plain))
        case .not(let child): return .not(plain(child))
        case .comparison(var comparison):
            comparison.offset = nil
            comparison.left = plain(comparison.left)
            comparison.right = plain(comparison.right)
            return .comparison(comparison)
        case .between(var range):
            range.offset = nil
            range.operand = plain(range.operand)
            return .between(range)
        }
    }

    private static func plain(_ operand: Operand) -> Operand {
        switch operand {
        case .path(var path):
            path.offset = nil
            return .path(path)
        case .subquery(var subquery):
            subquery.path.offset = nil
            subquery.predicate = plain(subquery.predicate)
            return .subquery(subquery)
        case .arithmetic(let sign, let left, let right): return .arithmetic(sign, plain(left), plain(right))
        case .value, .list: return operand
        }
    }

    private static let age = Operand.property("age")

    @Test func `AND binds tighter than OR, and NOT tighter than both`() throws {
        let (a, b, c) = (
            Predicate.compare(.property("a"), .equal, .value(.int(1))),
            Predicate.compare(.property("b"), .equal, .value(.int(2))),
            Predicate.compare(.property("c"), .equal, .value(.int(3)))
        )
        #expect(try Self.plain(Self.predicate("a == 1 OR b == 2 AND c == 3")) == .or([a, .and([b, c])]))
        #expect(try Self.plain(Self.predicate("NOT a == 1 && b == 2")) == .and([.not(a), b]))
        #expect(try Self.plain(Self.predicate("!(a == 1 || b == 2)")) == .not(.or([a, b])))
    }

    @Test func `a path keeps its steps in order`() throws {
        let expected: [PropertyPath.Step] = [
            .backlinks(className: "Person", property: "dogs"), .property("friends"), .position(2), .property("score"),
            .key("a b"), .every, .count,
        ]
        let path = Operand.path(PropertyPath(.all, expected))
        let text = "ALL @links.Person.dogs.friends[2].score['a b'][*].@count > 1"
        #expect(try Self.plain(Self.predicate(text)) == .compare(path, .greater, .value(.int(1))))
    }

    @Test func `values are read with their types`() throws {
        let texts: [(String, QueryValue)] = [
            ("-3", .int(-3)), ("0x1F", .int(31)), ("99999999999999999999", .int(.max)), ("1.5f", .float(1.5)),
            (".5", .written(0.5, digits: ".5")), ("5.", .written(5, digits: "5.")),
            ("1e3", .written(1000, digits: "1e3")), ("T-100:-5", .timestamp(Timestamp(seconds: -100, nanoseconds: -5))),
            ("2000-02-29@12:30:15", .timestamp(Timestamp(seconds: 951_827_415, nanoseconds: 0))),
            ("oid(0000000000000000000000ff)", .objectId(ObjectIdBits(high: 0, low: 255))),
            ("uuid(00000000-0000-0000-0000-0000000000FF)", .uuid(UUIDBits(high: 0, low: 255))),
            ("B64\"YWJj\"", .text("abc")), ("binary('abc')", .binary(Array("abc".utf8))), ("NULL", .null),
            ("'it\\'s'", .text("it\\'s")), ("O5", .objectKey(ObjectKey(5))), ("L3:5", .link(TableKey(3), ObjectKey(5))),
            ("obj('Dog', 7)", .object(className: "Dog", primaryKey: .int(7))),
        ]
        for (text, value) in texts {
            let parsed = try Self.plain(Self.predicate("age == \(text)"))
            #expect(parsed == .compare(Self.age, .equal, .value(value)), "\(text)")
        }
    }

    @Test func `steps behind the predicate keep their order`() throws {
        let parsed = try PredicateParser.parse(query: "TRUEPREDICATE SORT(a.b ASC, c desc) DISTINCT(d) LIMIT(3)")
        func path(_ names: String...) -> PropertyPath { PropertyPath(nil, names.map { .property($0) }) }
        let steps = parsed.steps.map { step -> ResultStep in
            switch step {
            case .sort(let orders):
                .sort(orders.map { SortOrder(PropertyPath(nil, $0.path.steps), ascending: $0.ascending) })
            case .distinct(let paths): .distinct(paths.map { PropertyPath(nil, $0.steps) })
            case .limit: step
            }
        }
        #expect(
            steps == [
                .sort([SortOrder(path("a", "b")), SortOrder(path("c"), ascending: false)]), .distinct([path("d")]),
                .limit(3),
            ])
    }

    @Test func `arguments of format strings are taken from left to right`() throws {
        let parsed = try Self.format(
            "%K == %@ AND age IN %@ AND name BEGINSWITH[cd] %@", .keyPath("dog.name"), .value(.text("x")),
            .list([.int(1), .int(2)]), .value(.text("y")))
        #expect(
            Self.plain(parsed)
                == .and([
                    .compare(.property("dog", "name"), .equal, .value(.text("x")), .sdkRules),
                    .compare(Self.age, .isIn, .list([.int(1), .int(2)]), .sdkRules),
                    .compare(
                        .property("name"), .beginsWith, .value(.text("y")),
                        [.sdkRules, .caseInsensitive, .diacriticInsensitive]),
                ]))
    }

    @Test func `formats of numbers take numbers`() throws {
        for specifier in ["%d", "%i", "%ld", "%lld", "%lu", "%f", "%lf"] {
            let parsed = try Self.format("age > \(specifier)", .value(.int(3)))
            #expect(Self.plain(parsed) == .compare(Self.age, .greater, .value(.int(3)), .sdkRules), "\(specifier)")
        }
        #expect(throws: PredicateError.self) { try Self.format("age > %d", .value(.text("3"))) }
    }

    @Test func `a wrong number of arguments is refused`() {
        #expect(throws: PredicateError.self) { try Self.format("age > %@") }
        #expect(throws: PredicateError.self) { try Self.format("age > 3", .value(.int(3))) }
        #expect(throws: PredicateError.self) { try Self.predicate("age > $1", .value(.int(3))) }
    }

    @Test func `NONE in a format string is NOT ANY`() throws {
        let any = Predicate.compare(.property("dogs", "age", quantifier: .any), .equal, .value(.int(1)), .sdkRules)
        #expect(try Self.plain(Self.format("NONE dogs.age == 1")) == .not(any))
    }

    @Test(
        arguments: [
            ("age ==", 6), ("age == 5 5", 9), ("(age == 5", 9), ("age ~ 5", 4), ("name == 'x", 8), ("age <[c] 5", 5),
            ("age MATCHES 'x'", 4), ("age == {1, b}", 11), ("age BETWEEN {1}", 12), ("@nope == 1", 0),
            ("age == 5 SORT(age)", 17), ("age == 5 LIMIT(x)", 15), ("SUBQUERY(d, x, a == 1).@count > 0", 12),
            ("age == 5 AND", 12), ("age[x] == 1", 4), ("", 0),
        ])
    func `an error names the place in the text`(_ text: String, _ offset: Int) {
        let error = #expect(throws: PredicateError.self) { try Self.predicate(text) }
        #expect(error?.offset == offset, "\(text): \(String(describing: error))")
    }

    @Test func `words that look like an operation are suggested`() {
        let error = #expect(throws: PredicateError.self) { try Self.predicate("dogs.@cuont == 1") }
        #expect(error?.suggestions.first == "@count")
    }

    @Test func `nesting ends in an error`() {
        let deep = String(repeating: "(", count: 100_000) + "a == 1" + String(repeating: ")", count: 100_000)
        #expect(throws: PredicateError.self) { try Self.predicate(deep) }
        let long = Array(repeating: "a == 1", count: 20_000).joined(separator: " OR ")
        #expect(throws: Never.self) { try Self.predicate(long) }
        #expect(throws: Never.self) { try Self.predicate(String(repeating: "NOT ", count: 100_000) + "a == 1") }
        #expect(throws: PredicateError.self) { try Self.predicate(String(repeating: " ", count: 2 << 20)) }
    }

    @Test(arguments: [
        ("2000-02-29", 951_782_400, 0), ("2000-02-29T12:30", 951_827_400, 0),
        ("2000-02-29T12:30:15Z", 951_827_415, 0), ("2000-02-29T12:30:15.25", 951_827_415, 250_000_000),
        ("2000-02-29T14:30+02:00", 951_827_400, 0), ("2000-02-29T07:00:00-0530", 951_827_400, 0),
        ("1969-12-31T23:59:59.5Z", 0, -500_000_000), ("2040-01-01T00:00:00Z", 2_208_988_800, 0),
        ("0001-01-01", -62_135_596_800, 0), ("9999-12-31", 253_402_214_400, 0),
    ])
    func `dates in ISO 8601 are read in both languages, in UTC without a zone`(
        text: String, seconds: Int64, nanoseconds: Int32
    ) throws {
        let expected = Operand.value(.timestamp(Timestamp(seconds: seconds, nanoseconds: nanoseconds)))
        #expect(try Self.plain(Self.predicate("age > \(text)")) == .compare(Self.age, .greater, expected))
        guard case .comparison(let comparison) = try Self.format("age > \(text)") else {
            Issue.record("no comparison")
            return
        }
        #expect(comparison.right == expected)
    }

    @Test(arguments: ["2001-02-29", "2000-13-01", "2000-00-10", "2000-01-01T24:00", "2000-01-01T10:60Z"])
    func `a date that does not exist is refused`(text: String) {
        #expect(throws: PredicateError.self) { try Self.predicate("a > \(text)") }
        #expect(throws: PredicateError.self) { try Self.format("a > \(text)") }
    }
}
