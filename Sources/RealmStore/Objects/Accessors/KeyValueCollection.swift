/// A collection that reads properties of its elements.
protocol KeyValueCollection {
    func anyValue(forKeyPath keyPath: String) -> Any?
}
