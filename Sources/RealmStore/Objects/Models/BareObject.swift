/// Objects that the engine makes: accessors, and the one by which a class is read. They do not get the values that a
/// class may give to its new objects beside the declarations of its properties.
package enum BareObject {
    /// True while one is being made.
    @TaskLocal package static var isBeingMade = false

    static func make(_ type: RLMObjectBase.Type) -> RLMObjectBase { $isBeingMade.withValue(true) { type.init() } }
}
