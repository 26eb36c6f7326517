import Foundation
import RealmTools
import TestSupport
import Testing

/// The same migration written as a block and as a file.
@Suite("Migration blocks and files") struct MigrationBlockTests {
    private let place: MigrationPlace

    init() throws { place = try MigrationPlace() }

    private static let steps = """
        - rename_property: {class: Person, from: age, to: years}
        - add_property: {class: Person, name: fullName, type: string}
        - concat: {class: Person, to: fullName, parts: [firstName, lastName], separator: " "}
        - remove_property: {class: Person, name: firstName}
        - remove_property: {class: Person, name: lastName}
        - add_index: {class: Dog, property: name}
        - delete: {class: Person, where: years < 20}
        """

    private func viaFile(_ content: Data) throws -> Realm.Configuration {
        var realm = Realm.Configuration(fileURL: try place.directory.file("file.realm", content))
        realm.schemaMode = .discovered
        try place.migrate(realm, Self.steps)
        return realm
    }

    private func viaBlock(_ content: Data, _ schema: Schema) throws -> Realm.Configuration {
        var realm = Realm.Configuration(
            fileURL: try place.directory.file("block.realm", content), schemaVersion: 2,
            migrationBlock: { migration, _ in
                migration.renameProperty(onType: "Person", from: "age", to: "years")
                migration.enumerateObjects(ofType: "Person") { old, new in
                    guard let old, let new else { return }
                    new["fullName"] = "\(old["firstName"] as? String ?? "") \(old["lastName"] as? String ?? "")"
                    if let age = old["age"] as? Int, age < 20 { migration.delete(new) }
                }
            })
        realm.schemaMode = .explicit(schema)
        _ = try Realm(configuration: realm)
        return realm
    }

    /// A format that the file's header says, beside the current one an older one with the same layout.
    @Test(arguments: [24, 23])
    func `a block and a file give the same objects`(_ format: UInt8) throws {
        var content = try Fixture.named("migrate_v1").bytes()
        content[20 + Int(content[23] & 1)] = format
        let file = try viaFile(content)
        let document = try place.schema(file)
        let block = try viaBlock(content, document.schema)
        #expect(try place.lines(block).map(Self.members) == place.lines(file).map(Self.members))
        #expect(try place.schema(block).differences(from: document.schema).isEmpty)
        #expect(try place.schema(block).version == document.version)
        #expect(try place.isSound(block))
        #expect(try place.isSound(file))
    }

    /// A line without the order of its members.
    private static func members(_ line: String) throws -> String {
        let object = try JSONSerialization.jsonObject(with: Data(line.utf8))
        return String(decoding: try JSONSerialization.data(withJSONObject: object, options: .sortedKeys), as: UTF8.self)
    }
}
