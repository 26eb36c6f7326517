/// Iterates over the objects of results as of its creation, regardless of later changes.
@usableFromInline
final class ObjectCursor {
    /// All objects of a class in place, as long as none moves; nil if it starts with a list of keys.
    private let all: WholeClass?
    /// The tables at its creation, which stay readable.
    private let start: Group?
    private let table: TableKey
    private let count: Int
    /// The state of the session at its creation, and the placement of its objects.
    private let generation: Int
    private let placement: Int
    @exclusivity(unchecked) private var keys: [ObjectKey]?
    @exclusivity(unchecked) private var maker: AccessorMaker
    @exclusivity(unchecked) private var position = 0

    init(_ all: WholeClass, _ binding: ClassBinding) {
        self.all = all
        (start, table) = (binding.session.group, binding.table)
        count = all.count
        (generation, placement) = (binding.session.generation, binding.session.placement)
        maker = AccessorMaker(binding)
    }

    init(_ keys: [ObjectKey], _ binding: ClassBinding) {
        all = nil
        (start, table) = (nil, binding.table)
        count = keys.count
        (generation, placement) = (binding.session.generation, binding.session.placement)
        self.keys = keys
        maker = AccessorMaker(binding)
    }

    private func startingKeys() -> [ObjectKey] {
        maker.session.read([]) {
            try start?.table(table).map { (table) throws(FormatError) in try WholeClass.keys(of: table) } ?? []
        }
    }

    /// An accessor of the next object, or nil at the end.
    @usableFromInline
    func next() -> RLMObjectBase? {
        guard position < count else { return nil }
        defer { position += 1 }
        if let all, keys == nil {
            if maker.session.placement == placement { return all.accessor(at: position) }
            keys = startingKeys()
        }
        guard let keys, position < keys.count else { return nil }
        return maker.accessor(keys[position], isExpected: maker.session.generation == generation)
    }
}
