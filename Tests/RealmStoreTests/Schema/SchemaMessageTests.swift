import Foundation
import Testing

@testable import RealmStore

/// The messages for refused schemas and changes: those of the SDK.
@Suite("Schema messages") struct SchemaMessageTests {
    private static func property(
        _ name: String, _ type: PropertyType = .int, _ target: String? = nil, isOptional: Bool = false,
        isArray: Bool = false, isSet: Bool = false, isMap: Bool = false, isIndexed: Bool = false, isKey: Bool = false
    ) -> Property {
        Property(
            name: name, type: type, objectClassName: target, isOptional: isOptional, isArray: isArray, isSet: isSet,
            isMap: isMap, isIndexed: isIndexed, isFullTextIndexed: false, isPrimaryKey: isKey)
    }

    private static func x(_ properties: Property..., isAsymmetric: Bool = false) -> [ObjectSchema] {
        [
            ObjectSchema(
                className: "X", properties: properties, isEmbedded: false, isAsymmetric: isAsymmetric),
            ObjectSchema(className: "E", properties: [property("i")], isEmbedded: true),
        ]
    }

    @Test(arguments: [
        (x(property("o", .object, "X", isOptional: true, isArray: true)), "'X.o' of type 'array' cannot be nullable."),
        (x(property("o", .object, "X", isMap: true)), "Property 'X.o' of type 'dictionary' must be nullable."),
        (
            x(property("q", .int, isKey: true), property("o", .string, isKey: true)),
            "Properties 'o' and 'q' are both marked as the primary key of 'X'."
        ),
        (x(property("o", .int, "E")), "Property 'X.o' of type 'int' cannot have an object type."),
        (
            x(property("o", .object, "E", isSet: true)),
            "Set property 'X.o' cannot contain embedded object type 'E'. Set semantics are not applicable to embedded "
                + "objects."
        ),
        (x(property("o"), isAsymmetric: true), "Asymmetric table 'X' not allowed in a local Realm"),
        (
            x(property("o", .object, "X", isOptional: true), isAsymmetric: true),
            "Property 'X.o' of type 'object' cannot be a link to an asymmetric object."
        ),
        (x(property("o", .int, isArray: true, isIndexed: true)), "Property 'X.o' of type 'array' cannot be indexed."),
        (x(property(String(repeating: "p", count: 64))), "Name too long: 'X.pppp"),
    ])
    func `a schema that no file can have is reported`(classes: [ObjectSchema], fault: String) {
        let problems = SchemaValidation.problems(of: Schema(classes))
        #expect(problems.contains { $0.contains(fault) }, "\(problems)")
    }

    @Test(arguments: [
        (
            [MissingOrigin.self, OriginTarget.self] as [ObjectBase.Type], "OriginTarget.zz", "MissingOrigin.o",
            "does not exist"
        ),
        ([ValueOrigin.self, OriginTarget.self], "OriginTarget.number", "ValueOrigin.o", "is not a link"),
        ([OtherOrigin.self, OriginTarget.self], "OriginTarget.link", "OtherOrigin.o", "links to type 'OriginTarget'"),
    ])
    func `linking objects of a property that does not link`(
        types: [ObjectBase.Type], origin: String, property: String, fault: String
    ) throws {
        let error = try #require(
            #expect(throws: RLMError(.badSchema)) {
                try Realm(configuration: .init(inMemoryIdentifier: UUID().uuidString, objectTypes: types))
            })
        #expect(
            error.localizedDescription.contains(
                "- Property '\(origin)' declared as origin of linking objects property '\(property)' \(fault)"))
    }

    @Test(arguments: [
        ([property("i", .int, isOptional: true)], [property("i")], "Property 'X.i' has been made required."),
        ([property("i")], [property("i", .int, isOptional: true)], "Property 'X.i' has been made optional."),
        ([property("i")], [property("i", .int, isIndexed: true)], "Property 'X.i' has been made indexed."),
        ([property("i", .int, isIndexed: true)], [property("i")], "Property 'X.i' has been made unindexed."),
        ([property("i")], [property("i", .string)], "Property 'X.i' has been changed from 'int' to 'string'."),
        (
            [property("i", .decimal128, isArray: true)], [property("i", .objectId, isSet: true)],
            "Property 'X.i' has been changed from 'array<decimal>' to 'set<object id>'."
        ),
        (
            [property("i", .object, "X", isOptional: true)], [property("i", .any, isMap: true)],
            "Property 'X.i' has been changed from '<X>' to 'dictionary<string, mixed>'."
        ),
        ([property("i")], [property("i", isKey: true)], "Primary Key for class 'X' has been added."),
        ([property("i", isKey: true)], [property("i")], "Primary Key for class 'X' has been removed."),
        (
            [property("a", isKey: true), property("b")], [property("a"), property("b", isKey: true)],
            "Primary Key for class 'X' has changed from 'a' to 'b'."
        ),
        ([], [property("n")], "Property 'X.n' has been added."),
        ([property("n")], [], "Property 'X.n' has been removed."),
    ])
    func `a change between schemas is described`(old: [Property], new: [Property], line: String) {
        func schema(_ properties: [Property]) -> Schema {
            Schema([ObjectSchema(className: "X", properties: properties)])
        }
        let lines = SchemaChange.all(from: schema(old), to: schema(new)).map(\.description)
        #expect(lines.contains(line), "\(lines)")
    }

    @Test func `a class that is added, or is of another kind`() {
        let old = Schema("X", [])
        let new = Schema([
            ObjectSchema(className: "X", properties: [], isEmbedded: true),
            ObjectSchema(className: "Y", properties: []),
        ])
        #expect(
            SchemaChange.all(from: old, to: new).map(\.description) == [
                "Class 'X' has been changed from TopLevel to Embedded.", "Class 'Y' has been added.",
            ])
    }
}

final class OriginTarget: TestObject {
    @Persisted var number: Int
    @Persisted var link: OriginTarget?
}

final class MissingOrigin: TestObject {
    @Persisted(originProperty: "zz") var o: LinkingObjects<OriginTarget>
}

final class ValueOrigin: TestObject {
    @Persisted(originProperty: "number") var o: LinkingObjects<OriginTarget>
}

final class OtherOrigin: TestObject {
    @Persisted(originProperty: "link") var o: LinkingObjects<OriginTarget>
}
