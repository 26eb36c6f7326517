/// Something read from a session's current state: read again once that state has changed.
struct Live<Content> {
    private let read: () -> Content
    private var content: Content
    private var generation: Int

    /// - Parameter read: reads the content; called now and after every change of the session's state.
    init(_ session: Session, _ read: @escaping () -> Content) {
        self.read = read
        content = read()
        generation = session.generation
    }

    /// The current content.
    mutating func current(_ session: Session) -> Content {
        if generation != session.generation {
            content = read()
            generation = session.generation
        }
        return content
    }
}
