import RealmStore

/// Exports classes as JSON: an object on each line (ndjson), or one document with an array for each class.
struct JSONExport {
    private let source: ExportSource
    private let classes: [ExportClass]
    /// One document instead of lines.
    private let isDocument: Bool
    private var writer: JSONWriter
    private var hasClasses = false
    private var report = RealmExporter.Report()
    private let step: () -> Void

    /// - Parameters:
    ///   - step: called after each object.
    init(
        _ source: ExportSource, _ classes: [ExportClass], isDocument: Bool, style: RealmExporter.ValueStyle,
        sink: ExportOutput.Sink?, step: @escaping () -> Void
    ) {
        self.source = source
        self.classes = classes
        self.isDocument = isDocument
        self.step = step
        writer = JSONWriter(source: source, style: style, output: ExportOutput(sink))
    }

    /// - Parameters:
    ///   - schemaVersion: for the head of the document.
    ///   - isWhole: whether every class is exported, so that embedded objects without owner can be detected.
    mutating func run(schemaVersion: UInt64?, isWhole: Bool) throws -> RealmExporter.Report {
        if isDocument {
            writer.output.text.text("{\"realm-export\":1,\"schemaVersion\":")
            if let schemaVersion {
                writer.output.text.integer(schemaVersion, digits: 1)
            } else {
                writer.output.text.text("null")
            }
            writer.output.text.text(",\"classes\":{")
        }
        let source = source
        for exported in classes where !exported.isEmbedded {
            try write(exported) { key in try source.exports(key, of: exported) }
        }
        if isWhole {
            for exported in classes where exported.isEmbedded { try writeOwnerless(exported) }
            for exported in source.others { try passOver(exported) }
            for exported in classes where exported.isEmbedded { try checkAllWritten(exported) }
        }
        if isDocument { writer.output.text.text(hasClasses ? "\n}}\n" : "}}\n") }
        try writer.output.flush()
        report.classes.sort { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
        report.bytes = writer.output.byteCount
        report.take(source)
        return report
    }

    /// Writes the objects of a class that `isWanted` selects.
    private mutating func write(
        _ exported: ExportClass, where isWanted: (ObjectKey) throws -> Bool, whole: Bool = true
    ) throws {
        if isDocument, whole { beginClass(exported) }
        if whole, let parts = try ExportParts(exported, source) {
            let count = try write(exported, parts)
            if isDocument { writer.output.text.byte(UInt8(ascii: "]")) }
            return report.classes.append(.init(name: exported.name, objects: count))
        }
        var count = 0
        var objects = try ClusterReader(exported)
        while let rows = try objects.next() {
            for row in 0..<rows.leaf.count where try isWanted(rows.leaf.key(row)) {
                if isDocument, !whole, count == 0 { beginClass(exported) }
                try JSONExport.write(rows, row, of: exported, isFirst: count == 0, isDocument: isDocument, &writer)
                try writer.output.flushIfFull()
                source.place = nil
                count += 1
                step()
            }
        }
        if isDocument, whole || count > 0 { writer.output.text.byte(UInt8(ascii: "]")) }
        if whole { report.classes.append(.init(name: exported.name, objects: count)) }
    }

    /// Writes one object, with what separates it from others.
    private static func write(
        _ rows: ExportRows, _ row: Int, of exported: ExportClass, isFirst: Bool, isDocument: Bool,
        _ writer: inout JSONWriter
    ) throws {
        if isDocument { writer.output.text.text(isFirst ? "\n" : ",\n") }
        try writer.object(exported, rows, row, namesClass: !isDocument, namesKey: exported.primaryKey == nil)
        if !isDocument { writer.output.text.byte(UInt8(ascii: "\n")) }
    }

    /// Writes the objects of a class by parts, which two threads make; returns their number.
    private mutating func write(_ exported: ExportClass, _ parts: ExportParts) throws -> Int {
        let (isDocument, style) = (isDocument, writer.style)
        var count = 0
        try parts.run(
            { (part: Range<Int>, source: ExportSource, exported: ExportClass) in
                var writer = JSONWriter(source: source, style: style, output: ExportOutput(nil))
                let objects = try ExportParts.forEachRow(part, of: exported, source) { rows, row, isFirst in
                    try JSONExport.write(rows, row, of: exported, isFirst: isFirst, isDocument: isDocument, &writer)
                    return writer.output.text.count < ExportParts.byteCount
                }
                return (writer.output.text, objects)
            },
            use: { part in
                try writer.output.pass(part.text)
                for _ in 0..<part.objects { step() }
                count += part.objects
            },
            rest: { positions in
                count += try ExportParts.forEachRow(positions, of: exported, source) { rows, row, _ in
                    try JSONExport.write(rows, row, of: exported, isFirst: false, isDocument: isDocument, &writer)
                    try writer.output.flushIfFull()
                    step()
                    return true
                }
            })
        return count
    }

    private mutating func beginClass(_ exported: ExportClass) {
        writer.output.text.text(hasClasses ? ",\n" : "\n")
        writer.output.text.json(exported.name)
        writer.output.text.text(":[")
        hasClasses = true
    }

    /// Embedded objects without owner are harmless damage: they follow as separate objects.
    private mutating func writeOwnerless(_ exported: ExportClass) throws {
        let total = try exported.table.objects().count
        report.classes.append(.init(name: exported.name, objects: total))
        guard exported.inlined.count < total else { return }
        let source = source
        try write(
            exported,
            where: { key in
                guard !exported.inlined.contains(key.value), try source.ownerCount(key, of: exported) == 0 else {
                    return false
                }
                exported.inlined.insert(key.value)
                source.ownerlessObjects += 1
                return true
            }, whole: false)
    }

    /// Records the embedded objects owned by objects of a table that is not a class.
    private func passOver(_ exported: ExportClass) throws {
        let counts = (source.unresolvedLinks, source.oversizedValues)
        defer { (source.unresolvedLinks, source.oversizedValues) = counts }
        var reader = JSONWriter(source: source, style: .typed, output: ExportOutput { _ in })
        var objects = try ClusterReader(exported)
        while let rows = try objects.next() {
            for row in 0..<rows.leaf.count {
                if exported.isEmbedded, try source.ownerCount(rows.leaf.key(row), of: exported) > 0 { continue }
                try reader.object(exported, rows, row, namesClass: false, namesKey: false)
                source.place = nil
            }
        }
    }

    private func checkAllWritten(_ exported: ExportClass) throws {
        let total = try exported.table.objects().count
        guard exported.inlined.count == total else {
            throw FormatError(
                .badValue, at: exported.table.ref,
                "\(total - exported.inlined.count) objects of '\(exported.name)' are not where their owner says"
            )
        }
    }
}
