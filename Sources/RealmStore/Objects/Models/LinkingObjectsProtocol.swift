/// A type of property that can be declared with `@Persisted(originProperty:)`.
public protocol LinkingObjectsProtocol {
    /// The class of the objects that link here.
    associatedtype Element
    /// The objects of that class that link here with their property of that name.
    init(fromType: Element.Type, property: String)
    /// The property that links here.
    var originPropertyName: String { get }
}
