import TestSupport

@testable import RealmStore

/// A file made for queries: tables, columns and objects from plain descriptions.
final class QueryFile {
    /// A property: `int`, `string?`, `Dog[]`, as the query cases describe them.
    struct Property {
        var name: String
        var type: String
        var isIndexed = false
        var isFullText = false
        var isPrimaryKey = false
    }

    struct Class {
        var name: String
        var isEmbedded = false
        var properties: [Property]
    }

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private static let types: [String: ValueType] = [
        "int": .int, "bool": .bool, "string": .string, "data": .binary, "date": .timestamp, "float": .float,
        "double": .double, "decimal": .decimal, "objectId": .objectId, "uuid": .uuid, "mixed": .mixed,
    ]

    private let directory: TemporaryDirectory
    let session: OpenTransaction
    let scratch = ValueScratch()
    private var classes: [String: Class] = [:]

    var objects: ObjectEditor { session.objects }

    init(_ classes: [Class]) throws {
        directory = try TemporaryDirectory()
        session = try OpenTransaction(
            Database.open(directory.url.appendingPathComponent("query.realm").path).beginWrite(timeout: .seconds(60)))
        for described in classes {
            self.classes[described.name] = described
            _ = try session.tables.addTable(
                Table.classPrefix + described.name, kind: described.isEmbedded ? .embedded : .topLevel)
        }
        for described in classes {
            let table = try self.table(described.name)
            for property in described.properties { try add(property, to: table) }
        }
    }

    func table(_ className: String) throws -> TableEditor {
        guard let table = try session.tables.table(named: Table.classPrefix + className) else {
            throw Failure(description: "no class \(className)")
        }
        return table
    }

    private func add(_ property: Property, to table: TableEditor) throws {
        var type = property.type[...]
        var attributes: ColumnAttributes = []
        for (suffix, kind) in [("[]", ColumnAttributes.list), ("<>", .set), ("{}", .dictionary)]
        where type.hasSuffix(suffix) {
            attributes.insert(kind)
            type = type.dropLast(2)
        }
        if type.hasSuffix("?") {
            attributes.insert(.nullable)
            type = type.dropLast()
        }
        let valueType = QueryFile.types[String(type)] ?? .link
        if valueType == .mixed { attributes.insert(.nullable) }
        if valueType == .link {
            if attributes.isDisjoint(with: [.list, .set]) {
                attributes.insert(.nullable)
            } else {
                attributes.remove(.nullable)
            }
        }
        let target = valueType == .link ? try self.table(String(type)) : nil
        let column = try table.addColumn(property.name, valueType, attributes, target: target)
        if property.isPrimaryKey {
            table.setPrimaryKey(column)
            try objects.makeIndex(of: column, nil, in: table)
        } else if property.isIndexed || property.isFullText {
            try objects.makeIndex(of: column, property.isFullText ? .fullText : .indexed, in: table)
        }
    }

    /// The tables with everything written so far.
    var context: QueryContext { QueryContext(session.tables.group()) }

    /// The class as queries see it.
    func readTable(_ className: String) throws -> Table { try table(className).table }
}
