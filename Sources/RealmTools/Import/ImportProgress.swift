import Foundation
import RealmStore

/// How far an import of JSON lines came: what a later one needs to go on.
struct ImportProgress {
    /// The place behind the last line that was imported, in the first of two readings.
    struct Place: Codable {
        /// The names of all files, in order.
        var files: [String]
        /// The number of the file; those before were read.
        var file = 0
        /// Bytes of its text, decompressed, and lines.
        var offset = 0
        var lineCount = 0
        /// The end of that text, by which it is recognised.
        var tail = Data()
        /// The header of a file of CSV, which says what the fields of the rest are.
        var header: Data?
        /// Objects that were completed in the second reading, of those in all files; nil before it.
        var completed: Int?
        var report = RealmImporter.Report()
    }

    var place: Place
    /// The objects with missing properties, by files.
    var incomplete: [[ImportRun.Incomplete]] = []

    /// Bytes of text that are kept for recognition.
    static let tailByteCount = 4096

    init(_ files: [RealmImporter.Input]) { place = Place(files: files.map(\.name)) }

    /// Notes that a block of the file was imported.
    mutating func note(_ text: TextBlock, _ form: BlockForm, lines: Int) {
        place.header = form.header.map { Data($0) }
        place.offset = text.offset + text.count
        place.lineCount = lines
        place.tail = Data((place.tail + text.end(ImportProgress.tailByteCount)).suffix(ImportProgress.tailByteCount))
    }

    /// Notes that a file was read to its end.
    mutating func noteEnd() {
        place.file += 1
        (place.offset, place.lineCount, place.tail, place.header) = (0, 0, Data(), nil)
    }
}
