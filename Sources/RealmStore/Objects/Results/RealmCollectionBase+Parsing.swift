import Foundation

// The counterparts of queries for user input: they throw errors with the position in the text and suggested names
// (`RLMError.queryPosition`, `RLMError.suggestions`), where the others trap.
extension RealmCollectionBase {
    /// The objects that meet a condition from user input, live.
    ///
    /// - Parameters:
    ///   - text: a format string, as for `filter(_:_:)`.
    ///   - arguments: the arguments for `%@`, `%K`, `%d` …. A `QueryText` is parsed as a value of the property's type.
    /// - Throws: `invalidInput` for a text that is not a condition on these objects, and for arguments that do not fit;
    ///   `invalidDatabase` for a damaged file.
    /// - Complexity: as `filter(_:_:)`.
    public func filter(parsing text: String, arguments: [Any] = []) throws -> Results<Element> {
        try parsing { rows in
            let predicate = try PredicateParser.parse(format: text, FormatArguments.checked(arguments, rows.session))
            return Results(try rows.tryFilter(predicate))
        }
    }

    /// Position of the first object that meets a condition from user input, or nil.
    ///
    /// - Throws: as `filter(parsing:arguments:)`.
    /// - Complexity: O(n), where n is the number of elements.
    public func index(matchingParsed text: String, arguments: [Any] = []) throws -> Int? {
        try filter(parsing: text, arguments: arguments).first.flatMap { index(of: $0) }
    }

    /// The elements in an order from user input, live: the first descriptor has precedence.
    ///
    /// - Throws: `invalidInput` for a path that does not lead to a property with an order.
    /// - Complexity: as `sorted(by:)`.
    public func sorted(parsing descriptors: [SortDescriptor]) throws -> Results<Element> {
        try parsing { rows in
            let orders = try descriptors.map { SortOrder(try KeyPathNames.parse($0.keyPath), ascending: $0.ascending) }
            return Results(orders.isEmpty ? rows : try rows.tryApply(.sort(orders)))
        }
    }

    /// The first element of each combination of values at paths from user input, live.
    ///
    /// - Throws: `invalidInput` for a path that does not lead to a single value.
    /// - Complexity: as `distinct(by:)`.
    public func distinct(parsing keyPaths: [String]) throws -> Results<Element> {
        try parsing { rows in
            let paths = try keyPaths.map { try KeyPathNames.parse($0) }
            return Results(paths.isEmpty ? rows : try rows.tryApply(.distinct(paths)))
        }
    }

    /// An aggregate of a property from user input; `.none` without relevant values, but 0 for a sum. A sum of integers
    /// that does not fit 64 bits is a decimal, and their average is not that of a sum that wrapped around.
    ///
    /// - Throws: `invalidInput` for an unknown property, or one without such an aggregate.
    /// - Complexity: as the aggregates for properties known to the program.
    public func aggregate(_ aggregate: QueryAggregate, parsing property: String) throws -> AnyRealmValue {
        try parsing { rows in
            AnyRealmValue(try rows.tryAggregate(aggregate.operation, property), rows.session)
        }
    }

    /// The same over each of several groups of objects of the class.
    package func aggregate(
        _ aggregate: QueryAggregate, parsing property: String, ofEach groups: [[ObjectKey]]
    ) throws -> [AnyRealmValue] {
        try parsing { rows in
            guard let rows = rows as? ObjectResults else { throw invalidInput("Only objects have properties.") }
            return try rows.tryAggregate(aggregate.operation, property, ofEach: groups).map {
                AnyRealmValue($0, rows.session)
            }
        }
    }

    /// Returns a readable plan of how the elements are found: the index used, the order of conditions, and the number
    /// of rows that each step leaves. The text is the same for the same query and content.
    ///
    /// - Complexity: that of the query, once for each step
    /// - Throws: `invalidInput` for a collection in memory; `invalidDatabase` for a damaged file.
    public func queryPlan() throws -> QueryPlan { try parsing { try $0.plan() } }

    private func parsing<Result>(_ body: (any LiveResults) throws -> Result) throws -> Result {
        guard let rows = _rlmRows.rows else { throw invalidInput("Only collections in a Realm can be queried.") }
        rows.session.checkThread()
        do { return try body(rows) } catch { throw RLMError(query: error, path: rows.session.path) }
    }
}

/// An aggregate of a property of many objects.
public enum QueryAggregate: String, CaseIterable, Sendable {
    /// The sum; 0 without values.
    case sum
    /// The mean.
    case average = "avg"
    /// The least value.
    case minimum = "min"
    /// The greatest value.
    case maximum = "max"

    fileprivate var operation: AggregateOperation {
        switch self {
        case .sum: .sum
        case .average: .average
        case .minimum: .minimum
        case .maximum: .maximum
        }
    }
}

/// A value from user input: compared with a property, it is parsed as a value of the property's type.
///
/// Forms: `12`, `1.5`, `true`, `2026-09-21T03:15:00Z`, the digits of a UUID or ObjectId, Base64 for data; for a mixed
/// value a number if it can be parsed as one, else a text.
public struct QueryText: Hashable, Sendable {
    /// The text.
    public let text: String

    /// Creates a value from `text`.
    public init(_ text: String) { self.text = text }
}

extension Realm {
    /// Returns all objects of a class named by user input, as dynamic objects.
    ///
    /// - Throws: `invalidInput`, with the nearest names, for a class that is not in the schema.
    /// - Complexity: O(number of classes)
    public func dynamicObjects(parsing typeName: String) throws -> Results<DynamicObject> {
        session.checkThread()
        guard session.group.table(ofClass: typeName) != nil, schema[typeName] != nil else {
            let names = schema.objectSchema.map(\.className)
            throw RLMError(
                query: PredicateError(
                    "The file has no class '\(typeName)'",
                    suggestions: PredicateError.suggestions(for: typeName, among: names)), path: session.path)
        }
        return dynamicObjects(typeName)
    }
}

extension KeyPathNames {
    /// The path in a text.
    fileprivate static func parse(_ text: String) throws(PredicateError) -> PropertyPath {
        text == "self" ? PropertyPath(nil, [.property("self")]) : try PredicateParser.parse(keyPath: text)
    }
}

extension FormatArguments {
    /// Arguments of programs for user input.
    ///
    /// - Throws: `invalidInput` for a value that cannot be compared with a property.
    fileprivate static func checked(_ arguments: [Any], _ session: Session) throws -> [PredicateArgument] {
        try arguments.map { value in
            if let text = value as? QueryText { return .value(.entered(Array(text.text.utf8))) }
            guard let content = LooseValue.unwrapped(value) else { return .value(.null) }
            if let object = content as? RLMObjectBase, object.place != nil, object.session?.path != session.path {
                throw invalidInput("An object of another Realm cannot be part of a query.")
            }
            if single(value, session) == nil, ObjectWriter.elements(content) == nil, !(content is any Sequence) {
                throw invalidInput("A value of type \(type(of: value)) cannot be compared with a property.")
            }
            return argument(value, session)
        }
    }
}

extension RLMError {
    /// The error of a query, or of its file.
    init(query error: any Swift.Error, path: String) {
        switch error {
        case let error as RLMError: self = error
        case let error as FormatError: self.init(error, path: path)
        case QueryError.damaged(let error): self.init(error, path: path)
        case QueryError.predicate(let error): self.init(error)
        case let error as PredicateError: self.init(error)
        default: self.init(.invalidInput, "\(error)")
        }
    }

    package init(_ error: PredicateError) {
        var info: [String: Any] = [NSLocalizedDescriptionKey: error.description]
        info[RLMError.positionKey] = error.offset
        info[RLMError.suggestionsKey] = error.suggestions
        self.init(.invalidInput, userInfo: info)
    }

    private static let positionKey = "RealmStore.QueryPosition"
    private static let suggestionsKey = "RealmStore.Suggestions"

    /// The position of the error in the text of a query, in bytes of UTF-8. Nil if there is no text, or no position.
    public var queryPosition: Int? { userInfo[RLMError.positionKey] as? Int }

    /// Suggestions for an unknown name, the nearest first.
    public var suggestions: [String] { userInfo[RLMError.suggestionsKey] as? [String] ?? [] }
}
