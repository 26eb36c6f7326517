/// A condition on objects, as it was given: property names are not looked up yet.
///
/// Built by `PredicateParser` or node by node; a value for use in any thread. `PreparedQuery` turns it into tests on
/// the columns of one version. Source: file-format/queries.md, "The query language".
package indirect enum Predicate: Hashable, Sendable {
    /// Met by all objects, or by none.
    case constant(Bool)
    /// Met if all parts are; always if empty.
    case and([Predicate])
    /// Met if any part is; never if empty.
    case or([Predicate])
    case not(Predicate)
    case comparison(Comparison)
    case between(RangeCondition)

    /// The limit for everything that can be nested in a query: conditions, subqueries, operations, and brackets in a
    /// text.
    static let maximumDepth = 100
    /// The same for predicates built by programs: each bracket may contain an OR of an AND of a NOT.
    static let maximumTotalDepth = 4 * maximumDepth
    /// The depth for which the stack of any thread has room.
    static let usualDepth = 8

    /// Two sides and their required relation.
    package struct Comparison: Hashable, Sendable {
        var left: Operand
        var relation: Relation
        var right: Operand
        var options: ComparisonOptions = []
        /// The position of the comparison in its text, for messages.
        var offset: Int?
    }

    /// A value between two others, both included.
    package struct RangeCondition: Hashable, Sendable {
        var operand: Operand
        var lower: Operand
        var upper: Operand
        /// With many values, a single one must meet both limits.
        var isPerElement = false
        var options: ComparisonOptions = []
        var offset: Int?
    }

    /// A relation of two values.
    enum Relation: Hashable, Sendable {
        case equal, notEqual, less, lessOrEqual, greater, greaterOrEqual
        /// Equal to an element of the list on the right.
        case isIn
        case beginsWith, endsWith, contains, like
        /// A point inside a shape.
        case isWithin
        /// Has the words of a search text, by a full-text index.
        case hasWords
    }

    /// Both conditions. Repeated calls give one AND, not a deep tree.
    static func joined(_ left: Predicate, and right: Predicate) -> Predicate {
        if case .and(let parts) = left { .and(parts + [right]) } else { .and([left, right]) }
    }

    /// One of the conditions. Repeated calls give one OR, not a deep tree.
    static func joined(_ left: Predicate, or right: Predicate) -> Predicate {
        if case .or(let parts) = left { .or(parts + [right]) } else { .or([left, right]) }
    }

    /// A comparison of two operands.
    static func compare(
        _ left: Operand, _ relation: Relation, _ right: Operand, _ options: ComparisonOptions = [],
        at offset: Int? = nil
    ) -> Predicate {
        .comparison(Comparison(left: left, relation: relation, right: right, options: options, offset: offset))
    }
}

/// Options that change the meaning of a comparison.
package struct ComparisonOptions: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// `[c]`: letters of ASCII and Latin-1 in either case.
    static let caseInsensitive = ComparisonOptions(rawValue: 1)
    /// `[d]`: letters with and without accents, by the rules of `QueryContext.folding`.
    static let diacriticInsensitive = ComparisonOptions(rawValue: 2)
    /// The rules of the SDK's predicates where they differ from those of Realm's query language.
    static let sdkRules = ComparisonOptions(rawValue: 4)
    /// Shown as `value IN collection`; means what it means without.
    static let isMembership = ComparisonOptions(rawValue: 8)
    /// Shown as `property == true`, without an argument; means what it means without.
    static let isTruthValue = ComparisonOptions(rawValue: 16)
}

extension Predicate.Relation {
    /// The relation as shown in messages.
    var name: String {
        switch self {
        case .equal: "=="
        case .notEqual: "!="
        case .less: "<"
        case .lessOrEqual: "<="
        case .greater: ">"
        case .greaterOrEqual: ">="
        case .isIn: "in"
        case .beginsWith: "beginswith"
        case .endsWith: "endswith"
        case .contains: "contains"
        case .like: "like"
        case .isWithin: "geowithin"
        case .hasWords: "text"
        }
    }

    var isEquality: Bool { self == .equal || self == .notEqual || self == .isIn }
    var isOrder: Bool { self == .less || self == .lessOrEqual || self == .greater || self == .greaterOrEqual }
    /// Searches the left side for the right one.
    var isTextSearch: Bool { self == .beginsWith || self == .endsWith || self == .contains || self == .like }

    /// The relation with its sides exchanged; nil for those that have a haystack and a needle.
    var mirrored: Predicate.Relation? {
        switch self {
        case .equal, .notEqual: self
        case .less: .greater
        case .lessOrEqual: .greaterOrEqual
        case .greater: .less
        case .greaterOrEqual: .lessOrEqual
        default: nil
        }
    }
}
