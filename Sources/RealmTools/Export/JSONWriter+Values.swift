import RealmStore

extension JSONWriter {
    /// A value that is neither null nor a collection nor an embedded object.
    ///
    /// - Parameter isMixed: numbers carry their type, since the property does not have one.
    mutating func scalar(_ value: Value, isMixed: Bool) throws {
        switch value {
        case .int(let number): output.text.integer(number)
        case .bool(let flag): if flag { output.text.text("true") } else { output.text.text("false") }
        case .float(let number): float(number, isMixed)
        case .double(let number): double(number, isMixed)
        case .string(let bytes): try string(bytes)
        case .binary(let bytes): wrapped("$data") { $0.base64(bytes) }
        case .timestamp(let date):
            try date.checkProper()
            wrapped("$date") { [style] in $0.date(date, isShort: style == .plain) }
        case .decimal(let number): wrapped("$decimal") { $0.decimal(number) }
        case .objectId(let id): wrapped("$objectId") { $0.objectId(id) }
        case .uuid(let id): wrapped("$uuid") { $0.uuid(id) }
        case .link(let table, let key): try link(table, key)
        case .null, .list, .dictionary: output.text.text("null")
        }
    }

    /// `{"NAME":"..."}`, or, in plain style, only the text. The text needs no escaping.
    private mutating func wrapped(_ name: StaticString, _ write: (inout TextBuffer) -> Void) {
        open(name)
        output.text.byte(UInt8(ascii: "\""))
        write(&output.text)
        output.text.byte(UInt8(ascii: "\""))
        close()
    }

    private mutating func open(_ name: StaticString) {
        guard style == .typed else { return }
        output.text.text("{\"")
        output.text.text(name)
        output.text.text("\":")
    }

    private mutating func close() {
        if style == .typed { output.text.byte(UInt8(ascii: "}")) }
    }

    private mutating func float(_ number: Float, _ isMixed: Bool) {
        guard number.isFinite else { return wrapped("$float") { $0.number(number) } }
        if isMixed { open("$float") }
        output.text.number(number)
        if isMixed { close() }
    }

    private mutating func double(_ number: Double, _ isMixed: Bool) {
        guard number.isFinite else { return wrapped(isMixed ? "$double" : "$float") { $0.number(number) } }
        if isMixed { open("$double") }
        output.text.number(number)
        if isMixed { close() }
    }

    mutating func string(_ bytes: some RandomAccessCollection<UInt8>) throws {
        guard output.text.json(bytes) else { throw notUTF8() }
    }

    private func notUTF8() -> FormatError { FormatError(.badValue, at: .none, "a text is not UTF-8") }

    /// A link to a top-level object: class and key; null if the object does not exist.
    private mutating func link(_ table: TableKey, _ key: ObjectKey) throws {
        if key.isUnresolved { source.unresolvedLinks += 1 }
        guard !key.isUnresolved, !key.isNull else { return output.text.text("null") }
        let (target, primaryKey) = try source.target(table, key)
        guard !target.isEmbedded else {
            throw FormatError(.badValue, at: .none, "a mixed value links to embedded class '\(target.name)'")
        }
        open("$link")
        if style == .typed {
            output.text.byte(UInt8(ascii: "["))
            output.text.json(target.name)
            output.text.byte(UInt8(ascii: ","))
        }
        switch primaryKey {
        case nil: output.text.integer(key.value)
        case .null?: output.text.text("null")
        case let value?: try scalar(value, isMixed: false)
        }
        if style == .typed { output.text.byte(UInt8(ascii: "]")) }
        close()
    }
}
