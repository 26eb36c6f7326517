import SwiftSyntax

/// Gathers the types that files declare.
final class TypeVisitor: SyntaxVisitor {
    private static let storable: Set<String> = [
        "RealmEnum", "PersistableEnum", "CustomPersistable", "FailableCustomPersistable",
    ]

    private(set) var classes: [ClassDeclSyntax] = []
    private(set) var superclasses: [String: String] = [:]
    private(set) var plainTypes: Set<String> = []
    private(set) var storableTypes: Set<String> = []
    private(set) var protocols: Set<String> = []
    /// The methods that name properties and are called.
    private(set) var calledMethods: Set<NamingMethod.Kind> = []

    init() { super.init(viewMode: .sourceAccurate) }

    override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
        let name = node.name.word
        classes.append(node)
        if let parent = node.inheritanceClause?.names.first, superclasses[name] == nil { superclasses[name] = parent }
        noteStorable(name, node.inheritanceClause)
        return .visitChildren
    }

    override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind {
        plainTypes.insert(node.name.word)
        noteStorable(node.name.word, node.inheritanceClause)
        return .visitChildren
    }

    override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind {
        plainTypes.insert(node.name.word)
        noteStorable(node.name.word, node.inheritanceClause)
        return .visitChildren
    }

    override func visit(_ node: ProtocolDeclSyntax) -> SyntaxVisitorContinueKind {
        protocols.insert(node.name.word)
        return .visitChildren
    }

    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
        let called =
            node.calledExpression.as(MemberAccessExprSyntax.self)?.declName
            ?? node.calledExpression.as(DeclReferenceExprSyntax.self)
        if let kind = called.flatMap({ NamingMethod.Kind(rawValue: $0.baseName.text) }), node.arguments.isEmpty {
            calledMethods.insert(kind)
        }
        return .visitChildren
    }

    override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
        if let name = node.extendedType.named?.name { noteStorable(name, node.inheritanceClause) }
        return .visitChildren
    }

    private func noteStorable(_ name: String, _ clause: InheritanceClauseSyntax?) {
        if clause?.names.contains(where: TypeVisitor.storable.contains) == true { storableTypes.insert(name) }
    }
}

extension InheritanceClauseSyntax {
    /// The names of the superclass and the protocols.
    var names: [String] { inheritedTypes.compactMap { $0.type.named?.name } }
}
