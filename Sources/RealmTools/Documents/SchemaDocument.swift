import Foundation
import RealmStore

/// A schema as a document to write and compare: YAML or JSON, or Swift classes.
///
///     version: 7
///     classes:
///       Person:
///         primaryKey: id
///         properties:
///           id: int
///           name: {type: string, indexed: true}
///           dogs: Dog[]
///
/// Types: `int bool float double string data date decimal128 objectId uuid mixed` or a class; followed by `?` optional,
/// `[]` list, `<>` set, `{}` dictionary. A link to one object is always optional. Additional to the SDK.
public struct SchemaDocument: Sendable {
    /// The classes.
    public var schema: Schema
    /// The schema version, if the document has one.
    public var version: UInt64?

    /// Creates a document of that schema.
    public init(_ schema: Schema, version: UInt64? = nil) {
        self.schema = schema
        self.version = version
    }

    /// Reads a document in YAML, or in JSON, which is also YAML.
    ///
    /// - Parameters:
    ///   - yaml: the text.
    ///   - file: the name at the beginning of messages.
    /// - Throws: `badSchema`; the description has a line `FILE:LINE:COLUMN: error: ...` for each problem.
    public init(yaml: String, file: String) throws {
        self = try SchemaReader.read(yaml, file: file)
    }

    /// The document in YAML. Reading it gives the same schema.
    public func yaml() -> String { SchemaText.yaml(self) }

    /// The document in JSON. Reading it gives the same schema.
    public func json() -> String { SchemaText.json(self) }

    /// Model classes in Swift, for use with this library or the SDK.
    ///
    /// Names that are invalid in Swift are replaced, and mapped to those of the file.
    public func swiftSource() -> String { SwiftModel.source(schema) }

    /// Returns the changes that turn `other` into this document's schema: a line for each, in the words of the SDK.
    /// Empty if there are none. The order of properties does not matter.
    public func differences(from other: Schema) -> [String] {
        SchemaChange.all(from: other, to: schema).map(\.description)
            + other.objectSchema.filter { schema[$0.className] == nil }.map {
                "Class '\($0.className)' has been removed."
            }
    }
}
