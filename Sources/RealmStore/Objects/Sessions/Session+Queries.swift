import Foundation

extension Session {
    /// The context of queries: the current tables, and the names used by model classes.
    var queryContext: QueryContext {
        QueryContext(group, names: names, folding: TextFolding.byFoundation, origin: path)
    }

    /// The conditions of results, prepared for the current state and cached while it is the same.
    func query(_ number: Int, _ condition: Predicate, on table: Table) throws(QueryError) -> PreparedQuery {
        guard !isShared else { return try PreparedQuery(condition, on: table, in: queryContext) }
        if let query = queries.retarget(condition, on: table.key, of: number) { return query }
        return queries.keep(try PreparedQuery(condition, on: table, in: queryContext), of: number)
    }

    /// Runs a query for a non-throwing caller: traps for an invalid query.
    func query<Result>(_ fallback: @autoclosure () -> Result, _ body: () throws -> Result) -> Result {
        do {
            return try body()
        } catch let error as FormatError {
            return damaged(error, fallback())
        } catch QueryError.damaged(let error) {
            return damaged(error, fallback())
        } catch QueryError.predicate(let error) {
            fatalError("Invalid query: \(error)")
        } catch {
            fatalError("Invalid query: \(error)")
        }
    }

    private func damaged<Result>(_ error: FormatError, _ fallback: Result) -> Result {
        read(fallback) { throw error }
    }
}

/// Comparison of texts without regard to accents.
package enum TextFolding {
    /// Without accents, and without case if requested.
    package static let byFoundation: QueryContext.Folding = { text, options in
        var folding: String.CompareOptions = [.diacriticInsensitive]
        if options.contains(.caseInsensitive) { folding.insert(.caseInsensitive) }
        return text.folding(options: folding, locale: nil)
    }
}
