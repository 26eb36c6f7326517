import RealmStore

/// Makes a collection in memory for an element type known only at run time.
protocol MemoryMaker {
    func make<Element: RealmCollectionValue>(_: Element.Type) -> any ShownCollection
}

extension _RLMShown {
    /// A collection in memory for objects of `type`, or of any class if it is no class of objects.
    static func inMemory(_ type: Any.Type, _ className: String, _ maker: some MemoryMaker) -> _RLMShown {
        guard let objects = type as? any (RLMObjectBase & RealmCollectionValue).Type, objects != RLMObject.self else {
            return _RLMShown(maker.make(RLMObject.self))
        }
        require(
            objects.className() == className,
            "A collection of '\(objects)' holds objects of class '\(objects.className())', not '\(className)'.")
        return _RLMShown(make(maker, objects))
    }

    /// Opens the type of elements.
    private static func make<Element: RealmCollectionValue>(
        _ maker: some MemoryMaker, _ type: Element.Type
    ) -> any ShownCollection { maker.make(type) }
}
