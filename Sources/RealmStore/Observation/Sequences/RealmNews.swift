/// Reports whether a Realm shows another version, or could, since the last call.
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
    /// Returns a notification for a loop whenever this Realm shows another version, or there is a newer one. Additional
    /// to the SDK.
    ///
    ///     for await _ in realm.changes() { await show(realm) }
    ///
    /// Everything since the last iteration is reported once. The loop never ends by itself; otherwise as `observe(_:)`,
    /// and see `RealmChanges`.
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
