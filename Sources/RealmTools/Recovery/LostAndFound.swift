import Foundation
import RealmStore

/// Records content that was read but has no place in a recovered file, as lines of JSON: objects without primary key or
/// owner, and texts that are not UTF-8. Values have the typed forms of docs/export-format.md.
final class LostAndFound {
    /// The reason for an entry.
    enum Reason: String {
        /// Another object has the primary key.
        case duplicatePrimaryKey
        /// The primary key cannot be read.
        case primaryKeyLost
        /// An embedded object without a link to it.
        case noOwner
        /// A text is not UTF-8.
        case notUTF8
        /// Texts of a leaf without an object.
        case unreachable
    }

    private(set) var count = 0
    private let sink: ((Data) -> Void)?
    private let reader: SalvageReader
    private let classNames: [UInt32: String]
    private var text = TextBuffer()

    init(_ survey: SalvageSurvey, _ reader: SalvageReader, sink: ((Data) -> Void)?) {
        self.sink = sink
        self.reader = reader
        classNames = Dictionary(
            survey.tables.map { ($0.key.value, $0.className) }, uniquingKeysWith: { first, _ in first })
    }

    /// An object with all its values.
    func add(
        _ table: SalvagedTable, _ cluster: SalvagedCluster, _ values: [SalvageReader.Values], row: Int, _ reason: Reason
    ) {
        count += 1
        guard sink != nil else { return }
        begin(table.className, cluster.key(row), reason)
        text.text(",\"values\":{")
        var isFirst = true
        for (column, values) in zip(table.columns, values) {
            if !isFirst { text.byte(UInt8(ascii: ",")) }
            isFirst = false
            text.json(column.name)
            text.byte(UInt8(ascii: ":"))
            property(values, row, column)
        }
        text.byte(UInt8(ascii: "}"))
        end()
    }

    /// One value of an otherwise recovered object.
    func add(_ value: Value, of property: String, _ table: SalvagedTable, _ key: ObjectKey?, _ reason: Reason) {
        count += 1
        guard sink != nil else { return }
        begin(table.className, key, reason)
        text.text(",\"property\":")
        text.json(property)
        text.text(",\"value\":")
        write(value, depth: 0)
        end()
    }

    /// The texts of a leaf that does not belong to anything known.
    func add(texts: [Value], at ref: Ref) {
        count += 1
        guard sink != nil else { return }
        text.text("{\"reason\":\"\(Reason.unreachable.rawValue)\",\"ref\":")
        text.integer(Int64(ref.offset))
        text.text(",\"values\":")
        list(texts.count) { write(texts[$0], depth: 0) }
        end()
    }

    private func begin(_ className: String, _ key: ObjectKey?, _ reason: Reason) {
        text.text("{\"reason\":\"\(reason.rawValue)\",\"_class\":")
        text.json(className)
        guard let key else { return }
        text.text(",\"_key\":")
        text.integer(key.value)
    }

    private func end() {
        text.text("}\n")
        sink?(Data(text.bytes))
        text.removeAll()
    }

    // MARK: Values

    private func property(_ values: SalvageReader.Values, _ row: Int, _ column: Column) {
        guard column.collection != nil else {
            switch reader.value(values, row, of: column) {
            case .value(let value), .unfit(let value): write(value, depth: 0)
            case .lost: text.text("null")
            }
            return
        }
        let root = reader.root(values, row) ?? .none
        if column.collection == .dictionary {
            entries(SalvagedEntries(root, hasIntegerKeys: column.hasIntegerKeys, in: reader.space), depth: 0)
        } else {
            elements(SalvagedElements(root, of: column, in: reader.space), depth: 0)
        }
    }

    private func list(_ count: Int, _ body: (Int) -> Void) {
        text.byte(UInt8(ascii: "["))
        for index in 0..<count {
            if index > 0 { text.byte(UInt8(ascii: ",")) }
            body(index)
        }
        text.byte(UInt8(ascii: "]"))
    }

    private func elements(_ elements: SalvagedElements, depth: Int) {
        var values: [Value] = []
        elements.forEach { values.append($0 ?? .null) }
        list(values.count) { write(values[$0], depth: depth + 1) }
    }

    private func entries(_ entries: SalvagedEntries, depth: Int) {
        text.text("{\"$map\":{")
        for (index, entry) in entries.entries.enumerated() {
            if index > 0 { text.byte(UInt8(ascii: ",")) }
            switch entry.key {
            case .string(let bytes): text.json(String(decoding: bytes, as: UTF8.self))
            case .int(let number): text.json("\(number)")
            default: text.text("\"\"")
            }
            text.byte(UInt8(ascii: ":"))
            write(entry.value ?? .null, depth: depth + 1)
        }
        text.text("}}")
    }

    private func write(_ value: Value, depth: Int) {
        switch value {
        case .int(let number): text.integer(number)
        case .bool(let flag): text.text(flag ? "true" : "false")
        case .float(let number): wrapped("$float") { $0.number(number) }
        case .double(let number): wrapped("$double") { $0.number(number) }
        case .string(let bytes):
            if bytes.isUTF8 { _ = text.json(bytes) } else { wrapped("$data") { $0.base64(bytes) } }
        case .binary(let bytes): wrapped("$data") { $0.base64(bytes) }
        case .timestamp(let date) where date.isProper: wrapped("$date") { $0.date(date) }
        case .decimal(let number): wrapped("$decimal") { $0.decimal(number) }
        case .objectId(let id): wrapped("$objectId") { $0.objectId(id) }
        case .uuid(let id): wrapped("$uuid") { $0.uuid(id) }
        case .link(let table, let key):
            text.text("{\"$link\":[")
            text.json(classNames[table.value] ?? "\(table.value)")
            text.byte(UInt8(ascii: ","))
            text.integer(key.value)
            text.text("]}")
        case .list(let root) where depth < NestedCollection.maximumDepth:
            LargeStack.descend(from: depth) {
                elements(SalvagedElements(root, of: .nestedMixed, in: reader.space), depth: depth)
            }
        case .dictionary(let root) where depth < NestedCollection.maximumDepth:
            LargeStack.descend(from: depth) {
                entries(SalvagedEntries(root, hasIntegerKeys: false, in: reader.space), depth: depth)
            }
        case .null, .timestamp, .list, .dictionary: text.text("null")
        }
    }

    private func wrapped(_ name: String, _ write: (inout TextBuffer) -> Void) {
        text.text("{\"\(name)\":\"")
        write(&text)
        text.text("\"}")
    }
}
