import RealmStore

/// A scalar of a document as the value of a property still unknown.
struct DocumentLiteral: Sendable {
    enum Content: Hashable, Sendable {
        case null
        case bool(Bool)
        /// Without quotes.
        case plain(String)
        case quoted(String)
    }

    let content: Content
    let place: SourcePlace
}

extension DocumentLiteral {
    /// The literal as a value of a property; nil if it does not fit the property.
    ///
    /// Texts of all types but strings are those of exported documents (docs/export-format.md). As a mixed value an
    /// unquoted number is a number, everything else a text.
    ///
    /// - Parameter scratch: keeps the bytes of the value.
    func value(of property: Property, in scratch: ValueScratch) -> Value? {
        switch content {
        case .null: return property.canBeNull ? .null : nil
        case .bool(let flag): return property.type == .bool || property.type == .any ? .bool(flag) : nil
        case .plain(let text): return DocumentLiteral.value(text, of: property.type, isPlain: true, scratch)
        case .quoted(let text): return DocumentLiteral.value(text, of: property.type, isPlain: false, scratch)
        }
    }

    private static func value(
        _ text: String, of type: PropertyType, isPlain: Bool, _ scratch: ValueScratch
    ) -> Value? {
        let bytes = Array(text.utf8)
        switch type {
        case .int: return ExactTextReader.integer(bytes).map(Value.int)
        case .bool: return nil
        case .float: return ExactTextReader.float(bytes).map(Value.float)
        case .double: return ExactTextReader.double(bytes).map(Value.double)
        case .string: return scratch.string(text)
        case .data: return ExactTextReader.base64(bytes).map { scratch.binary($0) }
        case .date: return ExactTextReader.date(bytes).map(Value.timestamp)
        case .decimal128: return ExactTextReader.decimal(bytes).map(Value.decimal)
        case .objectId: return ExactTextReader.objectId(bytes).map(Value.objectId)
        case .UUID: return ExactTextReader.uuid(bytes).map(Value.uuid)
        case .any:
            guard isPlain else { return scratch.string(text) }
            if let number = ExactTextReader.integer(bytes) { return .int(number) }
            return ExactTextReader.double(bytes).map(Value.double) ?? scratch.string(text)
        case .object, .linkingObjects: return nil
        }
    }

    /// The literal as written.
    var text: String {
        switch content {
        case .null: "null"
        case .bool(let flag): flag ? "true" : "false"
        case .plain(let text), .quoted(let text): text
        }
    }
}
