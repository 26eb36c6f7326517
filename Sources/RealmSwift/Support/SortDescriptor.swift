import RealmStore

/// A property to sort by, and the direction. Foundation has a type of this name, too: `RealmSwift.SortDescriptor` is
/// this one.
public typealias SortDescriptor = RealmStore.SortDescriptor
