/// Iterates over the objects of results as of its creation, regardless of later changes.
@usableFromInline
final class ObjectCursor {
    /// All objects of a class in place, as long as none moves; nil if it starts with a list of keys.
    private let all: WholeClass?
    /// The tables at its creation, which stay readable.
    private let start: Group?
    private let session: Session
    private let binding: ClassBinding
    private let count: Int
    /// The state of the session at its creation, and the placement of its objects.
    private let generation: Int
    private let placement: Int
    @exclusivity(unchecked) private var keys: [ObjectKey]?
    @exclusivity(unchecked) private var maker: AccessorMaker
    @exclusivity(unchecked) private var position = 0
    /// Whether an accessor may become that of another object.
    private let isReusable: Bool
    /// The accessor of the object visited last, to be used again if the program does not keep it.
    @exclusivity(unchecked) private var last: RLMObjectBase?
    /// The positions of the objects of its cluster, while all objects are visited in place.
    @exclusivity(unchecked) private var neighbours = 0..<0

    convenience init(_ all: WholeClass, _ binding: ClassBinding) {
        self.init(all, binding.session.group, nil, all.count, binding)
    }

    convenience init(_ keys: [ObjectKey], _ binding: ClassBinding) { self.init(nil, nil, keys, keys.count, binding) }

    private init(_ all: WholeClass?, _ start: Group?, _ keys: [ObjectKey]?, _ count: Int, _ binding: ClassBinding) {
        (self.all, self.start, self.keys, self.count) = (all, start, keys, count)
        (self.binding, session) = (binding, binding.session)
        (generation, placement) = (binding.session.generation, binding.session.placement)
        maker = AccessorMaker(binding)
        isReusable = binding.model?.isStateless == true
    }

    private func startingKeys() -> [ObjectKey] {
        session.read([]) {
            try start?.table(binding.table).map { (table) throws(FormatError) in try WholeClass.keys(of: table) } ?? []
        }
    }

    /// An accessor of the next object, or nil at the end.
    ///
    /// It may be the last one, if the program keeps that nowhere. That shows nowhere either: `SoleReference` sees weak
    /// references, too, and the class has no state beside what is stored.
    @usableFromInline
    func next() -> RLMObjectBase? {
        guard position < count else { return nil }
        defer { position += 1 }
        guard isLastReusable, let last else { return distant() }
        session.checkThread()
        if neighbours.contains(position), session.placement == placement {
            last.move(toNeighbour: position - neighbours.lowerBound)
            return last
        }
        if let keys, position < keys.count, last.move(toNeighbour: keys[position]) { return last }
        return distant()
    }

    private var isLastReusable: Bool { isReusable && last != nil && SoleReference.isSole(&last!) }

    /// The same for an object of another cluster, or if the last accessor is kept.
    private func distant() -> RLMObjectBase? {
        if let all, keys == nil {
            if session.placement == placement {
                guard let (row, rows) = all.row(at: position) else { return binding.accessor(nil) }
                neighbours = rows
                return accessor(row)
            }
            (keys, neighbours) = (startingKeys(), 0..<0)
        }
        guard let keys, position < keys.count else { return nil }
        if let row = maker.row(of: keys[position]) { return accessor(row) }
        return maker.missing(keys[position], isExpected: session.generation == generation)
    }

    private func accessor(_ row: ObjectRow) -> RLMObjectBase {
        if isLastReusable, let last, last.move(to: row) { return last }
        let made = binding.accessor(row)
        last = isReusable ? made : nil
        return made
    }
}
