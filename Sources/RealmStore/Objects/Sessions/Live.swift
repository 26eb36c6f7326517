/// Something read from a session's current state: read again once anything may lie elsewhere.
struct Live<Content> {
    private let read: () -> Content
    private var content: Content
    private var placement: Int

    /// - Parameter read: reads the content; called now and after every change of the placement.
    init(_ session: Session, _ read: @escaping () -> Content) {
        self.read = read
        content = read()
        placement = session.placement
    }

    /// The current content.
    mutating func current(_ session: Session) -> Content {
        if placement != session.placement {
            content = read()
            placement = session.placement
        }
        return content
    }
}
