/// Files that killed processes left beside a file: recognised by their names, and by not being locked.
///
///     .NAME.realmctl-PID-RANDOM.tmp         an unfinished file, see `UnfinishedFile`; a second name of the file itself
///                                           where the file system cannot rename it to a free name in one step
///     .NAME.realmctl-PID-RANDOM.second.tmp  the note of another name of the file, see `SecondName`
///     NAME.PID.new                          a Realm that was being created
struct Leftovers {
    private let directory: Directory
    private let name: String

    /// - Parameter name: of the file in the directory.
    init(of name: String, in directory: Directory) {
        self.name = name
        self.directory = directory
    }

    /// The leftovers of the file at `path`.
    init(of path: String) throws(SystemError) {
        let (directory, name) = try Directory.holding(path)
        self.init(of: name, in: directory)
    }

    static let suffix = ".tmp"
    /// The end of the name of a note, without the suffix.
    static let noteMark = ".second"

    /// The prefix of the names.
    static func prefix(_ name: String) -> String {
        // A name has 255 bytes at most.
        ".\(name.utf8.count > 180 ? String(name.prefix(40)) : name).realmctl-"
    }

    /// An unused name.
    static func newName(for name: String, _ mark: String = "") -> String {
        let random = String(UInt64.random(in: .min ... .max), radix: 36)
        return "\(prefix(name))\(ProcessIdentity.current)-\(random)\(mark)\(suffix)"
    }

    /// Removes unfinished files, and second names created for files to be replaced.
    func remove() {
        for leftover in unfinished {
            guard let file = try? directory.open(leftover, .readWrite),
                (try? file.lock(.exclusive, blocking: false)) == true
            else { continue }
            if let second = secondName(in: file, leftover) { try? directory.remove(second) }
            try? directory.remove(leftover)
        }
    }

    /// Realms that were being created.
    var unborn: [String] {
        names.filter {
            $0.hasPrefix(name + ".") && $0.hasSuffix(".new") && Int32($0.dropFirst(name.count + 1).dropLast(4)) != nil
        }
    }

    /// The number of hard links of the file itself among them.
    var secondNameCount: Int {
        guard let status = try? directory.status(name), status.linkCount > 1 else { return 0 }
        let leftovers = unfinished
        let seconds = leftovers.compactMap { leftover -> String? in
            guard let file = try? directory.open(leftover, .readOnly) else { return nil }
            return secondName(in: file, leftover)
        }
        return Set(leftovers + unborn + seconds).count { (try? directory.status($0))?.isSameFile(as: status) == true }
    }

    private var names: [String] { (try? directory.names()) ?? [] }

    private var unfinished: [String] {
        let prefix = Leftovers.prefix(name)
        return names.filter { $0.hasPrefix(prefix) && $0.hasSuffix(Leftovers.suffix) }
    }

    /// The name that a note is about, if the file is still the one it was meant for.
    private func secondName(in file: borrowing FileDescriptor, _ note: String) -> String? {
        guard note.hasSuffix(Leftovers.noteMark + Leftovers.suffix), let note = SecondNameNote(file),
            let current = try? directory.status(name), let other = try? directory.status(note.name),
            other.isRegularFile, other.isSameFile(as: current) || note.isAbout(current)
        else { return nil }
        return note.name
    }
}
