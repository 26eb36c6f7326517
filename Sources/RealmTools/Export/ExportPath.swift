import RealmStore

/// A path of property names from the objects of a class: links to single objects, and the property at the end.
struct ExportPath {
    /// The links to follow, by position among the properties of their classes.
    private(set) var links: [Int] = []
    /// The property at the end, by position; nil for the object key.
    private(set) var property: Int?

    /// - Throws: `invalidInput`, with the nearest names, for a text that is not such a path.
    init(_ text: String, from start: ExportClass, _ source: ExportSource) throws {
        var here = start
        let names = text.split(separator: ".", omittingEmptySubsequences: false)
        for (position, name) in names.enumerated() {
            if text == RowExporter.keyColumn { return }
            guard let index = here.properties.firstIndex(where: { $0.column.name == name }) else {
                throw RLMError(
                    unknown: String(name), of: here.name,
                    among: here.properties.map(\.column.name) + [RowExporter.keyColumn])
            }
            let column = here.properties[index].column
            if position == names.count - 1 {
                property = index
            } else {
                guard column.type == .link, column.collection == nil else {
                    throw invalidInput(
                        "All but the last property of column '\(text)' must be links: '\(name)' is none.")
                }
                links.append(index)
                do { here = try source.exportClass(column.oppositeTable) } catch {
                    throw invalidInput("The link '\(name)' of column '\(text)' leads nowhere.")
                }
            }
        }
    }

    /// Whether the values are bytes, one in each object.
    func holdsBytes(from start: ExportClass, _ source: ExportSource) throws -> Bool {
        guard let property else { return false }
        do {
            let end = try links.reduce(start) { here, link in
                try source.exportClass(here.properties[link].column.oppositeTable)
            }
            let column = end.properties[property].column
            return column.type == .binary && column.collection == nil
        } catch let error as FormatError {
            throw RLMError(error, path: "")
        }
    }

    /// Follows the links from an object.
    ///
    /// - Returns: the object at the end; nil after a null link.
    func end(
        from start: ExportClass, _ key: ObjectKey, _ source: ExportSource
    ) throws(FormatError) -> (class: ExportClass, key: ObjectKey)? {
        var (here, key) = (start, key)
        for link in links {
            guard let (rows, row) = try here.find(key), case .single(let leaf) = rows.values[link] else { return nil }
            source.place = (here, key, link)
            guard case .link(let table, let next) = try leaf.value(row), !next.isNull, !next.isUnresolved else {
                return nil
            }
            (here, key) = (try source.exportClass(table), next)
        }
        return (here, key)
    }
}

extension RLMError {
    /// The error for an unknown property, with the nearest names.
    init(unknown name: String, of className: String, among names: [String]) {
        let error = PredicateError(
            "'\(className)' has no property '\(name)'",
            suggestions: PredicateError.suggestions(for: name, among: names))
        self.init(error)
    }
}
