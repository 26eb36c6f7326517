/// A word of a query's text.
struct PredicateToken {
    enum Kind: Hashable {
        case end
        /// A name or keyword.
        case word(String)
        /// A word after an `@`.
        case at(String)
        case number(QueryValue)
        case string([UInt8])
        /// A literal that names its type: `oid(...)`, `T1:0`.
        case literal(QueryValue)
        case symbol(String)
        /// The letters in `[c]`, `[d]` or `[cd]`.
        case options(String)
        /// `$0`
        case argument(Int)
        /// `$K0`
        case pathArgument(Int)
        /// `%@` and `%K`; `n` stands for all number specifiers.
        case format(Character)
    }

    let kind: Kind
    /// Its start and end in the text, in bytes.
    let offset: Int
    let end: Int

    /// The token as shown in messages.
    var text: String {
        switch kind {
        case .end: "the end"
        case .word(let word): "'\(word)'"
        case .at(let word): "'@\(word)'"
        case .number(let value), .literal(let value): "'\(value.text)'"
        case .string(let bytes): "'\(String(decoding: bytes.prefix(40), as: UTF8.self))'"
        case .symbol(let symbol): "'\(symbol)'"
        case .options(let letters): "'[\(letters)]'"
        case .argument(let number): "'$\(number)'"
        case .pathArgument(let number): "'$K\(number)'"
        case .format(let letter): letter == "n" ? "a number argument" : "'%\(letter)'"
        }
    }
}

/// The languages of queries.
enum PredicateDialect: Sendable {
    /// Realm's query language, with `$0` for arguments and SORT, DISTINCT and LIMIT after the predicate.
    case realm
    /// NSPredicate's format strings, with `%@` for arguments.
    case format
}
