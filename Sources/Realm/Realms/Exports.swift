// Model classes of this module are written with `@Persisted`, and errors, tokens and values are those of RealmStore.
@_exported import RealmStore
