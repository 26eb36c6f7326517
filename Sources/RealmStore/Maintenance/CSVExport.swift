import Foundation

/// Exports classes as CSV (RFC 4180): a file for each class and one for each of its collections, one after another.
struct CSVExport {
    private let source: ExportSource
    private let classes: [ExportClass]
    private let sink: (_ file: String, _ bytes: Data) throws -> Void
    private let step: () -> Void
    private var output = ExportOutput(nil)
    /// Renders nested collections, and typed mixed values, for one field.
    private var json: JSONWriter
    private var report = RealmExporter.Report()

    init(
        _ source: ExportSource, _ classes: [ExportClass], style: RealmExporter.ValueStyle,
        sink: @escaping (_ file: String, _ bytes: Data) throws -> Void, step: @escaping () -> Void
    ) {
        self.source = source
        self.classes = classes
        self.sink = sink
        self.step = step
        json = JSONWriter(source: source, style: style, output: ExportOutput(nil))
    }

    mutating func run() throws -> RealmExporter.Report {
        for exported in classes {
            try objects(exported)
            for index in exported.properties.indices where exported.properties[index].column.collection != nil {
                try collections(exported, index)
            }
        }
        report.take(source)
        return report
    }

    // MARK: Files

    /// The name of a class's file, or of one of its collections.
    ///
    /// Bytes that mean something in a path are escaped as in a URL, and so is every underscore of the class's name that
    /// could be taken for the separator.
    static func fileName(_ className: String, _ property: String? = nil) -> String {
        var name = escaped(className, escapingUnderscores: true)
        if let property { name += "__" + escaped(property, escapingUnderscores: false) }
        return name + ".csv"
    }

    private static func escaped(_ name: String, escapingUnderscores: Bool) -> String {
        let bytes = Array(name.utf8)
        var escaped = TextBuffer()
        for (index, byte) in bytes.enumerated() {
            let isSeparator =
                byte == UInt8(ascii: "_") && (index + 1 == bytes.count || bytes[index + 1] == UInt8(ascii: "_"))
            let isSpecial =
                byte < 0x20 || byte == 0x7F || byte == UInt8(ascii: "/") || byte == UInt8(ascii: "\\")
                || byte == UInt8(ascii: "%") || byte == UInt8(ascii: ".") && index == 0
            if isSpecial || (escapingUnderscores && isSeparator) {
                escaped.byte(UInt8(ascii: "%"))
                escaped.hex(byte)
            } else {
                escaped.byte(byte)
            }
        }
        return String(decoding: escaped.bytes, as: UTF8.self)
    }

    private mutating func begin(_ file: String) {
        let sink = sink
        output = ExportOutput { bytes in try sink(file, bytes) }
    }

    private mutating func end() throws {
        try output.flush()
        report.bytes += output.byteCount
    }

    private mutating func endRecord() throws {
        output.text.text("\r\n")
        try output.flushIfFull()
    }

    // MARK: Records

    private mutating func objects(_ exported: ExportClass) throws {
        let singles = exported.properties.indices.filter { exported.properties[$0].column.collection == nil }
        begin(CSVExport.fileName(exported.name))
        var names = singles.map { exported.properties[$0].name }
        if exported.primaryKey == nil { names.insert("_key", at: 0) }
        for (index, name) in names.enumerated() {
            if index > 0 { output.text.byte(UInt8(ascii: ",")) }
            output.text.csv(name)
        }
        try endRecord()
        var count = 0
        var reader = try ClusterReader(exported)
        while let rows = try reader.next() {
            for row in 0..<rows.leaf.count {
                let key = rows.leaf.key(row)
                if exported.primaryKey == nil { output.text.integer(key.value) }
                for (position, index) in singles.enumerated() {
                    source.place = (exported, key, index)
                    if position > 0 || exported.primaryKey == nil { output.text.byte(UInt8(ascii: ",")) }
                    guard case .single(let leaf) = rows.values[index] else { continue }
                    try field(source.value(leaf, row), of: exported.properties[index])
                }
                try endRecord()
                if exported.isEmbedded, try source.ownerCount(key, of: exported) == 0 { source.ownerlessObjects += 1 }
                source.place = nil
                count += 1
                step()
            }
        }
        try end()
        report.classes.append(.init(name: exported.name, objects: count))
    }

    private mutating func collections(_ exported: ExportClass, _ index: Int) throws {
        let property = exported.properties[index]
        begin(CSVExport.fileName(exported.name, property.column.name))
        output.text.text(property.column.collection == .dictionary ? "owner,key,value" : "owner,position,value")
        try endRecord()
        var reader = try ClusterReader(exported)
        while let leaf = try reader.nextLeaf() {
            var owners: ColumnLeaf?
            if let primaryKey = exported.primaryKey {
                let column = exported.properties[primaryKey].column
                guard case .single(let values) = try ExportRows.open(column, in: leaf, of: exported.table) else {
                    continue
                }
                owners = values
            }
            let slots = try exported.table.slots(of: property.column, in: leaf)
            for row in 0..<leaf.count {
                source.place = (exported, leaf.key(row), index)
                let root = try exported.table.collectionRoot(slots.slot(row), of: property.column)
                guard !root.isNone else { continue }
                var owner = ExportOutput(nil)
                swap(&owner, &output)
                if let owners {
                    try scalar(owners.value(row))
                } else {
                    output.text.integer(leaf.key(row).value)
                }
                swap(&owner, &output)
                try records(root, of: property, owner.text.bytes)
            }
            source.place = nil
        }
        try end()
    }

    private mutating func records(_ root: Ref, of property: ExportClass.Property, _ owner: [UInt8]) throws {
        let column = property.column
        guard column.collection == .dictionary else {
            var elements = CollectionReader(try CollectionTree(root, of: column, in: source.space))
            var position = 0
            for index in 0..<elements.count {
                let (leaf, row) = try elements.leaf(index)
                let value = try source.value(leaf, row)
                if column.type == .link, case .link(_, let key) = value, key.isUnresolved {
                    source.unresolvedLinks += 1
                    continue
                }
                output.text.raw(owner)
                output.text.byte(UInt8(ascii: ","))
                output.text.integer(Int64(position))
                output.text.byte(UInt8(ascii: ","))
                try field(value, of: property)
                try endRecord()
                position += 1
            }
            return
        }
        var dictionary = try DictionaryReader(root, of: column, in: source.space)
        for index in 0..<dictionary.count {
            output.text.raw(owner)
            output.text.byte(UInt8(ascii: ","))
            try scalar(dictionary.key(index))
            output.text.byte(UInt8(ascii: ","))
            try field(dictionary.value(index, from: source), of: property)
            try endRecord()
        }
    }

    // MARK: Fields

    private mutating func field(_ value: Value, of property: ExportClass.Property) throws {
        switch value {
        case .null: break
        case .link(_, let key) where key.isUnresolved: source.unresolvedLinks += 1
        case .list, .dictionary: try jsonField(value, of: property)
        case _ where property.column.type == .mixed && json.style == .typed: try jsonField(value, of: property)
        default: try scalar(value)
        }
    }

    private mutating func jsonField(_ value: Value, of property: ExportClass.Property) throws {
        json.output.text.removeAll()
        try json.element(value, of: property, 0)
        // JSON is UTF-8.
        _ = output.text.csv(json.output.text.bytes)
    }

    private mutating func scalar(_ value: Value) throws {
        switch value {
        case .null, .list, .dictionary: break
        case .int(let number): output.text.integer(number)
        case .bool(let flag): if flag { output.text.text("true") } else { output.text.text("false") }
        case .float(let number): output.text.number(number)
        case .double(let number): output.text.number(number)
        case .string(let bytes):
            guard output.text.csv(bytes) else { throw FormatError(.badValue, at: .none, "a text is not UTF-8") }
        case .binary(let bytes):
            if bytes.isEmpty { output.text.text("\"\"") } else { output.text.base64(bytes) }
        case .timestamp(let date):
            guard date.isProper else {
                throw FormatError(
                    .badValue, at: .none, "a date has seconds and nanoseconds that do not belong together")
            }
            output.text.date(date)
        case .decimal(let number): output.text.decimal(number)
        case .objectId(let id): output.text.objectId(id)
        case .uuid(let id): output.text.uuid(id)
        case .link(let table, let key):
            guard !key.isNull else { break }
            if let primaryKey = try source.target(table, key).primaryKey {
                try scalar(primaryKey)
            } else {
                output.text.integer(key.value)
            }
        }
    }
}
