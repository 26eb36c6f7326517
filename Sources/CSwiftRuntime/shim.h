#include <stdbool.h>
#include <stdint.h>

// What the Swift runtime exports and its module does not declare.

typedef struct {
    uintptr_t identity;
    uintptr_t implementation;
} SerialExecutorReference;

// Retains an object, unless it is ending: null then.
void *swift_tryRetain(void *object);

__attribute__((swiftcall)) SerialExecutorReference swift_task_getCurrentExecutor(void);
__attribute__((swiftcall)) bool swift_task_isCurrentExecutorWithFlags(SerialExecutorReference executor, uint64_t flags);
__attribute__((swiftcall)) uintptr_t swift_task_getCurrent(void);
__attribute__((swiftcall)) uint64_t swift_task_getJobTaskId(uintptr_t task);
