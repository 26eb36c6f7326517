import TestSupport

@testable import RealmStore

/// An observed value of a notification case, and its reports in the text form of the case.
struct NotifyObserver {
    let id: String
    let watched: CollectionPlace?
    private let begin: (Session) throws -> Void
    private let answer: (Session, Session, TouchedObjects) throws -> String

    /// - Returns: nil if the API has no equivalent.
    init?(_ thing: JSONText, in writer: NotifyWriter, _ session: Session) throws {
        let id = thing["id"]?.text ?? ""
        guard thing["limit"] == nil else { return nil }
        let paths = thing["keyPaths"].map { $0.items.compactMap(\.text) }
        func filter(_ className: String) throws -> KeyPathFilter {
            guard let table = session.group.table(ofClass: className) else { return .everything }
            return try KeyPathFilter(paths, on: table, in: session.queryContext)
        }
        let property = thing["property"]?.text ?? ""
        switch thing["what"]?.text {
        case "results":
            let isOther = thing["class"]?.text == "Other"
            let rows =
                isOther
                ? NotifyObserver.rows(of: writer.realm.objects(NotifyOther.self), thing)
                : NotifyObserver.rows(of: writer.realm.objects(NotifyItem.self), thing)
            guard let made = ObservedCollection.thing(rows, try filter(isOther ? "Other" : "Item")) else { return nil }
            self.init(id, positions: made)
        case "object":
            let object = try writer.item(thing["object"])
            guard let place = object.place else { return nil }
            self.init(id, ObservedObject(place, NotifyItem.self, try filter("Item"))) { NotifyObserver.text($0) }
        case let what:
            let object = try writer.item(thing["object"])
            let className = property == "parts" ? "Part" : property == "others" ? "Other" : "Item"
            let rows: _CollectionRows
            switch (what, property) {
            case ("list", "items"): rows = object.items._rlmRows
            case ("list", "ints"): rows = object.ints._rlmRows
            case ("list", "strs"): rows = object.strs._rlmRows
            case ("list", "parts"): rows = object.parts._rlmRows
            case ("set", "iset"): rows = object.iset._rlmRows
            case ("set", "oset"): rows = object.oset._rlmRows
            case ("backlinks", _): rows = object.others._rlmRows
            case ("list", "any"):
                guard case .list(let list) = object.any else { return nil }
                rows = list._rlmRows
            default:
                let entries: MapEntriesReader?
                switch (property, object.any) {
                case ("imap", _): entries = object.imap.entries
                case ("omap", _): entries = object.omap.entries
                case (_, .dictionary(let map)): entries = map.entries
                default: entries = nil
                }
                guard let entries, let made = ObservedEntries(entries, try filter(className)) else { return nil }
                self.init(id, made) { NotifyObserver.text($0) }
                return
            }
            guard let made = ObservedCollection.thing(rows, try filter(className)) else { return nil }
            self.init(id, positions: made)
        }
    }

    private init<Thing: ObservedThing>(_ id: String, _ thing: Thing, _ text: @escaping (Thing.Change) -> String) {
        self.id = id
        watched = thing.watched
        let box = Box(thing)
        begin = { try box.thing.begin(in: $0) }
        answer = { try box.thing.change(from: $0, to: $1, $2).map(text) ?? "nothing" }
    }

    private init(_ id: String, positions thing: any ObservedPositions) {
        self.id = id
        watched = thing.watched
        let box = Box(thing)
        begin = { try box.thing.begin(in: $0) }
        answer = { try box.thing.change(from: $0, to: $1, $2).map { NotifyObserver.text($0) } ?? "nothing" }
    }

    private final class Box<Thing> {
        var thing: Thing
        init(_ thing: Thing) { self.thing = thing }
    }

    func start(_ session: Session) throws { try begin(session) }

    /// The report.
    func told(_ old: Session, _ new: Session, _ touched: TouchedObjects) throws -> String {
        try answer(old, new, touched)
    }

    private static func rows<Element: Object>(of all: Results<Element>, _ thing: JSONText) -> _CollectionRows {
        var rows = all
        if let filter = thing["filter"]?.text { rows = rows.filter(filter) }
        let orders = (thing["sort"]?.items ?? []).map {
            SortDescriptor(keyPath: $0.items[0].text ?? "", ascending: $0.items[1] == .bool(true))
        }
        if !orders.isEmpty { rows = rows.sorted(by: orders) }
        let distinct = (thing["distinct"]?.items ?? []).compactMap(\.text)
        if !distinct.isEmpty { rows = rows.distinct(by: distinct) }
        return rows._rlmRows
    }

    // MARK: Texts

    private static func text(_ change: CollectionChange) -> String {
        "-\(change.deletions) +\(change.insertions) ~\(change.modifications) ~new\(change.newModifications)"
    }

    private static func text(_ change: EntryChange) -> String {
        "-\(change.deletions) +\(change.insertions) ~\(change.modifications)"
    }

    private static func text(_ touch: ObjectTouch) -> String {
        switch touch {
        case .deleted: "deleted"
        case .changed(let names): "\(names)"
        }
    }

    /// The report of Realm Core, as the SDK would show it; nil where Core's report makes no sense.
    static func expected(_ answer: JSONText?, _ thing: JSONText) -> String? {
        guard let change = answer?["change"], change != .null else { return "nothing" }
        func numbers(_ name: String) -> [Int] {
            (change[name]?.items ?? []).compactMap { $0.digits.flatMap { Int($0) } }
        }
        if thing["what"]?.text == "object" {
            if change["deleted"] != nil { return "deleted" }
            let names = (change["properties"]?.items ?? []).compactMap(\.text)
            return names.isEmpty ? "nothing" : "\(names)"
        }
        if change["rootDeleted"] != nil, numbers("deletions").isEmpty { return "nothing" }
        let isGone = change["rootDeleted"] != nil
        if thing["what"]?.text == "dictionary" {
            func keys(_ name: String) -> [String] { (answer?["keys"]?[name]?.items ?? []).compactMap(\.text) }
            // For a deleted collection, Core still reports the changes made before.
            if isGone { return "-\(keys("deletions")) +[] ~[]" }
            return "-\(keys("deletions")) +\(keys("insertions")) ~\(keys("modifications"))"
        }
        let empty: [Int] = []
        if isGone { return "-\(numbers("deletions")) +\(empty) ~\(empty) ~new\(empty)" }
        return "-\(numbers("deletions")) +\(numbers("insertions")) ~\(numbers("modifications")) "
            + "~new\(numbers("modificationsNew"))"
    }
}
