/// One property of a model class.
final class ModelProperty: @unchecked Sendable {
    let described: Property
    /// Its name in the program and in the file.
    let name: String
    let columnName: String
    let access: any PropertyAccess
    /// True for linking objects, which are computed from the links of others and not stored.
    let isComputed: Bool
    /// For linking objects, the property that links here.
    var originProperty: String? { described.originProperty }

    init(_ described: Property, _ access: any PropertyAccess) {
        self.described = described
        (name, columnName) = (described.name, described.columnName)
        self.access = access
        isComputed = described.type == .linkingObjects
    }

    /// Sets the property of a plain object to a value, or to that in a box; false if it does not fit.
    func setPlain(_ value: Any?, of object: RLMObjectBase) -> Bool {
        access.setPlain(LooseValue.unboxed(value), of: object)
    }
}
