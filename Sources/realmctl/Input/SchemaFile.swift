import Foundation
import RealmTools

/// A schema document given by the user.
enum SchemaFile {
    static func read(_ path: String) throws -> SchemaDocument {
        try Failure.about(path) {
            let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
            guard let text = String(data: bytes, encoding: .utf8) else {
                throw Failure(.dataError, "badSchema", "The schema '\(path)' is not in UTF-8.", path: path)
            }
            return try SchemaDocument(yaml: text, file: path)
        }
    }
}
