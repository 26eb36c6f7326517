import RealmStore

/// The objects in the arrays of a JSON document, as lines of as many bytes: a comma between two of them becomes the
/// end of a line, a line feed in one a space. So an object is where it is in the document.
///
/// The document is as the exporter writes it, or an array of objects that name their classes.
final class JSONDocumentLines {
    private enum Place {
        case start
        /// Between the members of the document.
        case document
        /// Between the classes.
        case classes
        case array(Objects)
        case end
    }

    /// An array of objects.
    struct Objects {
        /// The class that the document says they are of; nil if each names its own.
        let className: [UInt8]?
        /// Where the array begins in the document, behind its bracket.
        let offset: Int
    }

    private var scanner: JSONScanner
    private var place = Place.start
    /// Whether no element precedes, so that no comma must come before the next one.
    private var isFirst = true
    private var scan = JSONArrayScan()

    private static let version = 1

    /// - Parameter bytes: those of the document, from the beginning on.
    init(_ bytes: ImportBytes) { scanner = JSONScanner(ByteReader(bytes), endsAtLine: false) }

    // MARK: Arrays

    /// Goes on to the next array, over what is left of the one before; nil if there is none.
    ///
    /// - Throws: `JSONScanner.Fault` for what no such document has between arrays.
    func next() throws -> Objects? {
        while true {
            switch place {
            case .start: if let objects = try begin() { return objects }
            case .document: try readMember()
            case .classes: if let objects = try readClass() { return objects }
            case .array: _ = try read(TextBlocks.byteCount)
            case .end:
                guard try scanner.peek() == nil else { throw scanner.fault("there is more behind the document") }
                return nil
            }
        }
    }

    private func begin() throws -> Objects? {
        if try scanner.skip("[") { return beginArray(of: nil) }
        try scanner.expect("{")
        place = .document
        return nil
    }

    private func beginArray(of className: [UInt8]?) -> Objects {
        let objects = Objects(className: className, offset: scanner.bytes.offset)
        (place, scan) = (.array(objects), JSONArrayScan())
        return objects
    }

    /// True if another element follows; false at the brace that ends them.
    private func hasNext() throws -> Bool {
        if try scanner.skip("}") { return false }
        if !isFirst { try scanner.expect(",") }
        isFirst = false
        return true
    }

    private func readMember() throws {
        guard try hasNext() else {
            place = .end
            return
        }
        let name = try scanner.memberName()
        switch String(decoding: name, as: UTF8.self) {
        case "realm-export":
            guard case .number(let digits) = try scanner.value(),
                ExactTextReader.integer(digits) == Int64(JSONDocumentLines.version)
            else { throw scanner.fault("'realm-export' must be \(JSONDocumentLines.version)") }
        case "schemaVersion": _ = try scanner.value()
        case "classes":
            try scanner.expect("{")
            (place, isFirst) = (.classes, true)
        default: throw scanner.fault("the document has an unknown member '\(JSONTree.excerpt(name))'")
        }
    }

    private func readClass() throws -> Objects? {
        guard try hasNext() else {
            (place, isFirst) = (.document, false)
            return nil
        }
        let name = try scanner.memberName()
        try scanner.expect("[")
        return beginArray(of: name)
    }

    // MARK: Lines

    /// The next bytes of the lines of the array, some `maximum` at most; none at its end only.
    ///
    /// - Throws: `JSONScanner.Fault` where the array is not one; what is wrong in an element is left to its reader.
    func read(_ maximum: Int) throws -> [UInt8] {
        guard case .array(let objects) = place else { return [] }
        var scan = scan
        let lines = try scanner.bytes.take(maximum) { scan.line($0) }
        self.scan = scan
        if scan.isClosed { (place, isFirst) = (objects.className == nil ? .end : .classes, false) }
        if !lines.isEmpty { return lines }
        if let fault = scan.fault { throw scanner.fault(fault) }
        // An element that does not end is told by its reader.
        guard self.scan.endElement() else { throw scanner.end() }
        return [UInt8(ascii: "\n")]
    }

    /// The text of an element as it is in the document, and the line in which it begins.
    static func original(
        _ file: RealmImporter.Input, at offset: Int, _ byteCount: Int
    ) throws -> (text: [UInt8], line: Int) {
        let bytes = try ImportBytes(file.url, name: file.name)
        var (text, line, passed) = ([UInt8](), 1, 0)
        while passed < offset + byteCount {
            let piece = try bytes.read(min(TextBlocks.byteCount, offset + byteCount - passed))
            if piece.isEmpty { break }
            let before = max(0, min(piece.count, offset - passed))
            line += piece[..<before].count { $0 == UInt8(ascii: "\n") }
            text += piece[before...]
            passed += piece.count
        }
        return (text, line)
    }
}
