/// Tests whether objects that are points lie in a region.
///
/// A point has the text "Point", in letters of any case, and a list of its longitude, its latitude and anything else.
/// An object with another text or fewer numbers lies nowhere. Source: file-format/queries.md, "Points and shapes".
final class PointTest: RowTest {
    /// The names of the columns that an object needs to be a point.
    static let columnNames = (type: "type", coordinates: "coordinates")

    private let cursor: ClusterCursor
    private let type: Int
    private let coordinates: Int
    private let region: GeoRegion
    private let shape: GeoShape
    let cost = 60

    init(_ cursor: ClusterCursor, type: Column, coordinates: Column, _ region: GeoRegion, _ shape: GeoShape) {
        self.cursor = cursor
        self.type = cursor.add(type)
        self.coordinates = cursor.add(coordinates)
        self.region = region
        self.shape = shape
    }

    var text: String { "points in \(shape.kind)" }

    func filter(_ rows: RowSet) throws(FormatError) -> RowSet {
        let types = try cursor.leaf(type)
        guard let texts = types.string else { return RowSet() }
        let space = cursor.table.space
        let column = cursor.column(coordinates)
        return try rows.filter { (row) throws(FormatError) in
            guard let bytes = try texts.bytes(row), PointTest.isPoint(bytes) else { return false }
            let root = try cursor.root(coordinates, row)
            guard !root.isNone, let place = try PointTest.place(root, column, space) else { return false }
            return region.contains(place)
        }
    }

    private static func isPoint(_ bytes: UnsafeRawBufferPointer) -> Bool {
        bytes.count == 5 && bytes.elementsEqual("point".utf8) { $0 | 0x20 == $1 }
    }

    /// The first two numbers of a list; nil if it has fewer, or one is null.
    private static func place(
        _ root: Ref, _ column: Column, _ space: NodeSpace
    ) throws(FormatError) -> GeoCoordinate? {
        // A list of a few numbers, as coordinates are, is one leaf.
        var leaf = try space.node(root).kind.isInner ? nil : ColumnLeaf.element(column, at: root, in: space)
        if leaf == nil {
            let tree = try CollectionTree(root, of: column, in: space)
            if tree.count >= 2 { leaf = try tree.leaf(containing: 0).leaf }
        }
        guard let numbers = leaf?.double, numbers.count >= 2, let longitude = numbers[0], let latitude = numbers[1]
        else { return nil }
        return GeoCoordinate(latitude: latitude, longitude: longitude)
    }
}

extension GeoShape {
    fileprivate var kind: String {
        switch self {
        case .box: "a box"
        case .circle: "a circle"
        case .polygon: "a polygon"
        }
    }
}

extension PredicateCompiler {
    /// The test of points behind links; nil for any other comparison.
    mutating func geoTest(_ comparison: Predicate.Comparison) throws(QueryError) -> (any RowTest)? {
        guard case .value(.shape(let shape)) = comparison.right else {
            return nil
        }
        guard comparison.relation == .isWithin || comparison.relation == .isIn else { return nil }
        guard case .path(let path) = comparison.left else {
            throw error("GEOWITHIN needs a property that links to a point", at: comparison.offset)
        }
        var walker = PathCompiler(self, comparison.options)
        guard let objects = try walker.objects(atEndOf: path) else {
            throw error(
                "GEOWITHIN needs a property that links to a point, but '\(path.text)' is no link", at: path.offset)
        }
        let isMany = objects.hops.contains { $0.kind != .link && $0.selection == .every }
        guard isMany || path.quantifier == nil else {
            let word = path.quantifier?.rawValue ?? ""
            throw error("The keypath following '\(word)' must contain a list", at: path.offset)
        }
        if isMany, path.quantifier == nil, comparison.options.contains(.sdkRules) {
            throw error(
                "Key paths that include a collection property must use aggregate operations such as ANY: "
                    + "'\(path.text)'", at: path.offset)
        }
        let point = try pointTest(objects.end, shape, path, comparison)
        return linked(objects, path.quantifier, point)
    }

    /// Checks that objects have what makes them points, and that the shape encloses something.
    private func pointTest(
        _ cursor: ClusterCursor, _ shape: GeoShape, _ path: PropertyPath, _ comparison: Predicate.Comparison
    ) throws(QueryError) -> PointTest {
        let table = cursor.table
        let names = PointTest.columnNames
        guard let type = table.column(named: names.type), type.type == .string, type.collection == nil,
            let coordinates = table.column(named: names.coordinates), coordinates.type == .double,
            coordinates.collection == .list
        else {
            throw error(
                "'\(path.text)' links to '\(table.displayName)', which is no point: a point has a string "
                    + "'\(names.type)' and a list of doubles '\(names.coordinates)'", at: path.offset)
        }
        guard table.kind == .embedded else {
            throw error(
                "GEOWITHIN needs a link to an embedded object, but '\(table.displayName)', to which '\(path.text)' "
                    + "links, is a class of its own", at: path.offset)
        }
        do {
            return PointTest(cursor, type: type, coordinates: coordinates, try GeoRegion(shape), shape)
        } catch {
            throw self.error("\(shape.text) cannot be used: \(error.reason)", at: comparison.offset)
        }
    }

    /// Tests the objects at the end of a path. ALL is never met without objects, unlike for values: as in Realm Core.
    private func linked(
        _ objects: ObjectPath, _ quantifier: Operand.Quantifier?, _ point: PointTest
    ) -> any RowTest {
        func test(_ demand: LinkedTest.Demand) -> any RowTest {
            objects.hops.indices.reversed().reduce(point as any RowTest) { LinkedTest(objects, $1, demand, $0) }
        }
        return switch quantifier {
        case .all?: ConjunctionTest([test(.any), test(.all)])
        case Operand.Quantifier.none?: NegationTest(test(.any))
        case .any?, nil: test(.any)
        }
    }
}
