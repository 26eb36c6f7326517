import RealmStore

/// A path from an object to a value, over links to single objects.
struct ValuePath {
    private let links: [(column: Column, target: TableEditor)]
    private let column: Column
    /// The table of the object at the start of the path.
    private let start: TableEditor
    /// The property at the end of the path.
    let property: Property

    /// A path in the form of `SchemaSketch.property(at:of:)`.
    init(_ path: String, of table: TableEditor, _ run: StepRun) throws {
        start = table
        guard table.column(named: path) == nil else {
            links = []
            column = try run.column(path, of: table)
            property = try run.property(path, of: table)
            return
        }
        var names = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        let last = names.removeLast()
        var links: [(Column, TableEditor)] = []
        var table = table
        for name in names {
            let link = try run.column(name, of: table)
            guard link.type == .link else { throw run.failure("'\(name)' is no link") }
            table = try run.objects.table(link.oppositeTable)
            links.append((link, table))
        }
        self.links = links
        column = try run.column(last, of: table)
        property = try run.property(last, of: table)
    }

    /// The value for an object; null after a null link.
    func value(of key: ObjectKey, _ run: StepRun) throws(FormatError) -> Value {
        var (table, key) = (start, key)
        for link in links {
            let value = try run.value(of: link.column, of: key, in: table)
            guard case .link(_, let target) = value, !target.isUnresolved else { return .null }
            (table, key) = (link.target, target)
        }
        return try run.value(of: column, of: key, in: table)
    }
}
