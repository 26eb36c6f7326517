import Foundation

extension _ValueBox: PersistedProperty {
    static func propertyName(_ field: StoredField) -> String { field.name }

    static func access(_ field: StoredField, _ key: PropertyKey) -> any PropertyAccess {
        BoxedPropertyAccess<Content>(field, key)
    }
}

/// Reads and writes a property whose value is in a box.
private final class BoxedPropertyAccess<Content: _Persistable>: PropertyAccess {
    let field: StoredField
    let key: PropertyKey
    let traits = _PropertyTraits(Content.self)

    init(_ field: StoredField, _ key: PropertyKey) {
        self.field = field
        self.key = key
    }

    private func box(of object: RLMObjectBase) -> _ValueBox<Content> {
        field.with(_ValueBox<Content>.self, of: object) { $0 }
    }

    func value(of object: RLMObjectBase) -> Any { box(of: object)._content }

    func encoded(_ object: RLMObjectBase, _ scratch: ValueScratch) -> Value? {
        Content._rlmEncode(box(of: object).plain, _ValueScratch(scratch: scratch))?.value
    }

    func setPlain(_ value: Any?, of object: RLMObjectBase) -> Bool {
        guard let content = Content._rlmFromObjc(value ?? NSNull(), insideOptional: false) else { return false }
        box(of: object).plain = content
        return true
    }

    let valueForNull: Any? = nil
    let needsPromotion = true

    func promote(_ object: RLMObjectBase) { box(of: object).plain = Content._rlmDefaultValue() }

    let isKept = false

    func forget(_ object: RLMObjectBase) {}

    func originProperty(in object: RLMObjectBase) -> String? { nil }

    func marks(of object: RLMObjectBase) -> PersistedHeader.Traits { [] }

    var attach: ((RLMObjectBase) -> Void)? {
        { [self] object in box(of: object).attach(to: object, key) }
    }
}
