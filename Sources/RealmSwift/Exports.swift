// An app written for the SDK imports this module alone.
@_exported import Realm
@_exported import RealmStore
