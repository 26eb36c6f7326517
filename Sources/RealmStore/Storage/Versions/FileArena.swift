/// The memory of a changed version of a file that is never committed; the file stays as it is. One at a time: other
/// requests wait until this object is destroyed.
package final class FileArena {
    package let file: RealmFile
    package let memory: ArenaMemory
    var arena: Arena { memory.arena }

    package init(over file: RealmFile) {
        _ = file.arenas.acquire(until: nil)
        self.file = file
        let (range, start) = file.placeOfArena
        memory = ArenaMemory(over: file.space, in: range, from: start, version: (file.top?.version ?? 0) + 1)
    }

    deinit {
        memory.close()
        file.arenas.release()
    }
}
