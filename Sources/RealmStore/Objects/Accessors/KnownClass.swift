/// What a session knows of a class while no accessor of it is alive, too.
final class KnownClass: @unchecked Sendable {
    let table: TableKey
    let model: ModelClass?
    /// The class of the accessors.
    let type: RLMObjectBase.Type
    /// Weak, since accessors hold bindings, and bindings hold the session.
    private(set) weak var binding: ClassBinding?
    /// Used where the session may be used; in one that several threads share, only while the binding is made.
    var columns: ClassColumns?

    init(_ table: TableKey, _ model: ModelClass?, _ type: RLMObjectBase.Type) {
        self.table = table
        self.model = model
        self.type = type
    }

    /// Makes the binding, of which there is none.
    func bind(_ session: Session) -> ClassBinding {
        let made = ClassBinding(session, self)
        binding = made
        return made
    }
}
