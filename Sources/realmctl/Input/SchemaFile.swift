import Foundation
import RealmStore

/// A schema document that the user named.
enum SchemaFile {
    static func read(_ path: String) throws -> SchemaDocument {
        try Failure.about(path) {
            let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
            return try SchemaDocument(yaml: String(decoding: bytes, as: UTF8.self), file: path)
        }
    }
}
