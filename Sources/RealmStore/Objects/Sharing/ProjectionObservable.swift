/// A view that shows properties of an object.
public protocol ProjectionObservable: AnyObject, ThreadConfined {
    /// The class of the object.
    associatedtype Root: ObjectBase
    /// The object that is shown.
    var rootObject: Root { get }
    /// Creates a view of an object.
    init(projecting object: Root)
    /// The shown properties: names, paths of the object's properties, and how a value is read; used by the library
    /// only.
    var _rlmShown: [_ShownProperty] { get }
}

/// A property that a projection shows; used by the library only.
public struct _ShownProperty {
    let name: String
    let path: String
    let value: (RLMObjectBase) -> Any?
}
