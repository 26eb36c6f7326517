import Foundation

/// The links to one object from one column.
final class LinkOrigins {
    let session: Session
    let target: ObjectPlace
    /// The linking column, and its table.
    let column: ColumnKey
    let table: TableKey
    private var live: Live<BacklinkList?>
    /// See `Session.era`.
    private let era: Int

    init(_ session: Session, _ target: ObjectPlace, from table: Table, _ column: Column) {
        self.session = session
        self.target = target
        self.column = column.key
        self.table = table.key
        let era = session.era
        self.era = era
        let (origin, link) = (table.key, column.key)
        live = Live(session) {
            guard era == session.era, let row = session.row(target),
                let column = row.table.backlinkColumns.first(where: {
                    $0.oppositeTable == origin && $0.oppositeColumn == link
                })
            else { return nil }
            return session.read(nil) { try row.table.backlinks(column, at: row.position) }
        }
    }

    var isGone: Bool { era != session.era || session.row(target) == nil }

    var count: Int { live.current(session)?.count ?? 0 }

    func link(at position: Int) -> Value {
        let list = live.current(session)
        let count = list?.count ?? 0
        require(position >= 0 && position < count, "Index \(position) is out of bounds (count \(count))")
        return session.read(.null) { try .link(table, list?.origin(at: position) ?? .null) }
    }
}
