// A participant of a session that shares no code with the library: another engine, for the tests.
//
// Written against the description of the session (file-format/sessions.md) with pthreads alone. It commits in the order
// of Realm Core, and looks, as Core does, at nothing that a dead owner of a mutex may have left.
//
//     session-partner FILE
//
// Reads commands from standard input, one a line, and answers each with one line. An error ends it.

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

struct entry {
    uint64_t version, size, top;
    uint32_t live, frozen, full, padding;
};

struct session {
    uint8_t usable, mutex_size, condition_size, registering, format, history;
    uint16_t layout, durability, slots;
    uint32_t participants;
    uint64_t latest, process, versions;
    uint8_t agent, daemon[3];
    uint16_t history_schema, filler;
    pthread_mutex_t writing, control, list;
    pthread_cond_t unused[3], new_commit, next_writer;
    uint32_t next_ticket, next_served;
    uint64_t page, page_writes;
    uint32_t count, filling, newest, padding;
    struct entry entries[];
};

#ifdef __x86_64__
_Static_assert(offsetof(struct session, writing) == 48, "layout 14");
_Static_assert(offsetof(struct session, new_commit) == 312, "layout 14");
_Static_assert(offsetof(struct session, entries) == 448, "layout 14");
#endif

enum { STEP = 32, ROOM = 4 << 20, FILE_ROOM = 64 << 20, PAGE = 4096, PIN_LIMIT = 64, BLOCK_LIMIT = 1 << 16 };
enum { KIND_OF_MUTEX = 0x90, PATIENCE = 20 };
enum { POSITIONS = 3, SIZES = 4, VERSIONS = 5, VERSION = 6, HISTORY = 8, EVACUATION = 11 };

static const char *path;
static int lock_file = -1, file = -1;
static struct session *session;
static const uint8_t *content;

struct pin {
    uint32_t index;
    int is_live;
    uint64_t top;
};
static struct pin pins[PIN_LIMIT];
static int pin_count;

static void answer(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
    putchar('\n');
    fflush(stdout);
}

#define fail(...) (answer("error: " __VA_ARGS__), exit(1))
#define check(condition) ((condition) ? (void)0 : fail("%s (%s)", #condition, strerror(errno)))

static const char *beside(const char *suffix)
{
    static char name[4096];
    snprintf(name, sizeof name, "%s%s", path, suffix);
    return name;
}

// ---- Nodes ----

static unsigned width(const uint8_t *node) { return (1u << (node[4] & 7)) >> 1; }
static size_t count(const uint8_t *node) { return (size_t)node[5] << 16 | node[6] << 8 | node[7]; }
static uint64_t rounded(uint64_t bytes, uint64_t unit) { return (bytes + unit - 1) / unit * unit; }

static size_t footprint(const uint8_t *node)
{
    size_t scheme = node[4] >> 3 & 3;
    size_t all = count(node) * width(node);
    size_t bytes = scheme == 0 ? (all + 7) / 8 : scheme == 1 ? all : count(node);
    return 8 + rounded(bytes, 8);
}

static const uint8_t *node_at(uint64_t ref)
{
    check(ref >= 24 && ref % 8 == 0 && ref < FILE_ROOM && memcmp(content + ref, "AAAA", 4) == 0);
    return content + ref;
}

static uint64_t element(const uint8_t *node, size_t i)
{
    unsigned bits = width(node);
    if (bits == 0) return 0;
    if (bits < 8) return node[8 + i * bits / 8] >> i * bits % 8 & ((1 << bits) - 1);
    int64_t value = 0;
    memcpy(&value, node + 8 + i * bits / 8, bits / 8);
    return (uint64_t)(value << (64 - bits) >> (64 - bits));
}

/// Calls `visit` with every node of a tree.
static void walk(uint64_t ref, void (*visit)(uint64_t ref, size_t bytes))
{
    const uint8_t *node = node_at(ref);
    visit(ref, footprint(node));
    if (!(node[4] & 0x40)) return;
    for (size_t i = 0; i < count(node); i++)
        if (element(node, i) != 0 && element(node, i) % 2 == 0) walk(element(node, i), visit);
}

static uint64_t header_top(void)
{
    uint64_t top;
    memcpy(&top, content + 8 * (content[23] & 1), 8);
    return top;
}

static uint64_t tagged(uint64_t top, size_t slot) { return element(node_at(top), slot) >> 1; }

// ---- Mutexes ----

static struct timespec deadline(void)
{
    struct timespec end;
    clock_gettime(CLOCK_REALTIME, &end);
    end.tv_sec += PATIENCE;
    return end;
}

static void lock(pthread_mutex_t *mutex)
{
    struct timespec end = deadline();
    int result = pthread_mutex_timedlock(mutex, &end);
    if (result == EOWNERDEAD) result = pthread_mutex_consistent(mutex);
    if (result != 0) fail("a mutex: %s", strerror(result));
}

static void unlock(pthread_mutex_t *mutex) { check(pthread_mutex_unlock(mutex) == 0); }

static void lock_writing(void)
{
    uint32_t ticket = __atomic_fetch_add(&session->next_ticket, 1, __ATOMIC_SEQ_CST);
    lock(&session->writing);
    // Out of turn: lets the others go first, for half a second at most, but waits for no condition.
    for (int tries = 0; (int32_t)(ticket - session->next_served) > 0 && tries < 2500; tries++) {
        unlock(&session->writing);
        usleep(200);
        lock(&session->writing);
    }
    session->next_served = ticket;
}

static void unlock_writing(void)
{
    session->next_served++;
    pthread_cond_broadcast(&session->next_writer);
    unlock(&session->writing);
}

// ---- The list of versions; all under its mutex ----

static struct entry *newest(void)
{
    check(session->newest < session->count);
    return &session->entries[session->newest];
}

static void pin_newest(int is_live)
{
    check(pin_count < PIN_LIMIT);
    struct entry *entry = newest();
    if (is_live) entry->live++; else entry->frozen++;
    pins[pin_count++] = (struct pin){session->newest, is_live, entry->top};
}

static void drop_pin(void)
{
    struct pin pin = pins[--pin_count];
    struct entry *entry = &session->entries[pin.index];
    if (pin.is_live) entry->live--; else entry->frozen--;
}

static int is_pinned(const struct entry *entry) { return entry->live + entry->frozen + entry->full > 0; }

static void purge(void)
{
    static const struct entry none = {.size = UINT64_MAX, .top = UINT64_MAX};
    if (session->filling != session->newest) session->entries[session->filling] = none;
    session->filling = session->newest;
    for (uint32_t i = 0; i < session->count; i++)
        if (i != session->newest && session->entries[i].version != 0 && !is_pinned(&session->entries[i]))
            session->entries[i] = none;
}

static void add(uint64_t version, uint64_t size, uint64_t top)
{
    uint32_t index = 0;
    while (index < session->count && session->entries[index].version != 0) index++;
    if (index == session->count) {
        size_t bytes = sizeof *session + (index + STEP) * sizeof(struct entry);
        check(bytes <= ROOM && posix_fallocate(lock_file, 0, bytes) == 0);
        memset(&session->entries[index], 0, STEP * sizeof(struct entry));
        session->count = index + STEP;
    }
    session->filling = index;
    struct entry *entry = &session->entries[index];
    entry->live = entry->frozen = entry->full = 0;
    entry->top = top;
    entry->size = size;
    __atomic_store_n(&entry->version, version, __ATOMIC_RELEASE);
    __atomic_store_n(&session->newest, index, __ATOMIC_RELEASE);
}

// ---- Coming and going ----

static void fill_in(void)
{
    size_t bytes = sizeof *session + STEP * sizeof(struct entry);
    check(ftruncate(lock_file, 0) == 0 && posix_fallocate(lock_file, 0, bytes) == 0);
    session->mutex_size = sizeof(pthread_mutex_t);
    session->condition_size = sizeof(pthread_cond_t);
    session->history = 2;
    session->layout = 14;
    session->history_schema = 1;
    pthread_mutexattr_t mutex;
    pthread_mutexattr_init(&mutex);
    pthread_mutexattr_setpshared(&mutex, PTHREAD_PROCESS_SHARED);
    pthread_mutexattr_setrobust(&mutex, PTHREAD_MUTEX_ROBUST);
    pthread_mutex_init(&session->writing, &mutex);
    pthread_mutex_init(&session->control, &mutex);
    pthread_mutex_init(&session->list, &mutex);
    pthread_condattr_t condition;
    pthread_condattr_init(&condition);
    pthread_condattr_setpshared(&condition, PTHREAD_PROCESS_SHARED);
    pthread_cond_init(&session->new_commit, &condition);
    pthread_cond_init(&session->next_writer, &condition);
    session->count = STEP;
    session->newest = UINT32_MAX;
    __atomic_store_n(&session->usable, 1, __ATOMIC_SEQ_CST);
}

static void map_lock_file(void)
{
    lock_file = open(beside(".lock"), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
    check(lock_file >= 0);
    session = mmap(NULL, ROOM, PROT_READ | PROT_WRITE, MAP_SHARED, lock_file, 0);
    check(session != MAP_FAILED);
}

static void map_file(void)
{
    file = open(path, O_RDWR | O_CLOEXEC);
    check(file >= 0);
    content = mmap(NULL, FILE_ROOM, PROT_READ, MAP_SHARED, file, 0);
    check(content != MAP_FAILED);
    check(memcmp(content + 16, "T-DB", 4) == 0 && content[20 + (content[23] & 1)] == 24);
}

static int is_robust(pthread_mutex_t *mutex) { return ((uint32_t *)mutex)[4] == KIND_OF_MUTEX; }

static void begin(void)
{
    map_lock_file();
    // One who has just left may still be closing the lock file.
    for (int tries = 0; flock(lock_file, LOCK_EX | LOCK_NB) != 0; tries++) {
        if (tries == 1000) fail("somebody has the file open");
        usleep(1000);
    }
    fill_in();
    check(flock(lock_file, LOCK_UN) == 0 && flock(lock_file, LOCK_SH) == 0);
    check(mkdir(beside(".management"), 0777) == 0 || errno == EEXIST);
    lock(&session->control);
    if (session->participants != 0) fail("somebody was faster");
    map_file();
    uint64_t top = header_top();
    struct stat status;
    check(fstat(file, &status) == 0 && status.st_size % PAGE == 0);
    check(tagged(top, 2) <= (uint64_t)status.st_size && tagged(top, 7) == 2 && tagged(top, 9) == 1);
    session->format = 24;
    session->versions = 1;
    session->latest = tagged(top, VERSION);
    lock(&session->list);
    session->newest = UINT32_MAX;
    session->filling = 0;
    memset(session->entries, 0, session->count * sizeof(struct entry));
    add(tagged(top, VERSION), tagged(top, 2), top);
    unlock(&session->list);
    session->participants++;
    unlock(&session->control);
    answer("ok");
}

static void join(void)
{
    map_lock_file();
    if (flock(lock_file, LOCK_EX | LOCK_NB) == 0) fail("nobody has the file open");
    check(flock(lock_file, LOCK_SH) == 0);
    check(session->usable == 1 && session->layout == 14);
    check(session->mutex_size == sizeof(pthread_mutex_t) && session->condition_size == sizeof(pthread_cond_t));
    check(is_robust(&session->writing) && is_robust(&session->control) && is_robust(&session->list));
    lock(&session->control);
    if (session->participants == 0) fail("nobody takes part");
    check(session->format == 24 && session->history == 2 && session->history_schema == 1 && session->durability == 0);
    map_file();
    struct stat status;
    check(fstat(file, &status) == 0);
    // Nothing keeps the version of the header for one who joins: it must be whole all the same.
    uint64_t top = header_top();
    check(count(node_at(top)) >= 10 && tagged(top, 2) <= (uint64_t)status.st_size);
    session->participants++;
    unlock(&session->control);
    answer("ok");
}

static void leave(void)
{
    lock(&session->control);
    lock(&session->list);
    while (pin_count > 0) drop_pin();
    unlock(&session->list);
    session->participants--;
    unlock(&session->control);
    munmap(session, ROOM);
    munmap((void *)content, FILE_ROOM);
    flock(lock_file, LOCK_UN);
    close(lock_file);
    close(file);
    answer("ok");
}

// ---- Commits ----

struct block {
    uint64_t position, size, version;
};
static struct block blocks[BLOCK_LIMIT];
static size_t block_count;
static uint64_t version_of_freed;

static void add_block(uint64_t position, uint64_t size, uint64_t version)
{
    check(block_count < BLOCK_LIMIT);
    blocks[block_count++] = (struct block){position, size, version};
}

static void free_node(uint64_t ref, size_t bytes) { add_block(ref, bytes, version_of_freed); }

static int by_position(const void *a, const void *b)
{
    uint64_t left = ((const struct block *)a)->position, right = ((const struct block *)b)->position;
    return left < right ? -1 : left > right;
}

static void put_node(uint64_t **at, uint8_t kind, size_t number)
{
    uint8_t header[8] = {'A', 'A', 'A', 'A', kind, number >> 16, number >> 8, number};
    memcpy((*at)++, header, 8);
}

/// The history of a version as a leaf that has a node for each commit; NULL if it has none, or another form.
static const uint8_t *history_leaf(uint64_t top)
{
    uint64_t root = element(node_at(top), HISTORY);
    return root != 0 && (node_at(root)[4] & 0xe0) == 0x60 ? node_at(root) : NULL;
}

/// Whether that history has so many entries that the next commit must keep.
static int has_changes(uint64_t top, uint64_t kept)
{
    const uint8_t *leaf = history_leaf(top);
    return kept == 0 || (leaf != NULL && kept <= count(leaf) && kept < 1000);
}

/// Writes the version after `start`, with the same content, to new space at the end of the file. Its history has the
/// last `kept` entries, and the empty changes of this commit.
static struct entry write_version(struct entry start, uint64_t kept)
{
    const uint8_t *old = node_at(start.top);
    size_t slots = count(old);
    check(slots >= 10 && slots <= 12 && tagged(start.top, VERSION) == start.version);
    uint64_t top[12];
    for (size_t i = 0; i < slots; i++) top[i] = element(old, i);
    block_count = 0;
    version_of_freed = start.version + 1;
    const uint8_t *list[3];
    for (size_t i = 0; i < 3; i++) list[i] = node_at(top[POSITIONS + i]);
    for (size_t i = 0; i < count(list[0]); i++)
        add_block(element(list[0], i), element(list[1], i), element(list[2], i));
    free_node(start.top, footprint(old));
    for (size_t i = POSITIONS; i <= VERSIONS; i++) free_node(top[i], footprint(node_at(top[i])));
    const uint8_t *changes = history_leaf(start.top);
    if (changes != NULL) {
        free_node(top[HISTORY], footprint(changes));
        for (size_t i = 0; i < count(changes) - kept; i++) walk(element(changes, i), free_node);
    } else if (top[HISTORY] != 0) walk(top[HISTORY], free_node);
    if (slots > EVACUATION && top[EVACUATION] != 0 && top[EVACUATION] % 2 == 0) walk(top[EVACUATION], free_node);

    size_t bytes = 8 + 8 + 8 * (kept + 1) + 3 * (8 + 8 * (block_count + 1)) + 8 + 8 * slots;
    struct entry next = {.version = start.version + 1, .size = rounded(start.size + bytes + 8, PAGE)};
    check(next.size <= FILE_ROOM);
    add_block(start.size + bytes, next.size - start.size - bytes, 0);
    qsort(blocks, block_count, sizeof *blocks, by_position);

    uint64_t *buffer = calloc(1, bytes), *at = buffer;
    #define HERE (start.size + 8 * (uint64_t)(at - buffer))
    uint64_t change = HERE;
    put_node(&at, 0x10, 0);
    top[HISTORY] = HERE;
    put_node(&at, 0x67, kept + 1);
    for (size_t i = 0; i < kept; i++) *at++ = element(changes, count(changes) - kept + i);
    *at++ = change;
    for (size_t slot = POSITIONS; slot <= VERSIONS; slot++) {
        top[slot] = HERE;
        put_node(&at, 0x07, block_count);
        for (size_t i = 0; i < block_count; i++)
            *at++ = slot == POSITIONS ? blocks[i].position : slot == SIZES ? blocks[i].size : blocks[i].version;
    }
    top[2] = 2 * next.size + 1;
    top[VERSION] = 2 * next.version + 1;
    if (slots > EVACUATION) top[EVACUATION] = 0;
    next.top = HERE;
    put_node(&at, 0x47, slots);
    memcpy(at, top, 8 * slots);

    lock(&session->control);
    check(posix_fallocate(file, 0, next.size) == 0);
    check(pwrite(file, buffer, bytes, start.size) == (ssize_t)bytes);
    unlock(&session->control);
    check(fsync(file) == 0);
    free(buffer);
    return next;
}

/// Writes a version into the slot of the header that is not selected.
static void offer(uint64_t top)
{
    uint8_t format = 24;
    int other = !(content[23] & 1);
    check(pwrite(file, &top, 8, 8 * other) == 8 && pwrite(file, &format, 1, 20 + other) == 1 && fsync(file) == 0);
}

static void flip(uint64_t top)
{
    offer(top);
    uint8_t flags = content[23] ^ 1;
    check(pwrite(file, &flags, 1, 23) == 1 && fsync(file) == 0);
}

static int open_pipe(void)
{
    mkfifo(beside(".note"), 0666);
    int pipe = open(beside(".note"), O_RDWR | O_NONBLOCK | O_CLOEXEC);
    check(pipe >= 0);
    return pipe;
}

static void tell(void)
{
    int pipe = open_pipe();
    char bytes[256];
    while (read(pipe, bytes, sizeof bytes) > 0) {}
    check(write(pipe, "", 1) == 1);
    close(pipe);
}

static void die(void)
{
    answer("dies");
    kill(getpid(), SIGKILL);
}

enum extent { WHOLE, UP_TO_THE_SLOT, UP_TO_THE_FLIP, UP_TO_REGISTERING, WITHOUT_THE_HEADER };

/// The oldest version whose successors' changes somebody follows.
static uint64_t oldest_live(void)
{
    uint64_t oldest = newest()->version;
    for (uint32_t i = 0; i < session->count; i++) {
        struct entry *entry = &session->entries[i];
        if (entry->version != 0 && entry->live > 0 && entry->version < oldest) oldest = entry->version;
    }
    return oldest;
}

static uint64_t version_count(void)
{
    uint64_t versions = 0;
    for (uint32_t i = 0; i < session->count; i++) versions += session->entries[i].version != 0;
    return versions;
}

static void commit(enum extent extent)
{
    lock_writing();
    lock(&session->list);
    purge();
    struct entry start = *newest();
    uint64_t versions = version_count(), kept = start.version - oldest_live();
    const char *refusal = session->registering ? "a commit was not registered"
        : !has_changes(start.top, kept) ? "changes that somebody follows are not in nodes of their own" : NULL;
    if (refusal == NULL) pin_newest(1);
    unlock(&session->list);
    if (refusal != NULL) {
        unlock_writing();
        return answer("refused: %s", refusal);
    }
    struct entry next = write_version(start, kept);
    if (extent == UP_TO_THE_SLOT) {
        offer(next.top);
        die();
    }
    if (extent != WITHOUT_THE_HEADER) flip(next.top);
    if (extent == UP_TO_THE_FLIP) die();
    session->registering = extent != WITHOUT_THE_HEADER;
    if (extent == UP_TO_REGISTERING) die();
    lock(&session->list);
    add(next.version, next.size, next.top);
    session->registering = 0;
    unlock(&session->list);
    lock(&session->control);
    session->versions = versions + 1;
    session->latest = next.version;
    pthread_cond_broadcast(&session->new_commit);
    unlock(&session->control);
    tell();
    unlock_writing();
    // The version of the header stays in use until the header names another one.
    lock(&session->list);
    if (extent == WHOLE) drop_pin();
    unlock(&session->list);
    answer("%llu", (unsigned long long)next.version);
}

// ---- Waiting ----

static int news = -1;

/// Begins to watch the pipe. What was written to it before does not count.
static void watch(void)
{
    struct epoll_event event = {.events = EPOLLIN | EPOLLET};
    news = epoll_create1(EPOLL_CLOEXEC);
    check(news >= 0 && epoll_ctl(news, EPOLL_CTL_ADD, open_pipe(), &event) == 0);
    epoll_wait(news, &event, 1, 0);
}

/// Waits until somebody has written to the pipe since, reading nothing.
static void wait_for_news(void)
{
    struct epoll_event event;
    if (epoll_wait(news, &event, 1, 1000 * PATIENCE) != 1) fail("nobody wrote to the pipe");
    answer("told");
}

/// Waits on the condition until there is a commit after the latest one, and answers with its version.
static void wait_for_commit(void)
{
    struct timespec end = deadline();
    lock(&session->control);
    uint64_t known = session->latest;
    int result = 0;
    while (session->latest == known && result == 0) {
        result = pthread_cond_timedwait(&session->new_commit, &session->control, &end);
        if (result == EOWNERDEAD) result = pthread_mutex_consistent(&session->control);
    }
    uint64_t latest = session->latest;
    unlock(&session->control);
    if (result != 0) fail("the condition: %s", strerror(result));
    answer("%llu", (unsigned long long)latest);
}

// ---- Looking ----

static uint64_t digest;

static void add_to_digest(uint64_t ref, size_t bytes)
{
    for (size_t i = 0; i < bytes; i++) digest = (digest ^ content[ref + i]) * 0x100000001b3;
}

static void state(void)
{
    char text[1 << 14];
    size_t used = 0;
    lock(&session->list);
    for (uint32_t i = 0; i < session->count && used < sizeof text - 100; i++) {
        struct entry *entry = &session->entries[i];
        if (entry->version == 0) continue;
        used += snprintf(text + used, sizeof text - used, " %llu:%u:%u", (unsigned long long)entry->version,
                         entry->live, entry->frozen);
    }
    text[used] = 0;
    answer("participants %u newest %llu latest %llu header %llu format %u registering %u versions%s",
           session->participants, (unsigned long long)newest()->version, (unsigned long long)session->latest,
           (unsigned long long)tagged(header_top(), VERSION), session->format, session->registering, text);
    unlock(&session->list);
}

static void pin(int is_live)
{
    lock(&session->list);
    pin_newest(is_live);
    answer("%llu", (unsigned long long)newest()->version);
    unlock(&session->list);
}

static void perform(const char *command)
{
    #define IS(name) (strcmp(command, name) == 0)
    if (IS("begin")) return begin();
    if (IS("join")) return join();
    if (session == NULL) fail("not in a session");
    if (IS("leave")) return leave();
    if (IS("state")) return state();
    if (IS("pin live")) return pin(1);
    if (IS("pin frozen")) return pin(0);
    if (IS("commit")) return commit(WHOLE);
    if (IS("commit-without-header")) return commit(WITHOUT_THE_HEADER);
    if (IS("offer-and-die")) return commit(UP_TO_THE_SLOT);
    if (IS("flip-and-die")) return commit(UP_TO_THE_FLIP);
    if (IS("critical-and-die")) return commit(UP_TO_REGISTERING);
    if (IS("die")) return die();
    if (IS("wait")) return wait_for_commit();
    if (IS("told")) return wait_for_news();
    if (IS("write-lock")) lock_writing();
    else if (IS("write-unlock")) unlock_writing();
    else if (IS("control-lock")) lock(&session->control);
    else if (IS("control-unlock")) unlock(&session->control);
    else if (IS("list-lock")) lock(&session->list);
    else if (IS("watch")) watch();
    else if (IS("unpin")) {
        check(pin_count > 0);
        lock(&session->list);
        drop_pin();
        unlock(&session->list);
    } else if (IS("digest")) {
        // Of everything in the version that was pinned first.
        check(pin_count > 0);
        digest = 0xcbf29ce484222325;
        walk(pins[0].top, add_to_digest);
        return answer("%016llx", (unsigned long long)digest);
    } else fail("what is '%s'?", command);
    answer("ok");
}

int main(int argc, char **argv)
{
    if (argc != 2) return 64;
    path = argv[1];
    // Whatever goes wrong, nobody waits for it forever; threads of the library for tasks block signals.
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    alarm(3600);
    char line[256];
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = 0;
        perform(line);
    }
    return 0;
}
