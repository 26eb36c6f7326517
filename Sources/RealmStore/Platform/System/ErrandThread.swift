import Glibc

/// A thread that runs functions one after the other, for work that must begin and end on the same thread.
final class ErrandThread: Sendable {
    private struct State {
        var mutex = pthread_mutex_t()
        var changed = pthread_cond_t()
        var errands: [() -> Void] = []
        var isEnding = false
    }

    /// The state, at an address that never changes; guarded by its mutex.
    private final class Shared: @unchecked Sendable {
        let state: UnsafeMutablePointer<State>

        init() {
            state = .allocate(capacity: 1)
            state.initialize(to: State())
            pthread_mutex_init(&state.pointee.mutex, nil)
            pthread_cond_init(&state.pointee.changed, nil)
        }

        deinit {
            pthread_cond_destroy(&state.pointee.changed)
            pthread_mutex_destroy(&state.pointee.mutex)
            state.deinitialize(count: 1)
            state.deallocate()
        }

        func change(_ body: (inout State) -> Void) {
            pthread_mutex_lock(&state.pointee.mutex)
            body(&state.pointee)
            pthread_cond_broadcast(&state.pointee.changed)
            pthread_mutex_unlock(&state.pointee.mutex)
        }

        /// Runs errands until the end.
        func work() {
            while true {
                pthread_mutex_lock(&state.pointee.mutex)
                while state.pointee.errands.isEmpty, !state.pointee.isEnding {
                    pthread_cond_wait(&state.pointee.changed, &state.pointee.mutex)
                }
                let next = state.pointee.errands.isEmpty ? nil : state.pointee.errands.removeFirst()
                pthread_mutex_unlock(&state.pointee.mutex)
                guard let next else { return }
                next()
            }
        }
    }

    private let shared = Shared()

    private static var stackByteCount: Int { 256 << 10 }

    /// Starts the thread; nil if the system grants none.
    init?() {
        var attributes = pthread_attr_t()
        guard pthread_attr_init(&attributes) == 0 else { return nil }
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setstacksize(&attributes, ErrandThread.stackByteCount)
        pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        var thread = pthread_t()
        let start = Unmanaged.passRetained(shared)
        let number = pthread_create(
            &thread, &attributes,
            { start in
                Unmanaged<Shared>.fromOpaque(start!).takeRetainedValue().work()
                return nil
            }, start.toOpaque())
        guard number == 0 else {
            start.release()
            return nil
        }
    }

    /// The thread ends after what it still has to do.
    deinit { shared.change { $0.isEnding = true } }

    /// Runs `body` on the thread, without waiting for it.
    func post(_ body: @escaping @Sendable () -> Void) { shared.change { $0.errands.append(body) } }

    /// Runs `body` on the thread, and waits for its result.
    func run<Result: Sendable>(_ body: @escaping @Sendable () -> Result) -> Result {
        let place = Place<Result>()
        post { place.put(body()) }
        return place.take()
    }

    /// Where a result is waited for.
    private final class Place<Result: Sendable>: @unchecked Sendable {
        private var result: Result?
        private var done = sem_t()

        init() { sem_init(&done, 0, 0) }

        deinit { sem_destroy(&done) }

        func put(_ value: Result) {
            result = value
            sem_post(&done)
        }

        func take() -> Result {
            while sem_wait(&done) != 0 {}
            guard let result else { preconditionFailure("an errand that is done has a result") }
            return result
        }
    }
}
