import SwiftSyntax

/// A method that names properties: `primaryKey()`, `indexedProperties()`, `ignoredProperties()`.
struct NamingMethod {
    enum Kind: String {
        case primaryKey, indexedProperties, ignoredProperties

        private static let unindexed: Set<String> = ["AnyRealmValue", "Data", "Decimal128", "Double", "Float"]

        /// Whether a mark cannot say this of a property of that type, so that the method stays.
        func refuses(_ type: String) -> Bool {
            switch self {
            case .primaryKey: Kind.unindexed.contains(type) || type == "Date"
            case .indexedProperties: Kind.unindexed.contains(type)
            case .ignoredProperties: false
            }
        }
    }

    let declaration: FunctionDeclSyntax
    let kind: Kind
    /// The names; nil if they are computed.
    let names: [String]?

    /// Nil if the method is another one.
    init?(_ declaration: FunctionDeclSyntax) {
        guard let kind = Kind(rawValue: declaration.name.text), declaration.modifiers.isOfType,
            declaration.modifiers.modifier("override") != nil,
            declaration.signature.parameterClause.parameters.isEmpty
        else { return nil }
        self.declaration = declaration
        self.kind = kind
        names = NamingMethod.result(of: declaration).flatMap { NamingMethod.names($0, kind) }
    }

    /// The expression that the body consists of.
    private static func result(of declaration: FunctionDeclSyntax) -> ExprSyntax? {
        guard let statements = declaration.body?.statements, statements.count == 1, let item = statements.first?.item
        else { return nil }
        switch item {
        case .expr(let expression): return expression
        case .stmt(let statement): return statement.as(ReturnStmtSyntax.self)?.expression
        case .decl: return nil
        }
    }

    private static func names(_ expression: ExprSyntax, _ kind: Kind) -> [String]? {
        if expression.is(NilLiteralExprSyntax.self) { return [] }
        if kind == .primaryKey { return name(expression).map { [$0] } }
        guard let array = expression.as(ArrayExprSyntax.self) else { return nil }
        let names = array.elements.map { name($0.expression) }
        return names.contains { $0 == nil } ? nil : names.compactMap(\.self)
    }

    private static func name(_ expression: ExprSyntax) -> String? {
        if let literal = expression.as(StringLiteralExprSyntax.self) { return literal.representedLiteralValue }
        return KeyPathText(expression)?.path
    }
}
