@_exported import RealmStore
