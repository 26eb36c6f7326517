import Foundation
import RealmStore

extension RealmImporter {
    /// Names and links that data do not say.
    public struct SchemaHints: Sendable {
        /// Primary keys: the name of the property by class.
        public var primaryKeys: [String: String] = [:]
        /// The property that is the primary key of every class that has it; nil for none.
        public var primaryKey: String?
        /// The classes that properties link to, by `Class.property`.
        public var links: [String: String] = [:]

        /// Creates hints that say nothing.
        public init() {}
    }

    /// The schema that the objects of files need.
    ///
    /// A property has the type of its values: whole numbers are ints, with others doubles, points in time in ISO 8601
    /// dates, typed values of their types, values of several types mixed. It is optional if it is null or missing
    /// somewhere. Arrays become lists, objects maps.
    ///
    /// - Parameters:
    ///   - files: JSON lines, JSON documents and CSV files of objects.
    ///   - hints: names and links that data do not say.
    ///   - byteLimit: bytes of each file that are looked at.
    ///   - skipsFaults: lines of JSON with a problem are passed over.
    /// - Returns: the schema; whether all of the data was looked at.
    /// - Throws: `badImport` for a problem in a file, as `importFiles(_:committed:)`; `badSchema` for a key or link
    ///   that the data cannot have.
    public static func schema(
        of files: [Input], _ hints: SchemaHints = SchemaHints(), byteLimit: Int = 1 << 26, skipsFaults: Bool = false
    ) throws -> (document: SchemaDocument, isWhole: Bool) {
        var sketches = ClassSketches()
        var isWhole = true
        for file in files where file.collection == nil {
            guard let form = try BlockForm(file) else {
                throw invalidInput("The schema of a database is that of its tables: see databaseSchema(of:name:).")
            }
            let isRead = try look(at: file, form, byteLimit, skipsFaults: skipsFaults, &sketches)
            isWhole = isWhole && isRead
        }
        return (SchemaDocument(try sketches.schema(hints)), isWhole)
    }

    /// Returns false if not all of the file was looked at.
    private static func look(
        at file: Input, _ form: BlockForm, _ byteLimit: Int, skipsFaults: Bool, _ sketches: inout ClassSketches
    ) throws -> Bool {
        let bytes = try ImportBytes(file.url, name: file.name)
        var blocks = ObjectBlocks(bytes, of: form)
        var lineCount = 0
        while let (form, text) = try blocks.next() {
            if text.offset > byteLimit { return false }
            switch form {
            case .lines, .elements:
                let named = form.className.map { String(decoding: $0, as: UTF8.self) }
                var reader = JSONSketchReader(text, usual: named ?? file.className, onlyUsual: named != nil)
                try look(&reader, text, form)
            case .records(let header):
                let start = form.start.byteCount - text.offset
                let names = header.names.map { String(decoding: $0, as: UTF8.self) }
                var reader = CSVSketchReader(text, from: max(0, start), of: file.className, names)
                try look(&reader, text, form)
            }
        }
        return true

        func look(_ reader: inout some SketchReader, _ text: TextBlock, _ form: BlockForm) throws {
            while let (offset, line) = sketches.readOn(&reader) {
                do {
                    try add(form.record(text, at: offset, line + 1).get(), of: file, &sketches)
                } catch {
                    if skipsFaults, form.isOfSeparateObjects { continue }
                    let line = form.line(lineCount + line + 1, of: text, at: offset)
                    throw ImportRun.telling(error, file, line: line, after: lineCount)
                }
            }
            lineCount += reader.lineCount
        }
    }

    private static func add(_ record: ImportRecord, of file: Input, _ sketches: inout ClassSketches) throws {
        guard let name = record.className.map({ String(decoding: $0, as: UTF8.self) }) ?? file.className else {
            throw ImportProblem.noClass
        }
        sketches.add(record, of: name)
    }
}
