/// The changes of objects reported to an observer: all, or those along some paths of properties.
///
/// Text paths and Swift key paths are equivalent here: names with dots between them. `*` stands for every property.
struct KeyPathFilter: Equatable, Sendable {
    /// One property of a path.
    struct Step: Equatable, Sendable {
        let table: TableKey
        /// The column; for linking objects, the backlink column.
        let column: ColumnKey
        let way: Way

        enum Way: Equatable, Sendable {
            /// The property leads to no other object.
            case end
            /// A link, or a collection of links, to objects of a table.
            case links(to: TableKey)
            /// The objects of a table that link here with a column.
            case origins(in: TableKey, of: ColumnKey)
        }
    }

    /// Paths starting at the observed class; nil for everything within three links.
    let paths: [[Step]]?

    static let everything = KeyPathFilter(paths: nil)

    private init(paths: [[Step]]?) { self.paths = paths }

    /// Looks up the names of paths.
    ///
    /// - Parameters:
    ///   - texts: nil or empty for everything.
    ///   - table: the table of the observed objects.
    ///   - context: the tables, and the names that the program's classes use.
    /// - Throws: `PredicateError` for a path that leads nowhere.
    init(_ texts: [String]?, on table: Table, in context: QueryContext) throws(PredicateError) {
        guard let texts, !texts.isEmpty else {
            self = .everything
            return
        }
        var paths: [[Step]] = []
        for text in texts {
            let resolver = KeyPathResolver(text, context)
            let found = try resolver.paths(resolver.components, on: table, isGiven: true)
            if found.isEmpty { throw PredicateError("'\(text)' does not resolve in any valid key paths.") }
            paths += found
            guard paths.count <= KeyPathResolver.maximumCount else { throw KeyPathResolver.tooMany(text) }
        }
        self.paths = paths
    }
}

/// Resolves one path of names.
private struct KeyPathResolver {
    let components: ArraySlice<Substring>
    private let text: String
    private let context: QueryContext

    /// More paths than is realistic; several `*` stand for many.
    static let maximumCount = 10_000

    static func tooMany(_ text: String) -> PredicateError {
        PredicateError("KeyPath '\(text)' stands for more than \(maximumCount) paths")
    }

    init(_ text: String, _ context: QueryContext) {
        (self.text, self.context) = (text, context)
        components = text.split(separator: ".", omittingEmptySubsequences: false)[...]
    }

    /// A property that a name, or `*`, stands for.
    private struct Candidate {
        let name: String
        let step: KeyPathFilter.Step
        let target: Table?
    }

    /// The paths from a table on.
    ///
    /// - Parameter isGiven: false after a `*`: then a class that lacks a property is skipped.
    func paths(
        _ components: ArraySlice<Substring>, on table: Table, isGiven: Bool
    ) throws(PredicateError) -> [[KeyPathFilter.Step]] {
        guard let name = components.first else { return [[]] }
        let rest = components.dropFirst()
        let isEvery = name == "*"
        var candidates = isEvery ? allProperties(of: table) : []
        if !isEvery {
            guard let found = property(String(name), of: table) else {
                if isGiven { throw unknown(name, in: table) }
                return []
            }
            candidates = [found]
        }
        var paths: [[KeyPathFilter.Step]] = []
        for candidate in candidates {
            if rest.isEmpty {
                paths.append([candidate.step])
            } else if let target = candidate.target {
                let tails = try self.paths(rest, on: target, isGiven: !isEvery)
                paths += tails.map { [candidate.step] + $0 }
            } else if !isEvery {
                throw PredicateError(
                    "Property '\(candidate.name)' in KeyPath '\(text)' is not a collection of objects or an object "
                        + "reference, so it cannot be used as an intermediate keypath element.")
            } else if rest.allSatisfy({ $0 == "*" }) {
                paths.append([candidate.step])
            }
            guard paths.count <= KeyPathResolver.maximumCount else { throw KeyPathResolver.tooMany(text) }
        }
        return paths
    }

    private func unknown(_ name: Substring, in table: Table) -> PredicateError {
        let known = table.columns.map(\.name) + context.names.others(table.displayName)
        return PredicateError(
            "Property '\(name)' in KeyPath '\(text)' is not a valid property in \(table.displayName).",
            suggestions: PredicateError.suggestions(for: String(name), among: known))
    }

    private func allProperties(of table: Table) -> [Candidate] {
        let computed = context.names.others(table.displayName).compactMap { origins($0, of: table) }
        return table.columns.map { stored($0, $0.name, of: table) } + computed
    }

    private func property(_ name: String, of table: Table) -> Candidate? {
        let names = context.names.others(table.displayName)
        guard names.isEmpty || names.contains(name) else { return nil }
        let column = context.names.column(name, table.displayName) ?? name
        return table.column(named: column).map { stored($0, name, of: table) } ?? origins(name, of: table)
    }

    private func stored(_ column: Column, _ name: String, of table: Table) -> Candidate {
        let target = column.type == .link ? context.group.table(column.oppositeTable) : nil
        let way = target.map { KeyPathFilter.Step.Way.links(to: $0.key) } ?? .end
        return Candidate(
            name: name, step: KeyPathFilter.Step(table: table.key, column: column.key, way: way), target: target)
    }

    private func origins(_ name: String, of table: Table) -> Candidate? {
        guard let (className, property) = context.names.linkingObjects(name, table.displayName),
            let origin = context.group.table(ofClass: className), let link = origin.column(named: property),
            let column = table.backlinkColumns.first(where: {
                $0.oppositeTable == origin.key && $0.oppositeColumn == link.key
            })
        else { return nil }
        let step = KeyPathFilter.Step(
            table: table.key, column: column.key, way: .origins(in: origin.key, of: link.key))
        return Candidate(name: name, step: step, target: origin)
    }
}
