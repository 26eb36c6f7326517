/// A collection whose elements are asked for their properties.
protocol KeyValueCollection {
    func anyValue(forKeyPath keyPath: String) -> Any?
}
