import Synchronization

/// Objects by key, each for as long as somebody keeps it.
///
/// An object is touched only by whoever asks for its key. Looking through all of them would keep each for a moment, and
/// one whose last user goes in that moment would end here: late, on another thread, and in the middle of a search.
final class WeakTable<Key: Hashable & Sendable, Object: AnyObject & Sendable>: Sendable {
    /// Where an object is found.
    fileprivate final class Place: Sendable {
        private let reference: WeakReference<Object>
        var object: Object? { reference.object }

        init(_ object: Object) { reference = WeakReference(object) }
    }

    private let places = Mutex<[Key: Place]>([:])

    /// An entry of the table, which ends with this: the object keeps it.
    final class Entry: Sendable {
        private let table: WeakTable
        private let key: Key
        private let place: Place

        fileprivate init(_ table: WeakTable, _ key: Key, _ place: Place) {
            (self.table, self.key, self.place) = (table, key, place)
        }

        deinit {
            table.places.withLock { places in
                if places[key] === place { places[key] = nil }
            }
        }
    }

    /// The keys of all objects, and of those that are just ending.
    var keys: [Key] { places.withLock { Array($0.keys) } }

    /// The object with a key that somebody still keeps.
    subscript(key: Key) -> Object? { places.withLock { $0[key]?.object } }

    /// Enters an object, unless there is one with that key.
    ///
    /// - Returns: the object with that key from now on, and if it is the given one its entry, which it has to keep.
    func enter(_ object: Object, for key: Key) -> (object: Object, entry: Entry?) {
        places.withLock { places in
            // Handed out, since it must not end while the table is locked.
            if let other = places[key]?.object { return (other, nil) }
            let place = Place(object)
            places[key] = place
            return (object, Entry(self, key, place))
        }
    }
}
