import SwiftSyntax

/// The variables and parameters that a function declares, with their types where those are written.
final class LocalNames: SyntaxVisitor {
    /// The types of each name; nil where it is not written.
    private var types: [String: [String?]] = [:]

    init(in scope: Syntax) {
        super.init(viewMode: .sourceAccurate)
        walk(scope)
    }

    func declares(_ name: String) -> Bool { types[name] != nil }

    /// The only type that the name has.
    func type(of name: String) -> String? {
        guard let all = types[name], let first = all.first, all.allSatisfy({ $0 == first }) else { return nil }
        return first
    }

    private func add(_ name: TokenSyntax, _ type: String?) { types[name.word, default: []].append(type) }

    override func visit(_ node: PatternBindingSyntax) -> SyntaxVisitorContinueKind {
        // A member of a type is no local name.
        guard let pattern = node.pattern.as(IdentifierPatternSyntax.self),
            node.parent?.parent?.parent?.is(MemberBlockItemSyntax.self) != true
        else { return .visitChildren }
        let declared = node.typeAnnotation?.type.unwrapped.type.named?.name
        add(pattern.identifier, declared ?? node.initializer.flatMap { Construction($0.value)?.name })
        // The pattern is seen, and its value may have closures.
        if let value = node.initializer { walk(value) }
        if let block = node.accessorBlock { walk(block) }
        return .skipChildren
    }

    override func visit(_ node: IdentifierPatternSyntax) -> SyntaxVisitorContinueKind {
        if node.parent?.is(PatternBindingSyntax.self) != true { add(node.identifier, nil) }
        return .skipChildren
    }

    override func visit(_ node: FunctionParameterSyntax) -> SyntaxVisitorContinueKind {
        add(node.secondName ?? node.firstName, node.type.unwrapped.type.named?.name)
        return .visitChildren
    }

    override func visit(_ node: ClosureParameterSyntax) -> SyntaxVisitorContinueKind {
        add(node.secondName ?? node.firstName, node.type?.unwrapped.type.named?.name)
        return .visitChildren
    }

    override func visit(_ node: ClosureShorthandParameterSyntax) -> SyntaxVisitorContinueKind {
        add(node.name, nil)
        return .visitChildren
    }
}
