/// Finds the names behind a Swift key path by applying it to an object that records what is read.
///
/// `_kvcKeyPathString` supports only stored properties of Objective-C classes.
final class KeyPathRecorder: @unchecked Sendable {
    /// The recorder of the key path being read.
    @TaskLocal private static var current: KeyPathRecorder?

    private(set) var names: [String] = []
    /// The objects read from so far, the last one at the end of the path.
    private var standIns: [RLMObjectBase] = []
    private let model: ModelClass

    init(_ model: ModelClass) { self.model = model }

    /// The names of the properties along `keyPath`, with dots between them; nil for one that leads elsewhere.
    static func path<Root: RLMObjectBase, Value>(of keyPath: KeyPath<Root, Value>) -> String? {
        path(of: keyPath as PartialKeyPath<Root>)
    }

    /// The same for any key path from a class.
    static func path<Root: RLMObjectBase>(of keyPath: PartialKeyPath<Root>) -> String? {
        KnownKeyPaths.name(of: keyPath) {
            guard let model = ModelClass.find(Root.self) else { return nil }
            let recorder = KeyPathRecorder(model)
            let root = recorder.standIn(for: model)
            return recorder.path { (root as? Root)?[keyPath: keyPath] }
        }
    }

    /// The names that are noted while `read` reads a value; nil if none are.
    func path(_ read: () -> Any?) -> String? {
        let value = KeyPathRecorder.$current.withValue(self, operation: read)
        // Reading a box itself reads no property.
        if let box = value as? RLMSwiftValueStorage, let owner = standIns.last { note(box.key, of: owner) }
        standIns = []
        return names.isEmpty ? nil : names.joined(separator: ".")
    }

    /// Records that a property of each object of a collection is projected, which is not read from an object.
    static func noteProjected<Root: RLMObjectBase>(_ keyPath: PartialKeyPath<Root>) {
        guard let current, let name = path(of: keyPath) else { return }
        current.names.append(name)
    }

    /// An object of a class that records what is read.
    func standIn(for model: ModelClass) -> RLMObjectBase {
        let object = model.type.init()
        object.isPlain = false
        object.recorder = self
        model.mark(object)
        standIns.append(object)
        return object
    }

    /// The element at any position of a collection of such an object, while a key path is being read; otherwise nil.
    static func element<Element: RealmCollectionValue>(of _: Element.Type) -> Element? {
        guard let current else { return nil }
        guard let target = _PropertyTraits(Element.self).target, let model = ModelClass.find(target),
            !(Element.self is any _CustomPersistable.Type)
        else { return Element._rlmDefaultValue() }
        return Element._rlmFromObjc(current.standIn(for: model), insideOptional: false)
    }

    /// Records that a property was read.
    func note(_ key: PropertyKey, of object: RLMObjectBase) {
        guard let model = ModelClass.find(type(of: object)), Int(key) < model.properties.count else { return }
        names.append(model.properties[Int(key)].name)
    }

    /// The value of a link: an object that also reports to this recorder.
    func target<Target: RLMObjectBase>(_: Target.Type) -> Target? {
        ModelClass.find(Target.self).flatMap { standIn(for: $0) as? Target }
    }
}
