import RealmStore

/// The elements of an array that is all of a JSON document, as lines of as many bytes: a comma between two of them
/// becomes the end of a line, a line feed in one a space. So an element is where it is in the document.
final class JSONArrayLines {
    private let bytes: ImportBytes
    private let file: RealmImporter.Input
    private var scan = Scan()

    /// - Parameter bytes: those of the file, from the beginning on.
    init(_ bytes: ImportBytes, of file: RealmImporter.Input) {
        self.bytes = bytes
        self.file = file
    }

    /// Whether a document is an array.
    static func areIn(_ file: RealmImporter.Input) throws -> Bool {
        let bytes = try ImportBytes(file.url, name: file.name)
        while true {
            let piece = try bytes.read(1 << 12)
            if piece.isEmpty { return false }
            if let first = piece.first(where: { !isBlank($0) }) { return first == UInt8(ascii: "[") }
        }
    }

    /// The next bytes, at most so many; none at the end only.
    ///
    /// - Throws: `badImport` where the array is not one; what is wrong in an element is left to its reader.
    func read(_ maximum: Int) throws -> [UInt8] {
        try checkFault()
        var piece = try bytes.read(maximum)
        if piece.isEmpty {
            // An element that does not end is told by its reader.
            if scan.endElement() { return [UInt8(ascii: "\n")] }
            scan.end()
            try checkFault()
            return piece
        }
        var scan = scan
        let end = piece.withUnsafeMutableBufferPointer { bytes in
            for index in bytes.indices {
                guard let byte = scan.line(bytes[index]) else { return index }
                bytes[index] = byte
            }
            return bytes.count
        }
        self.scan = scan
        piece.removeLast(piece.count - end)
        if piece.isEmpty { try checkFault() }
        return piece
    }

    private func checkFault() throws {
        if let fault = scan.fault { throw ImportRun.telling(fault, file, line: fault.line) }
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
            || byte == UInt8(ascii: "\t")
    }

    // MARK: The document

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

    // MARK: Bytes

    /// Where in the array a byte is.
    private struct Scan {
        private enum Place {
            case before, inside, behind
        }

        private var place = Place.before
        /// The brackets that are open, with that of the array.
        private var depth = 0
        private var isInString = false
        private var isEscaped = false
        /// Whether anything of the element was read.
        private var hasBegun = false
        private var isFirst = true
        private var line = 1
        /// What is wrong behind the bytes that were read.
        private(set) var fault: JSONScanner.Fault?

        /// The byte that stands for the next one; nil at a fault.
        @inline(__always)
        mutating func line(_ byte: UInt8) -> UInt8? {
            guard isInString else { return outside(byte) }
            if isEscaped {
                isEscaped = false
            } else if byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else if byte == UInt8(ascii: "\"") {
                isInString = false
            }
            // Control characters are not allowed in a string, whichever.
            return byte == UInt8(ascii: "\n") ? lineFeed(0x01) : byte
        }

        private mutating func lineFeed(_ byte: UInt8) -> UInt8 {
            line += 1
            return byte
        }

        private mutating func outside(_ byte: UInt8) -> UInt8? {
            if byte == UInt8(ascii: "\n") { return lineFeed(UInt8(ascii: " ")) }
            if JSONArrayLines.isBlank(byte) { return byte }
            switch place {
            case .before:
                (place, depth) = (.inside, 1)
                return UInt8(ascii: " ")
            case .inside: return inside(byte)
            case .behind: return stop("there is more behind the document")
            }
        }

        @inline(__always)
        private mutating func inside(_ byte: UInt8) -> UInt8? {
            switch byte {
            case UInt8(ascii: "\""): isInString = true
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                if depth == 1, byte == UInt8(ascii: "]") { return close() }
                depth = max(1, depth - 1)
            case UInt8(ascii: ",") where depth == 1:
                guard hasBegun else { return stop("a JSON value is missing before ','") }
                (hasBegun, isFirst) = (false, false)
                return UInt8(ascii: "\n")
            default: break
            }
            hasBegun = true
            return byte
        }

        private mutating func close() -> UInt8? {
            guard hasBegun || isFirst else { return stop("a JSON value is missing before ']'") }
            (place, depth) = (.behind, 0)
            return UInt8(ascii: "\n")
        }

        private mutating func stop(_ message: String) -> UInt8? {
            fault = JSONScanner.Fault(line: line, message: message)
            return nil
        }

        /// Ends the element at the end of the file; false if there is none.
        mutating func endElement() -> Bool {
            guard place == .inside, hasBegun else { return false }
            hasBegun = false
            return true
        }

        /// Notes the end of the file.
        mutating func end() {
            if place != .behind { _ = stop("the file ends in the middle of a value") }
        }
    }
}
