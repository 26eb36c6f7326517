import Foundation
import RealmStore

extension RealmImporter {
    /// One file of an import.
    public struct Input: Sendable {
        /// The file.
        public var url: URL
        /// Its form.
        public var format: Format
        /// The class of its objects, if they do not name it themselves; required in CSV.
        public var className: String?
        /// In CSV, the collection of that class whose elements the file contains; nil for a file of objects.
        public var collection: String?
        /// The name at the beginning of messages.
        public var name: String
        /// For a database, the table; nil for all of its tables.
        var table: SQLiteImportTable?

        /// Creates a file of an import.
        ///
        /// - Parameters:
        ///   - url: the file.
        ///   - format: the form of its text.
        ///   - className: the class of its objects; nil if they name it themselves.
        ///   - collection: the property whose elements the file contains; nil for objects.
        ///   - name: the name at the beginning of messages; nil for the path.
        public init(
            _ url: URL, format: Format, className: String? = nil, collection: String? = nil, name: String? = nil
        ) {
            self.url = url
            self.format = format
            self.className = className
            self.collection = collection
            self.name = name ?? url.path
        }

        /// Creates a file from its name: `Class.csv`, `Class__collection.csv`, `Class.ndjson`, or any name that ends in
        /// `.json`, `.sqlite`, `.sqlite3` or `.db`; texts also with `.zst` or `.gz` behind that.
        ///
        /// - Returns: nil for a file of another suffix.
        public init?(named url: URL, name: String? = nil) {
            guard let format = Format(fileName: url.lastPathComponent) else { return nil }
            self.init(url, format: format, name: name)
            let stem = (Format.uncompressed(url.lastPathComponent) as NSString).deletingPathExtension
            switch format {
            case .json, .sqlite: break
            case .ndjson: className = Input.unescaped(stem)
            case .csv:
                let parts = stem.components(separatedBy: "__")
                className = Input.unescaped(parts[0])
                if parts.count > 1 { collection = Input.unescaped(parts[1...].joined(separator: "__")) }
            }
        }

        /// The files of a directory whose suffix is that of a format, in ascending order of their names.
        ///
        /// - Parameters:
        ///   - directory: the directory of the files; subdirectories are ignored.
        ///   - format: only files of this form; nil for all.
        ///   - name: the directory's name in messages; nil for its path.
        /// - Throws: `fileNotFound`, `filePermissionDenied`, `fileOperationFailed` for the directory; `badImport`
        ///   for a file whose name is not UTF-8.
        public static func files(
            in directory: URL, format: Format? = nil, name: String? = nil
        ) throws -> [Input] {
            try FolderNames.all(in: directory).compactMap { file in
                let url = directory.appendingPathComponent(file, isDirectory: false)
                let input = Input(named: url, name: "\(name ?? directory.path)/\(file)")
                guard let input, format == nil || input.format == format else { return nil }
                if FileName.isReplaced(url.path) {
                    throw RLMError(.badImport, "The name of '\(input.name)' is not UTF-8. Rename it.", path: url.path)
                }
                return input
            }
        }

        /// The inverse of the exporter's escapes in file names: `%` and two hexadecimal digits.
        private static func unescaped(_ name: String) -> String {
            let bytes = Array(name.utf8)
            var text: [UInt8] = []
            var index = 0
            while index < bytes.count {
                if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count,
                    let high = ExactTextReader.hexDigit(bytes[index + 1]),
                    let low = ExactTextReader.hexDigit(bytes[index + 2])
                {
                    text.append((high << 4) | low)
                    index += 3
                } else {
                    text.append(bytes[index])
                    index += 1
                }
            }
            return String(decoding: text, as: UTF8.self)
        }
    }
}
