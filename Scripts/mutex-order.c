// Tells the thread sanitizer what a contended `Synchronization.Mutex` orders. The slow paths of the mutex are in a
// library that is not instrumented, so that without this two stacks that both hold it seem to race. Preloaded by
// `make sanitize`; harmless in programs without the sanitizer.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context))

extern void __tsan_acquire(void *) __attribute__((weak));
extern void __tsan_release(void *) __attribute__((weak));

// _MutexHandle._lockSlow(UInt32), _unlockSlow() and _tryLockSlow() -> Bool
#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"
#define TRY "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"

SWIFT void lock_slow(uint32_t id, SELF void *self) __asm__(LOCK);
SWIFT void unlock_slow(SELF void *self) __asm__(UNLOCK);
SWIFT _Bool try_slow(SELF void *self) __asm__(TRY);

static void *next(const char *name) {
    return dlsym(RTLD_NEXT, name);
}

SWIFT void lock_slow(uint32_t id, SELF void *self) {
    static SWIFT void (*original)(uint32_t, SELF void *);
    if (!original) original = next(LOCK);
    original(id, self);
    if (__tsan_acquire) __tsan_acquire(self);
}

SWIFT void unlock_slow(SELF void *self) {
    static SWIFT void (*original)(SELF void *);
    if (!original) original = next(UNLOCK);
    if (__tsan_release) __tsan_release(self);
    original(self);
}

SWIFT _Bool try_slow(SELF void *self) {
    static SWIFT _Bool (*original)(SELF void *);
    if (!original) original = next(TRY);
    _Bool held = original(self);
    if (held && __tsan_acquire) __tsan_acquire(self);
    return held;
}
