import RealmStore

/// The search index that a step changes.
struct IndexTarget: Sendable {
    enum Kind: String, CaseIterable { case value, fulltext }

    let className: Placed<String>
    let property: Placed<String>
    let kind: Kind

    init?(_ fields: inout StepFields) {
        let className = fields.text("class")
        let property = fields.text("property")
        kind = fields.word("kind", Kind.self) ?? .value
        guard let className, let property else { return nil }
        self.className = className
        self.property = property
    }

    var place: String { "'\(className.value).\(property.value)'" }
    var summary: String { "the \(kind == .value ? "search" : "full-text") index of \(place)" }

    func exists(on property: Property) -> Bool {
        kind == .value ? property.isIndexed : property.isFullTextIndexed
    }

    func setting(_ flag: Bool, of property: Property) -> Property {
        kind == .value ? property.with(isIndexed: flag) : property.with(isFullTextIndexed: flag)
    }
}
