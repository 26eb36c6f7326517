import Foundation
import RealmStore

/// One comparison: iterates over the classes, and reports differences.
final class DiffRun {
    private let source: DiffSource
    private var report: RealmDiff.Report
    private let limit: Int
    private let style: RealmExporter.ValueStyle
    private var rowCount = 0
    private var count = RealmDiff.Report.ClassCount(name: "")
    private var step: (Int) -> Void = { _ in }

    init(_ source: DiffSource, _ report: RealmDiff.Report, limit: Int, style: RealmExporter.ValueStyle) {
        self.source = source
        self.report = report
        self.limit = limit
        self.style = style
    }

    /// - Parameter classes: the classes to compare; nil for all.
    func run(
        classes: Set<String>?, _ progress: Progress?, _ receive: (RealmDiff.Row) throws -> Void
    ) throws -> RealmDiff.Report {
        let pairs = source.tables.filter { $0.isClass && !$0.isEmbedded && classes?.contains($0.name) ?? true }
        try beginCounting(pairs, progress)
        for pair in pairs {
            count = RealmDiff.Report.ClassCount(name: pair.name)
            try compare(pair, receive)
            report.classes.append(count)
        }
        report.oversizedValues = source.old.oversizedValues + source.new.oversizedValues
        return report
    }

    private func beginCounting(_ pairs: [DiffClass], _ progress: Progress?) throws {
        guard let progress else { return }
        var total = 0
        for pair in pairs {
            for exported in [pair.old, pair.new] { total += try exported?.table.objects().count ?? 0 }
        }
        progress.totalUnitCount = Int64(total)
        var (done, told) = (0, 0)
        step = { count in
            done += count
            // Progress takes locks: too slow for every object.
            guard done - told >= 256 || done == total else { return }
            told = done
            progress.completedUnitCount = Int64(done)
        }
    }

    // MARK: Classes

    private func compare(_ pair: DiffClass, _ receive: (RealmDiff.Row) throws -> Void) throws {
        guard pair.old != nil, pair.new != nil else {
            for exported in [pair.old, pair.new] {
                guard let exported else { continue }
                var reader = try ClusterReader(exported)
                while let leaf = try reader.nextLeaf() {
                    for row in 0..<leaf.count {
                        let key = leaf.key(row)
                        try tell(pair, pair.old.map { _ in key }, pair.new.map { _ in key }, [], receive)
                    }
                    step(leaf.count)
                }
            }
            return
        }
        let leaves = try source.leaves(of: pair)
        for (place, other) in leaves.pairs { try compare(pair, place, other, receive) }
        try DiffJoin(pair, leaves).forEach { old, new in
            var changed: [DiffClass.Property] = []
            if let old, let new {
                changed = try changes(pair, old, new)
                if changed.isEmpty { return step(2) }
            }
            try tell(pair, old, new, changed, receive)
            step(old == nil || new == nil ? 1 : 2)
        }
    }

    /// Compares clusters whose rows are the same objects: only the properties that are not equal as a whole.
    private func compare(
        _ pair: DiffClass, _ place: DiffLeaves.Place, _ other: DiffLeaves.Place,
        _ receive: (RealmDiff.Row) throws -> Void
    ) throws {
        guard let old = pair.old, let new = pair.new else { return }
        let (left, right) = (try old.table.cluster(place), try new.table.cluster(other))
        defer { step(2 * left.count) }
        var suspects: [(property: DiffClass.Property, old: ExportRows.Values, new: ExportRows.Values)] = []
        for property in pair.properties where try !source.isSameColumn(property, of: pair, left, right) {
            let first = try ExportRows.open(old.properties[property.old].column, in: left, of: old.table)
            let second = try ExportRows.open(new.properties[property.new].column, in: right, of: new.table)
            suspects.append((property, first, second))
        }
        guard !suspects.isEmpty else { return }
        for row in 0..<left.count {
            var changed: [DiffClass.Property] = []
            for (property, first, second) in suspects
            where try !source.isSame(property, of: pair, first, row, second, row) { changed.append(property) }
            if !changed.isEmpty { try tell(pair, left.key(row), right.key(row), changed, receive) }
        }
    }

    /// The properties in which two objects differ.
    private func changes(_ pair: DiffClass, _ old: ObjectKey, _ new: ObjectKey) throws -> [DiffClass.Property] {
        guard let (left, leftRow) = try pair.old?.find(old), let (right, rightRow) = try pair.new?.find(new) else {
            return []
        }
        var changed: [DiffClass.Property] = []
        for property in pair.properties {
            let isSame = try source.isSame(
                property, of: pair, left.values[property.old], leftRow, right.values[property.new], rightRow)
            if !isSame { changed.append(property) }
        }
        return changed
    }

    // MARK: Rows

    /// Counts a differing object, and passes it on.
    private func tell(
        _ pair: DiffClass, _ old: ObjectKey?, _ new: ObjectKey?, _ changed: [DiffClass.Property],
        _ receive: (RealmDiff.Row) throws -> Void
    ) throws {
        switch (old, new) {
        case (nil, _): count.added += 1
        case (_, nil): count.removed += 1
        default: count.changed += 1
        }
        guard rowCount < limit else {
            report.omittedRows += 1
            return
        }
        rowCount += 1
        try receive(row(pair, old, new, changed))
    }

    private func row(
        _ pair: DiffClass, _ old: ObjectKey?, _ new: ObjectKey?, _ changed: [DiffClass.Property]
    ) throws -> RealmDiff.Row {
        guard let old, let new else {
            let isAdded = old == nil
            let object = try (isAdded ? pair.new : pair.old).map { exported in
                try allProperties(of: exported, old ?? new, isAdded ? source.new : source.old, pair, isAdded: isAdded)
            }
            return RealmDiff.Row(
                kind: isAdded ? .added : .removed, className: pair.name, key: try key(pair, old, new),
                changes: object ?? [])
        }
        let changes = try changed.map { property in
            let texts = try changedTexts(pair, property, old, new)
            return RealmDiff.Row.Change(property: property.name, old: texts.old, new: texts.new)
        }
        return RealmDiff.Row(
            kind: .changed, className: pair.name, key: try key(pair, old, new), changes: changes)
    }

    private func allProperties(
        of exported: ExportClass, _ key: ObjectKey?, _ side: ExportSource, _ pair: DiffClass, isAdded: Bool
    ) throws -> [RealmDiff.Row.Change] {
        guard let key else { return [] }
        var changes: [RealmDiff.Row.Change] = []
        for (index, property) in exported.properties.enumerated() where !pair.ignored.contains(property.column.name) {
            let text = try text(of: index, exported, key, side, style)
            changes.append(
                .init(property: property.column.name, old: isAdded ? nil : text, new: isAdded ? text : nil))
        }
        return changes
    }

    /// The texts of a property on both sides; with types if only those differ.
    private func changedTexts(
        _ pair: DiffClass, _ property: DiffClass.Property, _ old: ObjectKey, _ new: ObjectKey
    ) throws -> (old: String, new: String) {
        guard let first = pair.old, let second = pair.new else { return ("", "") }
        func texts(_ style: RealmExporter.ValueStyle) throws -> (old: String, new: String) {
            (
                try text(of: property.old, first, old, source.old, style),
                try text(of: property.new, second, new, source.new, style)
            )
        }
        let shown = try texts(style)
        return style == .plain && shown.old == shown.new ? try texts(.typed) : shown
    }

    private func text(
        of index: Int, _ exported: ExportClass, _ key: ObjectKey, _ side: ExportSource,
        _ style: RealmExporter.ValueStyle
    ) throws -> String {
        guard let (rows, row) = try exported.find(key) else { return "null" }
        side.forgetInlined()
        var writer = JSONWriter(source: side, style: style, output: ExportOutput(nil))
        try writer.content(rows.values[index], row, of: exported.properties[index], exported, depth: 0)
        return String(decoding: writer.output.text.bytes, as: UTF8.self)
    }

    private func key(_ pair: DiffClass, _ old: ObjectKey?, _ new: ObjectKey?) throws -> String {
        let (side, key) = old == nil ? (source.new, new) : (source.old, old)
        guard let key, let named = try (old == nil ? pair.newKeys : pair.oldKeys)?.key(of: key) else { return "null" }
        var writer = JSONWriter(source: side, style: style, output: ExportOutput(nil))
        if !named.rest.isEmpty { writer.output.text.byte(UInt8(ascii: "[")) }
        for (index, value) in ([named.first] + named.rest).enumerated() {
            if index > 0 { writer.output.text.byte(UInt8(ascii: ",")) }
            if case .null = value { writer.output.text.text("null") } else { try writer.scalar(value, isMixed: false) }
        }
        if !named.rest.isEmpty { writer.output.text.byte(UInt8(ascii: "]")) }
        return String(decoding: writer.output.text.bytes, as: UTF8.self)
    }
}
