// Shapes on the sphere, behind GEOWITHIN.

extension PredicateParser {
    /// `geoBox(...)`, `geoCircle(...)`, `geoPolygon(...)`, or an argument that is a shape.
    mutating func region() throws(PredicateError) -> Operand {
        let start = token
        switch token.kind {
        case .argument(let number):
            let argument = try argument(at: number)
            try advance()
            return .value(try shape(argument, start))
        case .format("@"):
            let argument = try nextArgument()
            try advance()
            return .value(try shape(argument, start))
        default: return .value(.shape(try shape()))
        }
    }

    /// The shape in an argument, given as a value or as a text.
    private func shape(_ argument: PredicateArgument, _ place: PredicateToken) throws(PredicateError) -> QueryValue {
        switch argument {
        case .value(.shape(let shape)): return .shape(shape)
        case .value(.string(let bytes)), .value(.entered(let bytes)):
            do {
                return .shape(try PredicateParser.parse(shape: String(decoding: bytes, as: UTF8.self), dialect))
            } catch {
                throw PredicateError("the argument behind GEOWITHIN is no shape: \(error)", at: place.offset)
            }
        case .value(let value):
            throw PredicateError(
                "GEOWITHIN needs a shape such as geoBox([0, 0], [1, 1]), but the argument is '\(value.text)'",
                at: place.offset)
        case .list, .keyPath:
            throw PredicateError("GEOWITHIN needs a shape, but the argument is none", at: place.offset)
        }
    }

    /// The shape that the text of an argument is.
    private static func parse(shape text: String, _ dialect: PredicateDialect) throws(PredicateError) -> GeoShape {
        var parser = try PredicateParser(text, dialect, [])
        let shape = try parser.shape()
        try parser.expectEnd("the end")
        return shape
    }

    private mutating func shape() throws(PredicateError) -> GeoShape {
        guard let word = keyword(token), word == "geobox" || word == "geocircle" || word == "geopolygon" else {
            throw unexpected("geoBox(...), geoCircle(...), geoPolygon(...) or a shape as an argument behind GEOWITHIN")
        }
        try advance()
        try expect("(", "behind \(word)")
        let shape: GeoShape
        switch word {
        case "geobox":
            let corner = try coordinate()
            try expect(",", "between the corners of a box")
            shape = .box(corner, try coordinate())
        case "geocircle":
            let center = try coordinate()
            try expect(",", "and a radius in radians behind the center of a circle")
            shape = .circle(center: center, radians: try number("a radius in radians"))
        default:
            var rings: [[GeoCoordinate]] = []
            repeat { rings.append(try ring()) } while try take(",")
            shape = .polygon(rings)
        }
        try expect(")", "behind a shape")
        return shape
    }

    /// `{[0, 0], [1, 0], [1, 1], [0, 0]}`
    private mutating func ring() throws(PredicateError) -> [GeoCoordinate] {
        try expect("{", "before the points of a ring")
        var ring: [GeoCoordinate] = []
        repeat { ring.append(try coordinate()) } while try take(",")
        try expect("}", "or ',' behind the points of a ring")
        return ring
    }

    /// `[longitude, latitude]`; an altitude behind them says nothing about the place.
    private mutating func coordinate() throws(PredicateError) -> GeoCoordinate {
        try expect("[", "before a longitude and a latitude")
        let longitude = try number("a longitude in degrees")
        try expect(",", "between a longitude and a latitude")
        let latitude = try number("a latitude in degrees")
        if try take(",") { _ = try number("an altitude") }
        try expect("]", "behind a latitude")
        return GeoCoordinate(latitude: latitude, longitude: longitude)
    }

    /// A number, or an argument that is one.
    private mutating func number(_ what: String) throws(PredicateError) -> Double {
        let given: PredicateArgument
        let place = token
        switch token.kind {
        case .number(let value): given = .value(value)
        case .argument(let number): given = try argument(at: number)
        case .format: given = try nextArgument()
        default: throw unexpected(what)
        }
        guard case .value(let value) = given, let number = value.read(as: .double).asDouble else {
            throw PredicateError("expected \(what), but the argument is no number", at: place.offset)
        }
        try advance()
        return number
    }
}

extension QueryValue {
    /// The number that a value is, as a double.
    fileprivate var asDouble: Double? {
        switch self {
        case .int(let number): Double(number)
        case .float(let number): Double(number)
        case .double(let number), .written(let number, _): number
        default: nil
        }
    }
}
