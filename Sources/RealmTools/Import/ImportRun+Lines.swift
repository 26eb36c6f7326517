import Foundation
import RealmStore

/// Files of JSON lines, JSON documents, and CSV, which are read in large blocks, on another thread ahead of those that
/// are stored.
extension ImportRun {
    /// Blocks that may wait to be stored.
    private static let blocksAhead = 2

    /// Reads a file of objects, or the rest of it; returns those with missing properties.
    func readLines(_ file: RealmImporter.Input, _ form: BlockForm, _ number: Int) throws -> [Incomplete] {
        let blocks = try blocks(of: file, form)
        var incomplete: [Incomplete] = []
        var lineCount = max(progress?.place.lineCount ?? 0, form.start.lineCount)
        while var block = try blocks.next() {
            block.linesBefore = lineCount
            try inOneTransaction {
                let missing = try add(block, file)
                note(missing, of: number)
                incomplete += missing
                lineCount += block.rows.lineCount
                progress?.note(block.text, form, lines: lineCount)
            }
            options.progress?.completedUnitCount = Int64(passedByteCount + block.byteCount)
        }
        progress?.noteEnd()
        passedByteCount += try FileStatus.ofPath(file.url.path).byteCount
        return incomplete
    }

    /// Adds the objects of a block.
    private func add(_ block: LineBlock, _ file: RealmImporter.Input) throws -> [Incomplete] {
        var incomplete: [Incomplete] = []
        var records = block.records[...]
        for piece in block.rows.pieces {
            switch piece {
            case .rows(let position, let rows): incomplete += try add(rows, of: position, block, file)
            case .line(let offset, let line):
                guard let record = records.popFirst() else { continue }
                incomplete += try add(record, at: offset, of: block, file, line: block.linesBefore + line + 1)
                try step(records: 1)
            }
        }
        return incomplete
    }

    private func blocks(of file: RealmImporter.Input, _ form: BlockForm) throws -> ReadAhead<LineBlock> {
        let classes = try current().classes
        let tables = Dictionary(uniqueKeysWithValues: classes.all.map { ($0.table.key, $0.table.table) })
        let positions = Dictionary(
            uniqueKeysWithValues: classes.all.enumerated().map { ($0.element.table.key, $0.offset) })
        let layouts = classes.all.map {
            RowLayout(
                $0.table.table, className: $0.name, among: tables, positions: positions,
                exportedName: ExportClass.exportedName)
        }
        let names = classes.all.map { Array($0.name.utf8) }
        let usual = file.className.flatMap { name in classes.all.firstIndex { $0.name == name } }
        let bytes = try ImportBytes(file.url, name: file.name)
        var blocks = try texts(of: bytes, file, form)
        let rows: (BlockForm, TextBlock) -> RowBlock
        switch form {
        case .lines, .elements:
            rows = { form, text in
                guard let name = form.className else { return RowBlock(lines: text, layouts, usual: usual) }
                return RowBlock(lines: text, layouts, usual: names.firstIndex(of: name), onlyUsual: true)
            }
        case .records(let header):
            guard let position = usual else { preconditionFailure("the plan knows the class of each file of CSV") }
            let type = classes.all[position]
            if let name = header.names.first(where: { type.property($0) == nil && !ImportRun.isOwn($0) }) {
                let member = ImportMember(name: name, value: .field(CSVField(bytes: [], isQuoted: false)))
                throw ImportRun.telling(ImportProblem(unknown: member, of: type), file, line: 1)
            }
            let fields = ImportRun.fields(header, of: type)
            rows = { _, text in
                guard let fields else { return RowBlock(records: text) }
                return RowBlock(records: text, layouts, of: position, fields: fields)
            }
        }
        return ReadAhead("RealmStore.Import", depth: ImportRun.blocksAhead) {
            try blocks.next().map { form, text in LineBlock(rows(form, text), form, byteCount: bytes.byteCount) }
        }
    }

    /// The positions of the properties of a header's names, nil for the key; nil if the records are not all of the
    /// usual kind.
    private static func fields(_ header: CSVReader.Header, of type: ImportClass) -> [Int?]? {
        let fields = header.names.map(type.property)
        let hasOnlyKey = zip(header.names, fields).allSatisfy { $1 != nil || $0.elementsEqual("_key".utf8) }
        return hasOnlyKey && (type.primaryKey == nil || !fields.contains(nil)) ? fields : nil
    }

    /// Whether a name is that of what is said of an object, not of one of its properties.
    private static func isOwn(_ name: [UInt8]) -> Bool {
        name.elementsEqual("_class".utf8) || name.elementsEqual("_key".utf8)
    }

    /// The text of a file from the place on to which the import came.
    private func texts(
        of bytes: ImportBytes, _ file: RealmImporter.Input, _ form: BlockForm
    ) throws -> ObjectBlocks {
        let offset = max(progress?.place.offset ?? 0, form.start.byteCount)
        let tail = Array(progress?.place.tail ?? Data())
        var end: [UInt8] = []
        var passed = 0
        while passed < offset {
            let piece = try bytes.read(min(TextBlocks.byteCount, offset - passed))
            if piece.isEmpty { break }
            passed += piece.count
            end = Array((end + piece.suffix(tail.count)).suffix(tail.count))
        }
        let hasOtherHeader = progress?.place.header.map { Array($0) != form.header } ?? false
        guard passed == offset, end == tail, !hasOtherHeader else {
            throw RLMError(
                .badImport,
                "\(file.name): the text before byte \(offset) is not that which the interrupted import read. Import "
                    + "without going on.",
                path: file.url.path)
        }
        return ObjectBlocks(bytes, of: form, from: offset)
    }

    // MARK: Rows

    /// Adds the objects of rows of the class at `position`.
    private func add(
        _ rows: Range<Int>, of position: Int, _ block: LineBlock, _ file: RealmImporter.Input
    ) throws -> [Incomplete] {
        let given = block.rows.rows[position]
        var incomplete: [Incomplete] = []
        var next = rows.lowerBound
        while next < rows.upperBound {
            let part = next..<(next + min(room, rows.upperBound - next))
            let type = try current().classes.all[position]
            // Rows whose key is taken are read again, one by one: they have a problem, or change an object.
            for row in try current().writer.objects.takenRows(part, of: given, in: type.table) {
                incomplete += try create(next..<row, of: given, type, block, file)
                let (offset, line) = given.place(of: row)
                let record = block.record(at: offset, line + 1)
                incomplete += try add(record, at: offset, of: block, file, line: block.line(of: row, given))
                next = row + 1
            }
            incomplete += try create(next..<part.upperBound, of: given, type, block, file)
            next = part.upperBound
            try step(records: part.count)
        }
        return incomplete
    }

    /// Adds the objects of rows, whose primary keys are free.
    private func create(
        _ rows: Range<Int>, of given: RowColumns, _ type: ImportClass, _ block: LineBlock, _ file: RealmImporter.Input
    ) throws -> [Incomplete] {
        if rows.isEmpty { return [] }
        guard type.primaryKey == nil else { return try store(rows, of: given, type, block) }
        if given.haveObjectKeys { return try createKeyed(rows, of: given, type, block, file) }
        do {
            _ = try type.keys.claim(nil, in: type.table)
        } catch {
            for row in rows { try reject(error, row, of: given, block, file) }
            return []
        }
        return try store(rows, of: given, type, block)
    }

    /// The same for rows with keys: objects keep theirs where they are free, as many at once as ascend.
    private func createKeyed(
        _ rows: Range<Int>, of given: RowColumns, _ type: ImportClass, _ block: LineBlock, _ file: RealmImporter.Input
    ) throws -> [Incomplete] {
        var incomplete: [Incomplete] = []
        var claimed: [ObjectKey] = []
        func storeClaimed(before row: Int) throws {
            let keys = exchange(&claimed, with: [])
            if keys.isEmpty { return }
            incomplete += try store((row - keys.count)..<row, keys, of: given, type, block)
        }
        for row in rows {
            let old = given.objectKey(of: row)
            if let last = claimed.last, let old, old <= last.value { try storeClaimed(before: row) }
            do {
                if let key = try type.keys.claim(old, in: type.table) {
                    claimed.append(key)
                } else {
                    try storeClaimed(before: row)
                    incomplete += try store(row..<(row + 1), of: given, type, block)
                }
            } catch let problem as ImportProblem {
                try storeClaimed(before: row)
                try reject(problem, row, of: given, block, file)
            }
        }
        try storeClaimed(before: rows.upperBound)
        return incomplete
    }

    /// Puts a row aside.
    private func reject(
        _ error: any Error, _ row: Int, of given: RowColumns, _ block: LineBlock, _ file: RealmImporter.Input
    ) throws {
        let place = given.place(of: row)
        try reject(
            ImportRun.telling(
                error, file, line: block.form.line(block.line(of: row, given), of: block.text, at: place.offset)),
            block.text(at: place.offset), block.form)
    }

    /// Adds objects.
    ///
    /// - Parameter claimed: their keys, ascending; nil for the next ones.
    private func store(
        _ rows: Range<Int>, _ claimed: [ObjectKey]? = nil, of given: RowColumns, _ type: ImportClass,
        _ block: LineBlock
    ) throws -> [Incomplete] {
        let objects = try current().writer.objects
        let keys = try objects.create(rows, of: given, keys: claimed, in: type.table)
        uncommitted.count(type.name, created: rows.count)
        if given.haveObjectKeys {
            for (row, key) in zip(rows, keys) { type.keys.note(key, for: given.objectKey(of: row)) }
        }
        let made = MadeObjects(rows: Array(rows), keys: keys)
        return try connect(made, of: given, type, block).sorted().map { index in
            Incomplete(number: block.text.offset + given.place(of: made.rows[index]).offset, key: keys[index])
        }
    }

    /// Objects that were made of rows.
    private struct MadeObjects {
        /// Ascending, unless they are of embedded objects.
        let rows: [Int]
        let keys: [ObjectKey]
    }

    /// Gives new objects their links, elements and embedded objects.
    ///
    /// - Returns: the positions of those with links to what does not exist yet.
    private func connect(
        _ made: MadeObjects, of given: RowColumns, _ type: ImportClass, _ block: LineBlock
    ) throws -> Set<Int> {
        let objects = try current().writer.objects
        var unresolved = Set<Int>()
        for column in given.links {
            let property = type.properties[column]
            let target = try current().classes.target(of: property)
            var links: [(origin: ObjectKey, target: ObjectKey)] = []
            for (index, row) in made.rows.enumerated() {
                let link = given.link(row, column)
                if link.isNull { continue }
                if let found = try find(link, in: target) {
                    links.append((made.keys[index], found))
                } else {
                    unresolved.insert(index)
                }
            }
            try objects.setLinks(of: property.column, links, in: type.table)
        }
        for column in given.collections {
            let property = type.properties[column]
            if let position = given.embedded(column) {
                unresolved.formUnion(try embed(block.rows.rows[position], made, of: given, column, type, block))
                continue
            }
            for (index, row) in made.rows.enumerated() {
                let elements = given.elements(row, column)
                if elements.isEmpty { continue }
                if let found = try resolved(elements, of: property) {
                    try objects.fill(
                        property.column, of: made.keys[index], with: found, keys: given.keys(row, column),
                        in: type.table)
                } else {
                    unresolved.insert(index)
                }
            }
        }
        return unresolved
    }

    /// Adds the embedded objects of one column.
    ///
    /// - Returns: the positions of the owners of those with links to what does not exist yet.
    private func embed(
        _ rows: RowColumns, _ owners: MadeObjects, of given: RowColumns, _ column: Int, _ type: ImportClass,
        _ block: LineBlock
    ) throws -> Set<Int> {
        let objects = try current().writer.objects
        let property = type.properties[column]
        let target = try current().classes.target(of: property)
        var embedded: [Int] = []
        var ownerOfEach: [Int] = []
        for (owner, row) in owners.rows.enumerated() {
            for case .int(let number) in given.elements(row, column) {
                embedded.append(Int(number))
                ownerOfEach.append(owner)
            }
        }
        let made = MadeObjects(
            rows: embedded, keys: try objects.createEmbedded(embedded, of: rows, in: target.table))
        if property.column.collection == nil {
            let links = zip(ownerOfEach, made.keys).map { (origin: owners.keys[$0], target: $1) }
            try objects.setLinks(of: property.column, links, in: type.table)
        } else {
            var next = 0
            for (owner, row) in owners.rows.enumerated() {
                // A dictionary may have null for an object.
                let elements = given.elements(row, column).map { (element) -> Value in
                    if element.isNull { return element }
                    defer { next += 1 }
                    return .link(target.table.key, made.keys[next])
                }
                if elements.isEmpty { continue }
                try objects.fill(
                    property.column, of: owners.keys[owner], with: elements[...], keys: given.keys(row, column),
                    in: type.table)
            }
        }
        return Set(try connect(made, of: rows, target, block).map { ownerOfEach[$0] })
    }

    /// The elements of a collection, with the objects that links name; nil if one does not exist yet.
    private func resolved(_ elements: ArraySlice<Value>, of property: ImportProperty) throws -> ArraySlice<Value>? {
        guard property.column.type == .link else { return elements }
        let target = try current().classes.target(of: property)
        var links: ArraySlice<Value> = []
        for element in elements {
            if element.isNull {
                links.append(element)
                continue
            }
            guard let key = try find(element, in: target) else { return nil }
            links.append(.link(target.table.key, key))
        }
        return links
    }

    /// The object of a class that a link names.
    private func find(_ key: Value, in target: ImportClass) throws(FormatError) -> ObjectKey? {
        if target.primaryKey != nil { return try target.table.table.find(primaryKey: key)?.key }
        guard case .int(let number) = key else { return nil }
        return try target.keys.find(number, in: target.table, isFinal: false)
    }

    // MARK: Lines

    /// Adds the object of one line; returns it if properties are missing.
    private func add(
        _ record: Result<ImportRecord, any Error>, at offset: Int, of block: LineBlock, _ file: RealmImporter.Input,
        line: Int
    ) throws -> [Incomplete] {
        do {
            guard let key = try add(record.get(), of: file) else { return [] }
            return [Incomplete(number: block.text.offset + offset, key: key)]
        } catch {
            let line = block.form.line(line, of: block.text, at: offset)
            try reject(
                ImportRun.telling(error, file, line: line, after: block.linesBefore), block.text(at: offset),
                block.form)
            return []
        }
    }

    /// Puts a line or record aside.
    ///
    /// - Throws: the error, if none are put aside, or this one is not about what the line holds.
    private func reject(_ error: any Error, _ text: [UInt8], _ form: BlockForm) throws {
        guard form.isOfSeparateObjects, let take = options.reject, let problem = error as? RLMError,
            problem.code == .badImport
        else { throw error }
        try take(RealmImporter.Reject(text: Data(text), header: form.header.map { Data($0) }, problem: problem))
        uncommitted.rejected += 1
    }

    /// Sets the missing properties of the objects of these lines.
    func completeLines(_ objects: [Incomplete], from file: RealmImporter.Input, _ form: BlockForm) throws {
        var rest = objects[...]
        let bytes = try ImportBytes(file.url, name: file.name)
        var blocks = ObjectBlocks(bytes, of: form)
        var lineCount = 0
        while !rest.isEmpty, let (form, text) = try blocks.next() {
            while let next = rest.first, next.number < text.offset + text.count {
                rest = rest.dropFirst()
                let offset = next.number - text.offset
                let record = try form.record(text, at: offset, 1).get()
                try inOneTransaction {
                    do {
                        try complete(next.key, record, of: file)
                    } catch {
                        let textLine = lineCount + text.lineFeedCount(before: offset) + 1
                        let line = form.line(textLine, of: text, at: offset)
                        try reject(ImportRun.telling(error, file, line: line), form.text(text, at: offset), form)
                        try complete(next.key, record, of: file, isFinal: false)
                    }
                    progress?.place.completed? += 1
                    try step(records: 1)
                }
            }
            lineCount += text.lineFeedCount(before: text.count)
        }
    }
}
