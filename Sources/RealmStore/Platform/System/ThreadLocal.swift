import Glibc

/// One object for each thread, which is released when the thread ends. The system has few of these: use them for
/// globals.
struct ThreadLocal<Content: AnyObject>: Sendable {
    private let key: pthread_key_t

    init() {
        var key = pthread_key_t()
        let result = pthread_key_create(&key) { object in
            if let object { Unmanaged<AnyObject>.fromOpaque(object).release() }
        }
        precondition(result == 0, "the system gives out \(PTHREAD_KEYS_MAX) keys")
        self.key = key
    }

    /// The object of this thread; what `make` returns if it has none yet.
    func value(_ make: () -> Content) -> Content {
        if let found = pthread_getspecific(key) { return Unmanaged<Content>.fromOpaque(found).takeUnretainedValue() }
        let content = make()
        // Without memory to store it, the object is released at once.
        let object = Unmanaged.passRetained(content)
        if pthread_setspecific(key, object.toOpaque()) != 0 { object.release() }
        return content
    }
}
