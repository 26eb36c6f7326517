import RealmStore

/// The text of a file of objects in large blocks, each of objects of one form.
struct ObjectBlocks {
    private var form: BlockForm
    private var texts: TextBlocks?
    private let document: JSONDocumentLines?
    private let bytes: ImportBytes

    /// - Parameters:
    ///   - bytes: those of the file from `offset` on.
    ///   - offset: where an object begins; the beginning of a JSON document.
    init(_ bytes: ImportBytes, of form: BlockForm, from offset: Int = 0) {
        self.form = form
        self.bytes = bytes
        switch form {
        case .lines: (texts, document) = (TextBlocks(.line, from: offset) { try bytes.read($0) }, nil)
        case .records: (texts, document) = (TextBlocks(.record, from: offset) { try bytes.read($0) }, nil)
        case .elements: (texts, document) = (nil, JSONDocumentLines(bytes))
        }
    }

    /// The next block; nil after the last one.
    mutating func next() throws -> (form: BlockForm, text: TextBlock)? {
        while true {
            do {
                if let text = try texts?.next() { return (form, text) }
                guard let document, case .elements(let file, _) = form, let array = try document.next() else {
                    return nil
                }
                form = .elements(file, of: array.className)
                texts = TextBlocks(from: array.offset) { try document.read($0) }
            } catch let fault as JSONScanner.Fault {
                guard case .elements(let file, _) = form else { throw fault }
                throw ImportRun.telling(fault, file, line: fault.line)
            } catch let fault as TextBlocks.TooLong {
                throw bytes.problem(
                    "from byte \(fault.offset) on there is no end of an object within \(fault.limit) bytes")
            }
        }
    }
}
