import Foundation

/// A Swift file that a command reads.
struct ModelFile: Sendable {
    /// The name the user gave; `-` for standard input.
    let name: String
    let bytes: Data
    let text: String

    init(_ path: String) throws {
        name = path
        let bytes = try Failure.about(path) { () throws -> Data in
            if path == "-" { return try FileHandle.standardInput.readToEnd() ?? Data() }
            if FileSearch.isDirectory(path) {
                throw Failure(.ioError, "notAFile", "'\(path)' is a directory, not a file.", path: path)
            }
            return try Data(contentsOf: URL(fileURLWithPath: path))
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw Failure(.dataError, "badSource", "The source '\(path)' is not in UTF-8.", path: path)
        }
        (self.bytes, self.text) = (bytes, text)
    }
}
