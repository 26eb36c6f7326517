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

    convenience init(_ session: Session, _ target: ObjectPlace, from table: Table, _ column: Column) {
        self.init(session, target, from: table, column, session.era)
    }

    private init(_ session: Session, _ target: ObjectPlace, from table: Table, _ column: Column, _ era: Int) {
        self.session = session
        self.target = target
        self.column = column.key
        self.table = table.key
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

    /// The links to the same object in another session, gone if it is gone there; nil without the linking column.
    func counterpart(in target: Session) -> LinkOrigins? {
        guard let table = target.group.table(table), let column = table.column(column) else { return nil }
        return LinkOrigins(target, self.target, from: table, column, era == session.era ? target.era : .min)
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
