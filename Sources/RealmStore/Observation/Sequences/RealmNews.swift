/// Whether a Realm shows another version, or could, since it was asked last.
final class RealmNews: ChangeSource {
    let session: Session
    private let id: Int
    private let slot: ChangeSlot<Realm.Notification>

    var isOver: Bool { false }

    init(_ session: Session, _ waiter: Waiter) {
        let slot = ChangeSlot<Realm.Notification>()
        (self.session, self.slot) = (session, slot)
        id = session.observers.add { news in
            slot.put(news == .changed ? .didChange : .refreshRequired)
            waiter.wake()
        }
    }

    deinit { _ = session.observers.remove(id) }

    func next() -> Realm.Notification? { slot.take() }
}

extension Realm {
    /// Tells a loop that this Realm shows another version, or that there is a newer one. Additional to the SDK.
    ///
    ///     for await _ in realm.changes() { await show(realm) }
    ///
    /// What has happened since the body of the loop asked last is told once. It never ends by itself; otherwise as
    /// `observe(_:)`, and see `RealmChanges`.
    ///
    /// Traps for a frozen or read-only Realm, and for one that belongs neither to the main actor nor to another one.
    public func changes() -> RealmChanges<Realm.Notification> {
        RealmChanges { [session] in
            session.checkMayAwaitChanges()
            let waiter = Waiter()
            return ChangeIteration(RealmNews(session, waiter), waiter)
        }
    }
}
