import Foundation
import TestSupport
import Testing

@testable import RealmStore

/// Look-ups through search indexes find the same objects as a scan.
@Suite("Look-ups") struct LookupTests {
    @Test(arguments: ["keys", "indexes_deep", "contacts_10k", "strings"])
    func `every indexed value is found through its index`(_ name: String) throws {
        let realm = try open(name)
        var lookups = 0
        for table in realm.session.group.tables {
            for column in table.columns where column.isIndexed && column.collection == nil && column.type != .mixed {
                for (text, (value, keys)) in try keysByValue(of: column, in: table) {
                    var found = Set<Int64>()
                    try table.forEachObject(where: column, equals: value, in: table.objects()) {
                        (position) throws(FormatError) in
                        found.insert(position.key.value)
                        return true
                    }
                    if found != keys {
                        Issue.record("\(table.name).\(column.name) \(text): \(found.symmetricDifference(keys))")
                    }
                    lookups += 1
                }
            }
        }
        #expect(lookups > 0)
    }

    /// The result of a scan: for each value of `column`, by its text, the keys of the objects that hold it.
    private func keysByValue(
        of column: Column, in table: Table
    ) throws -> [String: (value: Value, keys: Set<Int64>)] {
        var keys: [String: (value: Value, keys: Set<Int64>)] = [:]
        try table.objects().forEachLeaf { (leaf) throws(FormatError) in
            for row in 0..<leaf.count {
                let value = try table.value(of: column, at: .init(leaf: leaf, row: row))
                let text = if case .string(let bytes) = value { "'\(Array(bytes))" } else { "\(value)" }
                keys[text, default: (value, [])].keys.insert(leaf.key(row).value)
            }
        }
        return keys
    }

    @Test func `a key that no object has is not found`() throws {
        let realm = try open("keys")
        let schema = try #require(realm.schema.objectSchema.first { $0.primaryKeyProperty?.type == .int })
        #expect(realm.dynamicObject(ofType: schema.className, forPrimaryKey: Int.min + 12345) == nil)
    }

    @Test func `objects are found by keys of every type`() throws {
        let realm = try open("keys")
        var types = Set<PropertyType>()
        for schema in realm.schema.objectSchema {
            guard let key = schema.primaryKeyProperty else { continue }
            for object in realm.dynamicObjects(schema.className).prefix(50) {
                let value = object[key.name] ?? NSNull()
                let found = realm.dynamicObject(ofType: schema.className, forPrimaryKey: value)
                #expect(found == object, "\(schema.className) \(value)")
                types.insert(key.type)
            }
        }
        #expect(types == [.int, .string, .objectId, .UUID])
    }
}
