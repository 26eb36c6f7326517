import RealmStore

/// Writes the salvaged content into a new file, through the engine's ordinary editors: backlinks, search indexes and
/// counts are rebuilt.
///
/// First all objects with their single values, so that links have targets; then links, mixed values and collections,
/// and with them the embedded objects.
final class SalvageWriter {
    let survey: SalvageSurvey
    let reader: SalvageReader
    let found: LostAndFound
    /// Opens the new file, again for each transaction: pages decrypted for the last one are not needed again.
    private let open: () throws -> Database
    private var session: OpenTransaction
    /// The new tables and their columns, in the order of the salvaged ones.
    private var targets: [Target] = []
    private var targetKeys: [(table: TableKey, columns: [ColumnKey])] = []
    private let positions: [UInt32: Int]
    /// Objects with another key in the new file, by table.
    private var newKeys: [SalvageMap<ObjectKey>]
    /// Objects, by table, that are not in the new file, or not from this place.
    private var dropped: [SalvageMap<Bool>]
    /// Embedded objects that have an owner, by table: their keys in the new file.
    private var owned: [SalvageMap<ObjectKey>]
    /// Embedded objects whose backlinks were searched for their owner.
    private var asked: [SalvageMap<Bool>]
    /// Lists, as objects of the new file and columns, with lost elements.
    private var incomplete: [[ObjectKey: Set<ColumnKey>]]
    private var opened: [(cluster: Int, values: [SalvageReader.Values])?]

    /// Objects in the new file, by table.
    private(set) var recovered: [Int]
    private(set) var brokenLinks = 0
    /// Single values, elements and collections that are missing or changed in the new file.
    var lostValues = 0

    /// A table of the running transaction.
    struct Target {
        let editor: TableEditor
        let columns: [Column]
    }

    /// The maximum bytes of a transaction.
    private static let transactionByteCount = 1 << 26

    /// - Parameter open: opens the new file, which has no tables yet.
    init(
        _ survey: SalvageSurvey, _ reader: SalvageReader, _ found: LostAndFound, open: @escaping () throws -> Database
    ) throws {
        self.survey = survey
        self.reader = reader
        self.found = found
        self.open = open
        session = try OpenTransaction(open().beginWrite())
        let count = survey.tables.count
        positions = Dictionary(
            survey.tables.enumerated().map { ($1.key.value, $0) }, uniquingKeysWith: { first, _ in first })
        newKeys = Array(repeating: SalvageMap(), count: count)
        dropped = Array(repeating: SalvageMap(), count: count)
        owned = Array(repeating: SalvageMap(), count: count)
        asked = Array(repeating: SalvageMap(), count: count)
        incomplete = Array(repeating: [:], count: count)
        opened = Array(repeating: nil, count: count)
        recovered = Array(repeating: 0, count: count)
    }

    var objects: ObjectEditor { session.objects }

    func run() throws {
        try makeTables()
        let roots = survey.tables.indices.filter { survey.tables[$0].kind != .embedded }
        for index in roots { try forEachObject(of: index) { try create(index, $0, $1) } }
        for index in roots { try forEachObject(of: index) { try fill(index, $0, $1) } }
        for index in survey.tables.indices where survey.tables[index].kind == .embedded {
            try forEachObject(of: index) { cluster, row in
                guard owned[index][cluster, row] == nil, try !adopt(index, cluster, row) else { return }
                found.add(
                    survey.tables[index], survey.tables[index].clusters[cluster], values(index, cluster), row: row,
                    .noOwner)
            }
        }
        _ = try session.commit()
    }

    private func forEachObject(of index: Int, _ body: (_ cluster: Int, _ row: Int) throws -> Void) throws {
        for (position, cluster) in survey.tables[index].clusters.enumerated() {
            for row in 0..<cluster.count {
                if survey.space.releasePagesIfDue() { opened = Array(repeating: nil, count: opened.count) }
                try body(position, row)
            }
            try commitIfLarge()
        }
    }

    /// All columns of a cluster; cached for the last one of each table.
    func values(_ index: Int, _ cluster: Int) -> [SalvageReader.Values] {
        if let last = opened[index], last.cluster == cluster { return last.values }
        let values = reader.open(survey.tables[index].clusters[cluster], of: survey.tables[index])
        opened[index] = (cluster, values)
        return values
    }

    // MARK: Tables

    private func makeTables() throws {
        for table in survey.tables { _ = try session.tables.addTable(table.name, kind: table.kind) }
        targetKeys = []
        for table in survey.tables {
            guard let editor = try session.tables.table(named: table.name) else { continue }
            var columns: [ColumnKey] = []
            for column in table.columns {
                let target = column.type == .link ? positions[column.oppositeTable.value] : nil
                let other = try target.flatMap { try session.tables.table(named: survey.tables[$0].name) }
                let made = try editor.addColumn(
                    column.name, column.type, column.attributes.subtracting(.specOnly), target: other,
                    hasIntegerKeys: column.hasIntegerKeys)
                try makeIndex(of: made, like: column, isPrimaryKey: column === table.primaryKey, in: editor)
                columns.append(made.key)
            }
            targetKeys.append((editor.key, columns))
        }
        try bind()
    }

    private func makeIndex(of made: Column, like old: Column, isPrimaryKey: Bool, in table: TableEditor) throws {
        let asked = old.attributes.intersection([.indexed, .fullText])
        let wanted = made.with(attributes: made.attributes.union(asked))
        guard isPrimaryKey || (asked == .indexed || asked == .fullText) && wanted.canBeIndexed else { return }
        try objects.makeIndex(of: made, isPrimaryKey && asked != .indexed ? nil : asked, in: table)
        if isPrimaryKey { table.setPrimaryKey(table.column(made.key)) }
    }

    /// Looks up the tables of a new transaction.
    private func bind() throws {
        targets = try targetKeys.map { keys in
            guard let editor = try session.tables.table(keys.table) else {
                throw FormatError(.badTable, at: .none, "a table that was just made is gone")
            }
            return Target(editor: editor, columns: keys.columns.compactMap { editor.column($0) })
        }
    }

    private func commitIfLarge() throws {
        guard session.transaction.arena.byteCount > SalvageWriter.transactionByteCount else { return }
        _ = try session.commit()
        session = try OpenTransaction(open().beginWrite())
        try bind()
    }

    func target(_ index: Int) -> Target { targets[index] }

    // MARK: Objects

    /// Adds an object with its single values.
    private func create(_ index: Int, _ cluster: Int, _ row: Int) throws {
        let (table, target) = (survey.tables[index], targets[index])
        let salvaged = table.clusters[cluster]
        let values = values(index, cluster)
        var primaryKey: Value?
        if let column = table.primaryKey, let position = table.columns.firstIndex(where: { $0 === column }) {
            guard case .value(let value) = reader.value(values[position], row, of: column) else {
                return drop(index, cluster, row, .primaryKeyLost)
            }
            if let existing = try target.editor.table.find(primaryKey: value) {
                newKeys[index][cluster, row] = existing.key
                return drop(index, cluster, row, .duplicatePrimaryKey)
            }
            primaryKey = value
        }
        var given: [Int: Value] = [:]
        for (position, column) in table.columns.enumerated() where column.isInitial && column !== table.primaryKey {
            if let value = single(values[position], row, of: column, table, salvaged.key(row)) {
                given[target.columns[position].leafIndex] = value
            }
        }
        let key = salvaged.key(row)
        let isFree = try key.map { (key) throws(FormatError) in try target.editor.claimObjectKey(key) } ?? false
        let made = try objects.create(
            in: target.editor, primaryKey: primaryKey, key: isFree ? key : nil,
            initial: { (column) throws(FormatError) in given[column.leafIndex] })
        if made != key { newKeys[index][cluster, row] = made }
        recovered[index] += 1
    }

    private func drop(_ index: Int, _ cluster: Int, _ row: Int, _ reason: LostAndFound.Reason) {
        dropped[index][cluster, row] = true
        let table = survey.tables[index]
        found.add(table, table.clusters[cluster], values(index, cluster), row: row, reason)
    }

    /// The value of a column of numbers, texts and the like; nil, and counted, if it is lost.
    func single(
        _ values: SalvageReader.Values, _ row: Int, of column: Column, _ table: SalvagedTable, _ key: ObjectKey?
    ) -> Value? {
        switch reader.value(values, row, of: column) {
        case .value(let value): return value
        case .unfit(let value): found.add(value, of: column.name, table, key, .notUTF8)
        case .lost: break
        }
        lostValues += 1
        return nil
    }

    /// Sets the links, mixed values and collections of an added object.
    private func fill(_ index: Int, _ cluster: Int, _ row: Int) throws {
        guard !dropped[index].contains(cluster, row),
            let key = newKeys[index][cluster, row] ?? survey.tables[index].clusters[cluster].key(row)
        else { return }
        try fill(index, cluster, row, key, depth: 0)
    }

    // MARK: Links

    /// The target of a link in the new file; nil, and counted, if there is none.
    func resolve(_ table: TableKey, _ key: ObjectKey) -> Value? {
        // A target that does not exist yet reads as null.
        if key.isUnresolved || key.isNull { return nil }
        guard let index = positions[table.value], survey.tables[index].kind != .embedded,
            let (cluster, row) = survey.tables[index].find(key)
        else { return broken() }
        if let moved = newKeys[index][cluster, row] { return .link(targetKeys[index].table, moved) }
        return dropped[index].contains(cluster, row) ? broken() : .link(targetKeys[index].table, key)
    }

    private func broken() -> Value? {
        brokenLinks += 1
        return nil
    }

    /// The embedded target of a link, which has an owner from now on; nil, and counted, if there is none, or it already
    /// has an owner.
    func takeOwned(_ table: TableKey, _ key: ObjectKey) -> (index: Int, cluster: Int, row: Int)? {
        if key.isUnresolved || key.isNull { return nil }
        guard let index = positions[table.value], let (cluster, row) = survey.tables[index].find(key),
            owned[index][cluster, row] == nil
        else {
            brokenLinks += 1
            return nil
        }
        own(index, cluster, row, as: .null)
        recovered[index] += 1
        return (index, cluster, row)
    }

    /// Records that an embedded object has an owner.
    ///
    /// - Parameter key: in the new file; null until it exists.
    func own(_ index: Int, _ cluster: Int, _ row: Int, as key: ObjectKey) { owned[index][cluster, row] = key }

    /// Records that an embedded object without owner is being handled; false if it already was.
    func ask(_ index: Int, _ cluster: Int, _ row: Int) -> Bool {
        defer { asked[index][cluster, row] = true }
        return !asked[index].contains(cluster, row)
    }

    func noteIncomplete(_ owner: Owner) { incomplete[owner.index][owner.key, default: []].insert(owner.column.key) }

    func isIncomplete(_ owner: Owner) -> Bool {
        incomplete[owner.index][owner.key]?.contains(owner.column.key) ?? false
    }

    func countRecovered(_ index: Int) { recovered[index] += 1 }

    /// The index of the table in the survey.
    func position(_ table: TableKey) -> Int? { positions[table.value] }

    /// The key that a salvaged object has in the new file; nil if it is missing.
    func newKey(_ index: Int, _ cluster: Int, _ row: Int) -> ObjectKey? {
        if survey.tables[index].kind == .embedded { return owned[index][cluster, row].flatMap { $0.isNull ? nil : $0 } }
        if dropped[index].contains(cluster, row) { return nil }
        return newKeys[index][cluster, row] ?? survey.tables[index].clusters[cluster].key(row)
    }

    func isEmbedded(_ table: TableKey) -> Bool {
        positions[table.value].map { survey.tables[$0].kind == .embedded } ?? false
    }
}

extension Column {
    /// True for values that can be set when creating an object.
    var isInitial: Bool { collection == nil && type != .link && type != .mixed }
}
