import Testing

@testable import RealmStore

/// Shapes in the text of queries, in both languages.
@Suite("Shapes in queries") struct ShapeParserTests {
    private static func at(_ longitude: Double, _ latitude: Double) -> GeoCoordinate {
        GeoCoordinate(latitude: latitude, longitude: longitude)
    }

    private static let box = GeoShape.box(at(-1, 2), at(3.5, -4))
    private static let circle = GeoShape.circle(center: at(1, 2), radians: 0.5)
    private static let polygon = GeoShape.polygon([
        [at(0, 0), at(9, 0), at(0, 9), at(0, 0)], [at(1, 1), at(2, 1), at(1, 2), at(1, 1)],
    ])

    private static let texts: [(String, GeoShape)] = [
        ("geoBox([-1, 2], [3.5, -4])", box), ("GEOBOX([-1.0,2,100],[3.5,-4,0.5])", box), (box.text, box),
        ("geoCircle([1, 2], 0.5)", circle), ("GeoCircle([1, 2, 3], 5e-1)", circle), (circle.text, circle),
        ("geoPolygon({[0, 0], [9, 0], [0, 9], [0, 0]}, {[1, 1], [2, 1], [1, 2], [1, 1]})", polygon),
        (polygon.text, polygon),
    ]

    /// The shape of a comparison with GEOWITHIN or IN.
    private func shape(_ predicate: Predicate, _ relation: Predicate.Relation = .isWithin) throws -> GeoShape? {
        guard case .comparison(let comparison) = predicate, comparison.relation == relation,
            case .value(.shape(let shape)) = comparison.right
        else { return nil }
        return shape
    }

    @Test(arguments: texts) func `a shape is written in either language`(text: String, wanted: GeoShape) throws {
        for word in ["GEOWITHIN", "geoWithin", "GeoWithin"] {
            #expect(try shape(PredicateParser.parse(query: "place \(word) \(text)").predicate) == wanted)
            #expect(try shape(PredicateParser.parse(format: "place \(word) \(text)")) == wanted)
        }
    }

    @Test(arguments: texts) func `a shape is given as an argument, also as a text`(
        text: String, wanted: GeoShape
    ) throws {
        for argument in [QueryValue.shape(wanted), .text(text), .entered(Array(text.utf8))] {
            let query = try PredicateParser.parse(query: "place GEOWITHIN $0", [.value(argument)]).predicate
            #expect(try shape(query) == wanted)
            // Twice: the second time the text is known.
            for _ in 0..<2 {
                let format = try PredicateParser.parse(format: "place GEOWITHIN %@", [.value(argument)])
                #expect(try shape(format) == wanted)
            }
        }
        for _ in 0..<2 {
            let format = try PredicateParser.parse(format: "place IN %@", [.value(.shape(wanted))])
            #expect(try shape(format, .isIn) == wanted)
        }
    }

    @Test func `coordinates are given as arguments`() throws {
        let numbers = [1.0, 2, 0.5].map { PredicateArgument.value(.double($0)) }
        let query = "place GEOWITHIN geoCircle([$0, $1], $2)"
        #expect(try shape(PredicateParser.parse(query: query, numbers).predicate) == ShapeParserTests.circle)
        let mixed = [PredicateArgument.value(.int(1)), .value(.float(2)), .value(.text("0.5"))]
        #expect(throws: PredicateError.self) { try PredicateParser.parse(query: query, mixed) }
        let format = "place GEOWITHIN geoCircle([%@, %d], %f)"
        #expect(try shape(PredicateParser.parse(format: format, numbers)) == ShapeParserTests.circle)
        let entered = ["1", "2", "0.5"].map { PredicateArgument.value(.entered(Array($0.utf8))) }
        let places = "place GEOWITHIN geoCircle([%@, %@], %@)"
        #expect(try shape(PredicateParser.parse(format: places, entered)) == ShapeParserTests.circle)
    }

    private static let badTexts: [(String, String, Int)] = [
        ("place GEOWITHIN", "expected geoBox(...)", 15), ("place GEOWITHIN NULL", "expected geoBox(...)", 16),
        ("place GEOWITHIN 1.2", "found '1.2'", 16), ("place GEOWITHIN 'text'", "expected geoBox(...)", 16),
        ("place GEOWITHIN place", "found 'place'", 16), ("place GEOWITHIN geoPoint([0, 0])", "found 'geoPoint'", 16),
        ("place GEOWITHIN geoBox [0, 0]", "'(' behind geobox", 23),
        ("place GEOWITHIN geoBox([0, 0])", "',' between the corners", 29),
        ("place GEOWITHIN geoBox([0, 0], [1, 1]", "')' behind a shape", 37),
        ("place GEOWITHIN geoCircle([0, 0])", "a radius in radians", 32),
        ("place GEOWITHIN geoCircle(0, 0)", "'[' before a longitude", 26),
        ("place GEOWITHIN geoCircle([0], 1)", "between a longitude and a latitude", 28),
        ("place GEOWITHIN geoCircle([0, 'a'], 1)", "a latitude in degrees", 30),
        ("place GEOWITHIN geoCircle([0, 0, 0, 0], 1)", "']' behind a latitude", 34),
        ("place GEOWITHIN geoPolygon([0, 0])", "'{' before the points", 27),
        ("place GEOWITHIN geoPolygon({[0, 0]", "'}' or ','", 34), ("place GEOWITHIN geoPolygon()", "'{' before", 27),
        ("place GEOWITHIN[c] geoBox([0, 0], [1, 1])", "cannot stand behind 'geowithin'", 15),
    ]

    @Test(arguments: badTexts) func `a malformed shape is refused with its place`(
        text: String, message: String, offset: Int
    ) {
        let query = #expect(throws: PredicateError.self) { try PredicateParser.parse(query: text) }
        let format = #expect(throws: PredicateError.self) { try PredicateParser.parse(format: text) }
        for error in [query, format] {
            #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
            #expect(error?.offset == offset)
        }
    }

    @Test(arguments: [
        PredicateArgument.value(.null), .value(.double(1.2)), .value(.text("GeoPoint([0, 0])")), .list([]),
        .keyPath("place"),
    ]) func `an argument that is no shape is refused`(argument: PredicateArgument) {
        #expect(throws: PredicateError.self) { try PredicateParser.parse(query: "place GEOWITHIN $0", [argument]) }
        #expect(throws: PredicateError.self) { try PredicateParser.parse(format: "place GEOWITHIN %@", [argument]) }
    }
}
