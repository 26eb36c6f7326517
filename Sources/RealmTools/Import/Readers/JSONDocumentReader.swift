import RealmStore

/// The objects of one JSON document: as written by the exporter, or an array of objects that name their classes.
struct JSONDocumentReader: ImportRecordReader {
    private enum Place {
        case start
        /// Between the members of the document.
        case document
        /// Between the classes.
        case classes
        /// In an array of objects; nil if they name their classes themselves.
        case objects([UInt8]?)
        case end
    }

    private var scanner: JSONScanner
    private var place = Place.start
    /// Whether no element precedes, so that no comma must come before the next one.
    private var isFirst = true

    static let version = 1

    init(_ bytes: ByteReader) { scanner = JSONScanner(bytes, endsAtLine: false) }

    var line: Int { scanner.line }
    var byteCount: Int { scanner.byteCount }

    mutating func next() throws -> ImportRecord? {
        while true {
            switch place {
            case .start: try begin()
            case .document: try member()
            case .classes: try beginClass()
            case .objects(let className):
                if let record = try object(className) { return record }
            case .end:
                guard try scanner.peek() == nil else {
                    throw scanner.fault("there is more behind the document")
                }
                return nil
            }
        }
    }

    private mutating func begin() throws {
        if try scanner.skip("[") {
            place = .objects(nil)
        } else {
            try scanner.expect("{")
            place = .document
        }
        isFirst = true
    }

    /// True if another element follows; false if `bracket` ended them.
    private mutating func hasNext(_ bracket: Character) throws -> Bool {
        if try scanner.skip(bracket) { return false }
        if !isFirst { try scanner.expect(",") }
        isFirst = false
        return true
    }

    private mutating func member() throws {
        guard try hasNext("}") else {
            place = .end
            return
        }
        let name = try scanner.memberName()
        switch String(decoding: name, as: UTF8.self) {
        case "realm-export":
            guard case .number(let digits) = try scanner.value(),
                ExactTextReader.integer(digits) == Int64(JSONDocumentReader.version)
            else { throw scanner.fault("'realm-export' must be \(JSONDocumentReader.version)") }
        case "schemaVersion": _ = try scanner.value()
        case "classes":
            try scanner.expect("{")
            (place, isFirst) = (.classes, true)
        default: throw scanner.fault("the document has an unknown member '\(JSONTree.excerpt(name))'")
        }
    }

    private mutating func beginClass() throws {
        guard try hasNext("}") else {
            (place, isFirst) = (.document, false)
            return
        }
        let name = try scanner.memberName()
        try scanner.expect("[")
        (place, isFirst) = (.objects(name), true)
    }

    private mutating func object(_ className: [UInt8]?) throws -> ImportRecord? {
        guard try hasNext("]") else {
            (place, isFirst) = (className == nil ? .end : .classes, false)
            return nil
        }
        _ = try scanner.peek()
        let line = line
        return try ImportRecord(line: line, scanner.value(), of: className)
    }
}
