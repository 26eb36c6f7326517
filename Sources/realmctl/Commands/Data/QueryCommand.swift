import ArgumentParser
import Foundation
import RealmTools

/// `query`: which objects meet a condition?
struct QueryCommand: RealmctlCommand {
    enum Format: String, CaseIterable, ExpressibleByArgument {
        case table, json, ndjson, jsonl, csv, markdown
    }

    static let configuration = CommandConfiguration(
        commandName: "query",
        abstract: "Show, count and sum up the objects that meet a condition.",
        discussion: """
            The condition is written as for filter(_:) in apps: "age > 30 AND name BEGINSWITH 'A'", \
            "ANY dogs.name == %@". Dates are written as in "born > 2000-01-31" or \
            "born > 2000-01-31T12:00+02:00", in UTC without a zone. %@ stands for the next --arg, %K for one that \
            names a property; ids are given so. Sorted first, then thinned out (--distinct), then cut (--offset, \
            --limit). --group-by counts, or computes aggregates, for each combination of values.
            """)

    @Option(
        help: ArgumentHelp("Only these properties: a,b.c; _key is the object key.", valueName: "names"),
        completion: FileNames.properties)
    var columns: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Sort by these properties; - for the greatest first: name,-age.", valueName: "names"),
        completion: FileNames.properties)
    var sort: String?

    @Option(
        help: ArgumentHelp("Keep the first object of each combination of these.", valueName: "names"),
        completion: FileNames.properties)
    var distinct: String?

    @Option(help: ArgumentHelp("At most this many objects.", valueName: "n"))
    var limit: Int?

    @Option(help: ArgumentHelp("Pass over this many objects.", valueName: "n"))
    var offset = 0

    @Flag(help: "Print the number of objects instead.")
    var count = false

    @Option(
        help: ArgumentHelp(
            "Print a row for each combination of these, with its aggregates, or else its number of objects.",
            valueName: "names"),
        completion: FileNames.properties)
    var groupBy: String?

    @Option(
        help: ArgumentHelp("Print the sum of a property instead; may be repeated.", valueName: "name"),
        completion: FileNames.properties)
    var sum: [String] = []

    @Option(
        help: ArgumentHelp("Print the mean of a property instead; may be repeated.", valueName: "name"),
        completion: FileNames.properties)
    var avg: [String] = []

    @Option(
        help: ArgumentHelp("Print the least value of a property instead; may be repeated.", valueName: "name"),
        completion: FileNames.properties)
    var min: [String] = []

    @Option(
        help: ArgumentHelp("Print the greatest value of a property instead; may be repeated.", valueName: "name"),
        completion: FileNames.properties)
    var max: [String] = []

    @Flag(help: "Print how the objects are found instead: indexes, order of conditions, rows of each step.")
    var explain = false

    @Option(help: "table, json, ndjson (or jsonl, the same), csv or markdown.")
    var format = Format.table

    @Flag(help: "Write values with their types, so that nothing is lost; for json and ndjson.")
    var typed = false

    @Option(
        name: .customLong("arg"), parsing: .unconditionalSingleValue,
        help: ArgumentHelp("What the next %@ or %K stands for; may be repeated.", valueName: "value"))
    var arguments: [String] = []

    @Argument(help: "The Realm file; - is standard input.", completion: .file(extensions: ["realm"]))
    var path: String

    @Argument(help: "The class.", completion: FileNames.classes)
    var className: String

    @Argument(help: "The condition; all objects without.")
    var predicate: String?

    @OptionGroup(title: "Encryption key") var key: KeyOptions
    @OptionGroup(title: "General options") var general: GeneralOptions<QueryCommand>

    func validate() throws {
        if let limit, limit < 0 { throw ValidationError("--limit must not be negative.") }
        if offset < 0 { throw ValidationError("--offset must not be negative.") }
        if explain, count || !aggregates.isEmpty {
            throw ValidationError("--explain excludes --count and the aggregates.")
        }
        if explain, groupBy != nil { throw ValidationError("--explain excludes --group-by.") }
        if columns != nil, groupBy != nil {
            throw ValidationError("--group-by has columns of its own: leave out --columns.")
        }
        if typed, ![.json, .ndjson, .jsonl].contains(format) {
            throw ValidationError("--typed is for the formats json and ndjson.")
        }
        if format != .table, groupBy == nil, explain || count || !aggregates.isEmpty {
            throw ValidationError("--format is for rows: leave it out here; --json gives the answer as JSON.")
        }
        if predicate == nil, !arguments.isEmpty {
            throw ValidationError("--arg is for a condition, and there is none.")
        }
    }

    func execute(in context: CommandContext) throws -> CommandResult {
        let reader = try RealmReader(key, in: context)
        let input = try reader.input(path)
        return try Failure.about(path) {
            let opened = try reader.open(input)
            let result = try context.console.step("query '\(path)'") { try answer(opened.realm, context) }
            try opened.finish()
            return result
        }
    }

    private func answer(_ realm: Realm, _ context: CommandContext) throws -> CommandResult {
        let objects = try QueryText.telling(predicate) { try found(in: realm) }
        if explain { return plan(try QueryText.telling(predicate) { try objects.queryPlan() }) }
        if let groupBy {
            let rows = try QueryText.telling(predicate) { try groups(of: objects, by: QueryCommand.names(groupBy)) }
            return try QueryText.telling(predicate) { try print(rows, context) }
        }
        if count, aggregates.isEmpty {
            let count = cut(objects.count)
            return CommandResult([("class", .string(className)), ("count", JSONValue(count))], text: "\(count)\n")
        }
        if !aggregates.isEmpty { return try QueryText.telling(predicate) { try aggregated(objects) } }
        let rows = try QueryText.telling(predicate) {
            try RowExporter(objects, columns: columns.map(QueryCommand.names))
        }
        return try print(rows, context)
    }

    private func print(_ rows: any RowSource, _ context: CommandContext) throws -> CommandResult {
        let output = QueryOutput(
            rows, format: format, style: typed ? .typed : .plain, offset: offset, limit: limit, context)
        return try output.write(className: className)
    }

    private func groups(of objects: Results<DynamicObject>, by paths: [String]) throws -> GroupRows {
        let wanted = aggregates.map { RowGroups.Aggregate($0.operation, of: $0.property) }
        return try GroupRows(
            RowGroups(objects, by: paths, aggregates: wanted), showsCount: count || wanted.isEmpty,
            aggregates: wanted, sort: sort.map(QueryCommand.names))
    }

    /// The objects that meet the condition, sorted and deduplicated.
    private func found(in realm: Realm) throws -> Results<DynamicObject> {
        var objects = try realm.dynamicObjects(parsing: className)
        if let predicate {
            objects = try objects.filter(parsing: predicate, arguments: arguments.map { QueryText($0) })
        }
        if let sort, groupBy == nil {
            objects = try objects.sorted(
                parsing: QueryCommand.names(sort).map { name in
                    let isDescending = name.hasPrefix("-")
                    return SortDescriptor(
                        keyPath: isDescending ? String(name.dropFirst()) : name, ascending: !isDescending)
                })
        }
        if let distinct { objects = try objects.distinct(parsing: QueryCommand.names(distinct)) }
        return objects
    }

    private static func names(_ list: String) -> [String] {
        list.split(separator: ",", omittingEmptySubsequences: false).map {
            $0.trimmingCharacters(in: .whitespaces)
        }
    }

    /// The number of `count` objects that `--offset` and `--limit` leave.
    private func cut(_ count: Int) -> Int { Swift.min(Swift.max(0, count - offset), limit ?? .max) }

    // MARK: Other answers

    private var aggregates: [(operation: QueryAggregate, property: String)] {
        sum.map { (.sum, $0) } + avg.map { (.average, $0) } + min.map { (.minimum, $0) } + max.map { (.maximum, $0) }
    }

    private func aggregated(_ objects: Results<DynamicObject>) throws -> CommandResult {
        var members: [(String, JSONValue)] = []
        var text = ""
        if count {
            let count = cut(objects.count)
            members.append(("count", JSONValue(count)))
            text += "count  \(count)\n"
        }
        for (operation, property) in aggregates {
            let value = try objects.aggregate(operation, parsing: property)
            let name = "\(operation.rawValue)(\(property))"
            members.append((name, QueryCommand.json(value)))
            text += "\(name)  \(QueryCommand.text(value))\n"
        }
        return CommandResult([("class", .string(className)), ("aggregates", .object(members))], text: text)
    }

    static func json(_ value: AnyRealmValue) -> JSONValue {
        switch value {
        case .int(let number): JSONValue(number)
        case .float(let number) where number.isFinite: .double(Double(number))
        case .double(let number) where number.isFinite: .double(number)
        case .bool(let value): .bool(value)
        case .none: .null
        default: .string(text(value))
        }
    }

    private static func text(_ value: AnyRealmValue) -> String {
        switch value {
        case .none: "null"
        case .int(let number): "\(number)"
        case .float(let number): number.isFinite ? "\(number)" : name(Double(number))
        case .double(let number): number.isFinite ? "\(number)" : name(number)
        case .bool(let value): "\(value)"
        case .string(let text): text
        case .decimal128(let number): "\(number)"
        case .date(let date): date.shortest
        default: "\(value)"
        }
    }

    /// The name of a number that JSON does not have, as in rows.
    private static func name(_ number: Double) -> String {
        number.isNaN ? "NaN" : number < 0 ? "-Infinity" : "Infinity"
    }

    private func plan(_ plan: QueryPlan) -> CommandResult {
        let steps = plan.steps.map { step in
            JSONValue.object([("step", .string(step.text)), ("rows", JSONValue(step.rows))])
        }
        return CommandResult(
            [("class", .string(className)), ("plan", .array(steps))], text: plan.description + "\n")
    }
}

extension Date {
    /// ISO 8601 in UTC with as many decimals as needed, six at most: doubles have no more.
    fileprivate var shortest: String {
        let parts = Int128((timeIntervalSince1970 * 1_000_000).rounded())
        let micros = Int(((parts % 1_000_000) + 1_000_000) % 1_000_000)
        let whole = Date(timeIntervalSince1970: Double((parts - Int128(micros)) / 1_000_000)).formatted(.iso8601)
        guard micros > 0 else { return whole }
        var digits = String(micros + 1_000_000).dropFirst()
        while digits.last == "0" { digits.removeLast() }
        return "\(whole.dropLast()).\(digits)Z"
    }
}
