import Foundation
import TestSupport

@testable import RealmStore

/// The data sets of the query cases: documents with a schema, objects and values.
extension QueryFile {
    convenience init(_ document: JSONText) throws {
        let classes = (document["schema"]?.items ?? []).map { described in
            Class(
                name: described["name"]?.text ?? "", isEmbedded: described["embedded"] == .bool(true),
                properties: (described["properties"]?.items ?? []).map { property in
                    Property(
                        name: property["name"]?.text ?? "", type: property["type"]?.text ?? "",
                        isIndexed: property["indexed"] == .bool(true), isFullText: property["fulltext"] == .bool(true),
                        isPrimaryKey: described["primaryKey"]?.text == property["name"]?.text)
                })
        }
        try self.init(classes)
        var made: [(TableEditor, ObjectKey, JSONText)] = []
        for entry in document["objects"]?.members ?? [] {
            let table = try table(entry.name)
            for object in entry.value.items { made.append((table, try create(object, in: table), object)) }
        }
        for (table, key, object) in made { try set(object, of: key, in: table) }
    }

    private func create(_ object: JSONText, in table: TableEditor) throws -> ObjectKey {
        guard let column = table.primaryKey else { return try objects.create(in: table) }
        return try objects.create(in: table, primaryKey: value(object[column.name] ?? .null, column.type))
    }

    private func set(_ object: JSONText, of key: ObjectKey, in table: TableEditor) throws {
        for column in table.columns where column.key != table.primaryKey?.key {
            guard let value = object[column.name] else { continue }
            try set(value, column, of: key, in: table)
        }
    }

    private func set(_ value: JSONText, _ column: Column, of key: ObjectKey, in table: TableEditor) throws {
        switch column.collection {
        case nil:
            if let embedded = value.only("embedded") {
                let made = try objects.setEmbedded(of: column, of: key, in: table)
                return try set(embedded, of: made, in: objects.table(column.oppositeTable))
            }
            try objects.set(self.value(value, column.type), of: column, of: key, in: table)
        case .list:
            for (position, item) in value.items.enumerated() {
                if let embedded = item.only("embedded") {
                    let made = try objects.insertEmbedded(at: position, into: column, of: key, in: table)
                    try set(embedded, of: made, in: objects.table(column.oppositeTable))
                } else {
                    try objects.insert(self.value(item, column.type), at: position, into: column, of: key, in: table)
                }
            }
        case .set:
            for item in value.items {
                _ = try objects.add(self.value(item, column.type), to: column, of: key, in: table)
            }
        case .dictionary:
            for entry in value.only("dict")?.members ?? [] {
                let made = try self.value(entry.value, column.type)
                try objects.setEntry(made, for: scratch.string(entry.name), in: column, of: key, in: table)
            }
        }
    }

    /// The value for the engine.
    func value(_ json: JSONText, _ type: ValueType) throws -> Value {
        switch json {
        case .null: return .null
        case .bool(let value): return .bool(value)
        case .string(let text): return scratch.string(text)
        case .number(let digits): return try number(digits, type)
        case .array(let items):
            var list = try ListEditor(root: .none, of: .nestedMixed, in: objects.arena)
            for item in items { try list.append(value(item, .mixed)) }
            return .list(list.root)
        case .object(let members): return try value(members[0], type)
        }
    }

    private func number(_ digits: String, _ type: ValueType) throws -> Value {
        switch type {
        case .float: return .float(Float(digits)!)
        case .double: return .double(Double(digits)!)
        default:
            if let int = Int64(digits) { return .int(int) }
            return .double(Double(digits)!)
        }
    }

    private func value(_ member: JSONText.Member, _ type: ValueType) throws -> Value {
        let digits = member.value.digits ?? member.value.text ?? ""
        switch member.name {
        case "float": return .float(Float(digits)!)
        case "double": return .double(Double(digits)!)
        case "decimal": return .decimal(Decimal128Bits(text: digits)!)
        case "oid": return .objectId(ObjectIdBits(hex: digits)!)
        case "uuid": return .uuid(UUIDBits(text: digits)!)
        case "data": return scratch.binary(Base64.decode(digits.utf8)!)
        case "date":
            let parts = member.value.items.map { Int64($0.digits ?? "")! }
            return .timestamp(Timestamp(seconds: parts[0], nanoseconds: Int32(parts[1])))
        case "link": return try link(member.value.items)
        case "dict":
            var dictionary = try DictionaryEditor(root: .none, in: objects.arena)
            for entry in member.value.members {
                try dictionary.set(value(entry.value, .mixed), for: scratch.string(entry.name))
            }
            return .dictionary(dictionary.root)
        default: throw Failure(description: "a value of kind '\(member.name)'")
        }
    }

    private func link(_ parts: [JSONText]) throws -> Value {
        let table = try table(parts[0].text ?? "")
        let key = try value(parts[1], table.primaryKey?.type ?? .int)
        guard let position = try table.table.find(primaryKey: key) else { throw Failure(description: "a dead link") }
        return .link(table.key, position.key)
    }
}
