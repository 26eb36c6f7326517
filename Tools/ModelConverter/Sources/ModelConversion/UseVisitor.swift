import SwiftSyntax

/// Converts what uses models: values of boxes, names of properties; marks what only Objective-C has.
final class UseVisitor: SyntaxVisitor {
    private let source: ParsedSource
    private let index: ModelIndex
    private var scopes: [SyntaxIdentifier: LocalNames] = [:]

    init(_ source: ParsedSource, _ index: ModelIndex) {
        (self.source, self.index) = (source, index)
        super.init(viewMode: .sourceAccurate)
    }

    // MARK: Names of properties

    override func visit(_ node: MacroExpansionExprSyntax) -> SyntaxVisitorContinueKind {
        if source.isSettled(node) { return .skipChildren }
        switch node.macroName.text {
        case "keyPath":
            if let text = KeyPathText(node), text.root.map(index.isModel) ?? (enclosingModel(of: node) != nil) {
                source.replace(node, by: text.literal)
            } else {
                source.mark(
                    node, "'#keyPath' needs the Objective-C runtime; write the name itself, or a Swift key path")
            }
            return .skipChildren
        case "selector" where enclosingModel(of: node) != nil:
            source.mark(node, "'#selector' needs the Objective-C runtime; use a closure")
            return .skipChildren
        default: return .visitChildren
        }
    }

    // MARK: Key-value observing

    private static let observing: Set<String> = [
        "addObserver", "removeObserver", "willChangeValue", "didChangeValue",
    ]
    private static let observed =
        "objects have no key-value observing here; observe the object, or loop over its 'changes()'"

    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
        guard
            let called = node.calledExpression.as(MemberAccessExprSyntax.self)?.declName
                ?? node.calledExpression.as(DeclReferenceExprSyntax.self)
        else { return .visitChildren }
        let name = called.baseName.text
        let isByKeyPath = name == "observe" && node.arguments.first?.label == nil
        let path =
            isByKeyPath
            ? node.arguments.first
            : node.arguments.first { ["forKeyPath", "forKey"].contains($0.label?.text) }
        guard let path, isByKeyPath || UseVisitor.observing.contains(name), isOfModel(path.expression) else {
            return .visitChildren
        }
        source.mark(node, UseVisitor.observed)
        return .visitChildren
    }

    /// Whether a key path or the text of one is about a model, as far as it shows.
    private func isOfModel(_ path: ExprSyntax) -> Bool {
        if let text = KeyPathText(path) { return text.root.map(index.isModel) ?? (enclosingModel(of: path) != nil) }
        if let literal = path.as(StringLiteralExprSyntax.self)?.representedLiteralValue {
            return index.propertyNames.contains(literal) || enclosingModel(of: path) != nil
        }
        guard let keyPath = path.as(KeyPathExprSyntax.self) else { return false }
        if let root = keyPath.root?.named?.name, root.first?.isUppercase == true { return index.isModel(root) }
        let first = keyPath.components.first?.component.as(KeyPathPropertyComponentSyntax.self)
        return index.propertyNames.contains(first?.declName.baseName.word ?? "")
    }

    override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
        let label = node.signature.parameterClause.parameters.first?.firstName.text
        if node.name.text == "observeValue", label == "forKeyPath", enclosingModel(of: node) != nil {
            source.mark(node, UseVisitor.observed)
        }
        return .visitChildren
    }

    // MARK: Values of boxes

    override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
        guard node.declName.baseName.text == "value", let base = node.base else { return .visitChildren }
        if let call = node.parent?.as(FunctionCallExprSyntax.self), Syntax(call.calledExpression) == Syntax(node) {
            return .visitChildren
        }
        guard let property = boxName(base), let owner = index.owner(ofBox: property) else { return .visitChildren }
        switch isBox(base, property) {
        case true?: source.replace(base.bytes.upperBound..<node.bytes.upperBound, by: "")
        case false?: break
        case nil: source.mark(node, "if this is the property of '\(owner)', leave out '.value' behind '\(property)'")
        }
        return .visitChildren
    }

    override func visit(_ node: KeyPathExprSyntax) -> SyntaxVisitorContinueKind {
        let components = Array(node.components)
        let names = components.map { $0.component.as(KeyPathPropertyComponentSyntax.self)?.declName.baseName.word }
        for position in names.indices.dropFirst() where names[position] == "value" {
            guard let property = names[position - 1], let owner = index.owner(ofBox: property) else { continue }
            let root = node.root?.named?.name
            if position == 1, let root, index.isModel(root) {
                if index.hasBox(property, in: root) { source.replace(components[position], by: "") }
            } else {
                source.mark(node, "if this is the property of '\(owner)', leave out '.value' behind '\(property)'")
            }
        }
        return .visitChildren
    }

    /// The name of the property whose value is asked for.
    private func boxName(_ base: ExprSyntax) -> String? {
        base.as(DeclReferenceExprSyntax.self)?.baseName.word
            ?? base.as(MemberAccessExprSyntax.self)?.declName.baseName.word
    }

    /// Whether the expression is a converted box; nil if that cannot be seen.
    private func isBox(_ expression: ExprSyntax, _ property: String) -> Bool? {
        if expression.is(DeclReferenceExprSyntax.self) {
            if localNames(around: expression).declares(property) { return nil }
            return enclosingType(of: expression).map { index.hasBox(property, in: $0) } ?? false
        }
        guard let base = expression.as(MemberAccessExprSyntax.self)?.base?.object else { return nil }
        if base == "self" { return enclosingType(of: expression).map { index.hasBox(property, in: $0) } }
        return localNames(around: expression).type(of: base).map { index.hasBox(property, in: $0) }
    }

    // MARK: Places

    private func enclosingType(of node: some SyntaxProtocol) -> String? {
        var current = node.parent
        while let syntax = current {
            if let type = syntax.as(ClassDeclSyntax.self) { return type.name.word }
            if let type = syntax.as(ExtensionDeclSyntax.self) { return type.extendedType.named?.name }
            if let type = syntax.as(StructDeclSyntax.self) { return type.name.word }
            if let type = syntax.as(EnumDeclSyntax.self) { return type.name.word }
            current = syntax.parent
        }
        return nil
    }

    private func enclosingModel(of node: some SyntaxProtocol) -> String? {
        enclosingType(of: node).flatMap { index.isModel($0) ? $0 : nil }
    }

    /// The names that the function around the node declares, or the file outside of types.
    private func localNames(around node: some SyntaxProtocol) -> LocalNames {
        var scope = Syntax(node)
        while let parent = scope.parent, !scope.is(MemberBlockItemSyntax.self) { scope = parent }
        if let known = scopes[scope.id] { return known }
        let names = LocalNames(in: scope)
        scopes[scope.id] = names
        return names
    }
}

extension ExprSyntax {
    /// The name of a variable: `dog`, `dog?` or `dog!`.
    fileprivate var object: String? {
        if let chain = self.as(OptionalChainingExprSyntax.self) { return chain.expression.object }
        if let forced = self.as(ForceUnwrapExprSyntax.self) { return forced.expression.object }
        return self.as(DeclReferenceExprSyntax.self)?.baseName.word
    }
}
