import Foundation
import RealmStore

/// Puts the objects that a query found into groups of equal values, and computes aggregates of each group.
///
/// Values are equal if their texts are, in the form in which `RowExporter` writes them. Source: command `query`.
public struct RowGroups {
    /// An aggregate of a property.
    public struct Aggregate: Hashable, Sendable {
        /// What is computed.
        public let operation: QueryAggregate
        /// The property, of the class itself.
        public let property: String

        /// Creates an aggregate.
        public init(_ operation: QueryAggregate, of property: String) {
            (self.operation, self.property) = (operation, property)
        }
    }

    /// One group.
    public struct Group {
        /// The values that the objects have in common, in the order of the paths, as JSON texts in UTF-8.
        public let values: [Data]
        /// The number of objects.
        public let count: Int
        /// The aggregates, in the order in which they were asked for.
        public let aggregates: [AnyRealmValue]
    }

    /// The paths of property names by which the objects are grouped.
    public let paths: [String]
    private let objects: Results<DynamicObject>
    private let rows: RowExporter
    private let aggregates: [Aggregate]

    /// The positions of paths whose values are bytes, written in base64.
    public var binaryPaths: Set<Int> { rows.binaryColumns }

    /// Prepares to group `objects`.
    ///
    /// - Parameters:
    ///   - objects: of one class.
    ///   - paths: properties, also behind links to single objects, as for `RowExporter`.
    ///   - aggregates: what is computed of each group, besides the number of its objects.
    /// - Throws: `invalidInput`, with the nearest names, for a path that does not lead to a property.
    public init(_ objects: Results<DynamicObject>, by paths: [String], aggregates: [Aggregate] = []) throws {
        self.objects = objects
        self.paths = paths
        self.aggregates = aggregates
        rows = try RowExporter(objects, columns: paths)
    }

    /// The groups, in the order of their first objects.
    ///
    /// - Parameter style: the form of the values in common.
    /// - Throws: `invalidInput` for a property without such an aggregate; `invalidDatabase` for damage.
    /// - Complexity: O(n), where n is the number of objects, of which the keys are kept in memory.
    public func groups(values style: RealmExporter.ValueStyle = .plain) throws -> [Group] {
        var indexes: [[Data]: Int] = [:]
        var members: [(values: [Data], keys: [ObjectKey])] = []
        var keys = objects.objectKeys.makeIterator()
        _ = try rows.forEachRow(values: style) { cells in
            guard let key = keys.next() else { return }
            if let index = indexes[cells] {
                members[index].keys.append(key)
            } else {
                indexes[cells] = members.count
                members.append((cells, [key]))
            }
        }
        let grouped = members.map(\.keys)
        let columns = try aggregates.map {
            try objects.aggregate($0.operation, parsing: $0.property, ofEach: grouped)
        }
        return members.enumerated().map { index, member in
            Group(values: member.values, count: member.keys.count, aggregates: columns.map { $0[index] })
        }
    }
}
