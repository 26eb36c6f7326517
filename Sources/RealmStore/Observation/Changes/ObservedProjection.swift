/// One object, by the properties that a projection shows.
///
/// Every shown property whose key path begins with a touched one is reported under its own name.
struct ObservedProjection: ObservedThing {
    private var object: ObservedObject
    /// The shown names, each with the first property of its key path, in the order of declaration.
    private let shown: [(name: String, first: Substring)]

    /// - Parameters:
    ///   - type: the class of the object.
    ///   - properties: names and key paths of the shown properties.
    ///   - keyPaths: the observed key paths; nil or empty for all.
    ///   - table: the table of the object.
    init(
        _ place: ObjectPlace, _ type: RLMObjectBase.Type, _ properties: [(name: String, path: String)],
        keyPaths: [String]?, on table: Table, in context: QueryContext
    ) throws(PredicateError) {
        let wanted = keyPaths ?? []
        let observed = properties.filter { wanted.isEmpty || wanted.contains($0.path) }
        shown = observed.map { ($0.name, $0.path.prefix { $0 != "." }) }
        object = ObservedObject(place, type, try KeyPathFilter(observed.map(\.path), on: table, in: context))
    }

    mutating func begin(in session: Session) throws { try object.begin(in: session) }

    mutating func change(from old: Session, to new: Session, _ touched: TouchedObjects) throws -> ObjectTouch? {
        let touch = try object.change(from: old, to: new, touched)
        guard case .changed(let names)? = touch else { return touch }
        // In the order of the object's properties, as in the SDK.
        let found = names.flatMap { name in shown.filter { $0.first == name }.map(\.name) }
        return found.isEmpty ? nil : .changed(found)
    }
}
