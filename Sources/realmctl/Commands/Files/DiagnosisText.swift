import RealmTools

/// A diagnosis as about ten lines of text: the verdict, a line for each answer, and what to do next.
struct DiagnosisText {
    let diagnosis: FileDiagnosis
    let name: String
    let advice: [DiagnosisAdvice.Step]
    let style: Style

    var text: String {
        let lines: [(String, String?)] = [
            ("is", what), ("key", key), ("damage", damage), ("saved", salvage), ("in use", use), ("access", access),
            ("space", space),
        ]
        let answers = lines.compactMap { title, text in
            text.map { "  \(DiagnosisText.padded(title))\($0.onOneLine)\n" }
        }
        let steps = advice.enumerated().map { index, step in
            let title = DiagnosisText.padded(index == 0 ? "next" : "or")
            let reason = step.reason.onOneLine
            return "  \(style.bold(title))\(step.command.map { "\($0.onOneLine)  (\(reason))" } ?? reason)\n"
        }
        return "\(style.bold(name.onOneLine))  \(verdict)\n" + answers.joined() + steps.joined()
    }

    private static func padded(_ title: String) -> String {
        title + String(repeating: " ", count: max(1, 9 - title.count))
    }

    private var verdict: String {
        guard diagnosis.opens else { return style.red("does not open") }
        let isSound = diagnosis.verification?.isSound ?? true
        return isSound ? "opens" : style.yellow("opens, but is damaged")
    }

    private var what: String {
        guard diagnosis.kind == .realm || diagnosis.kind == .encryptedRealm else {
            let size = diagnosis.bytes.map { $0 > 0 ? ", \(ByteSize($0))" : "" } ?? ""
            return DiagnosisText.names[diagnosis.kind, default: ""] + size
        }
        let isCertain = diagnosis.key != .missing && diagnosis.key != .wrong
        var parts = [isCertain ? "a Realm file" : "an encrypted Realm file, or noise"]
        if let bytes = diagnosis.bytes { parts.append("\(ByteSize(bytes))") }
        if let format = diagnosis.fileFormat { parts.append(age(of: format)) }
        if let info = diagnosis.info {
            parts.append(info.schemaVersion.map { "schema version \($0)" } ?? "unversioned")
            parts.append("\(info.classes.count.grouped) \(info.classes.count == 1 ? "class" : "classes")")
            parts.append(info.classes.reduce(0) { $0 + $1.objects }.of("object"))
            if ![.none, .local].contains(info.history) { parts.append("of a synchronised app") }
        }
        return parts.joined(separator: ", ")
    }

    private func age(of format: Int) -> String {
        let readable = RealmStoreInformation.readableFileFormats
        guard let newest = readable.max(), let oldest = readable.min(), format > 0 else { return "format \(format)" }
        if format > newest { return "format \(format), newer than this program (\(newest))" }
        if format < oldest { return "format \(format), too old (\(oldest) is the oldest that can be read)" }
        return "format \(format)" + (format < newest ? ", which apps upgrade to \(newest) when they open it" : "")
    }

    private static let names: [FileDiagnosis.Kind: String] = [
        .missing: "nothing: there is no such file", .danglingLink: "a symbolic link that leads nowhere",
        .directory: "a directory", .special: "a device, a pipe or a socket, not a file",
        .unreadable: "a file that may not be read", .empty: "a file without a byte, which is not a Realm",
        .zeros: "nothing but zeros, as after a power failure or a broken copy",
        .lockFile: "the lock file beside a Realm", .backupArchive: "a backup archive", .zstd: "compressed with zstd",
        .gzip: "compressed with gzip", .zip: "a zip archive", .tar: "a tar archive", .sqlite: "a SQLite database",
        .gitPointer: "a pointer of Git LFS, in place of the file", .html: "a web page, perhaps a failed download",
        .json: "JSON", .text: "text", .unknown: "not a Realm file, or an encrypted one without its shape",
    ]

    private var key: String? {
        switch diagnosis.key {
        case .notEncrypted: "not needed: the file is not encrypted"
        case .ignored: "not needed: the file is not encrypted, and the given key was ignored"
        case .right: "right"
        case .wrong: "wrong: it fits no page"
        case .missing: "missing"
        case .notApplicable: nil
        }
    }

    private var damage: String? {
        guard let report = diagnosis.verification else { return nil }
        let level = report.level == .quick ? " at a quick look" : ""
        guard !report.isSound || !report.opens else {
            return "none found\(level) in \(report.nodes.of("node")) (\(ByteSize(report.bytesChecked)))"
        }
        let first = report.problems.first.map { problem in
            ": " + (problem.where.map { "\($0): " } ?? "") + problem.message
        }
        return "\(report.errorCount.of("error"))\(level)\(first ?? "")"
    }

    private var salvage: String? {
        guard let estimate = diagnosis.salvage else {
            return diagnosis.verification.map { $0.isSound && $0.opens } ?? true ? nil : "nothing can be found"
        }
        let all = estimate.expected.map { " of \($0.grouped)" } ?? ""
        return "about \(estimate.readable.grouped)\(all) objects can be reached (nothing was read in full yet)"
    }

    private var use: String? {
        guard !diagnosis.holders.isEmpty else { return nil }
        return diagnosis.holders.map { holder in
            "\(holder)" + (holder.isExclusive ? ", which lets nobody else open it" : "")
        }.joined(separator: "; ")
    }

    private var access: String? {
        guard diagnosis.bytes != nil else { return nil }
        let access = diagnosis.access
        let denied = [
            access.mayRead ? nil : "read it", access.mayWrite ? nil : "write it",
            access.mayMakeFiles ? nil : "make files beside it, as apps must",
            access.isLockFileDenied ? "use its lock file, as apps must" : nil,
        ].compactMap(\.self)
        guard !denied.isEmpty else { return nil }
        return "you may not " + denied.joined(separator: ", nor ") + (access.mode.map { " (mode \($0))" } ?? "")
    }

    private var space: String? {
        guard diagnosis.bytes != nil, let available = diagnosis.availableBytes else { return nil }
        let free = diagnosis.info.map { "\(ByteSize($0.freeBytes)) free in the file, " } ?? ""
        return "\(free)\(ByteSize(available)) free on the disk"
    }
}
