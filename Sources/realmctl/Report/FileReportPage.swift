import Foundation
import RealmTools

/// A self-contained page about one file: figures, a map of its bytes, the classes, a diagram of the schema.
struct FileReportPage {
    let name: String
    let info: Realm.FileInfo
    let map: Realm.SpaceMap
    let schema: Schema
    let time: Date

    func html() -> String {
        var markup = Markup()
        markup.raw("<!DOCTYPE html>\n")
        markup.element("html", ["lang": "en"]) { markup in
            markup.element("head") { markup in
                markup.raw("<meta charset=\"utf-8\">\n")
                markup.raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
                markup.element("title", text: name)
                markup.element("style") { $0.raw(FileReportStyle.sheet) }
            }
            markup.element("body") { body(in: &$0) }
        }
        return markup.text
    }

    private func body(in markup: inout Markup) {
        markup.element("h1", text: name)
        markup.element("div", ["class": "figures"]) { markup in
            for (title, value) in figures {
                markup.element("div") { markup in
                    markup.element("span", text: title)
                    markup.element("strong", text: value)
                }
            }
        }
        let colours = SpaceColours(map)
        markup.element("h2", text: "Space")
        markup.element("p", text: "From the first byte to the last; a cell is \(ByteSize(map.cellBytes)).")
        SpaceMapDrawing(map: map, colours: colours).draw(in: &markup)
        legend(colours, in: &markup)
        markup.element("h2", text: "Classes")
        classes(colours, in: &markup)
        markup.element("h2", text: "Schema")
        if schema.objectSchema.isEmpty {
            markup.element("p", text: "The file has no classes.")
        } else {
            markup.element("div", ["class": "scroll"]) { SchemaDiagram(schema).draw(in: &$0) }
        }
        markup.element("footer", text: "realmctl \(ToolVersion.text), \(time.formatted(.iso8601))")
    }

    private var figures: [(String, String)] {
        let percent = Int((info.freeRatio * 100).rounded())
        return [
            ("Size", "\(ByteSize(info.bytes))"), ("Used", "\(ByteSize(info.usedBytes)) (\(100 - percent) %)"),
            ("Free", "\(ByteSize(info.freeBytes)) (\(percent) %)"),
            ("Free blocks", map.freeBlocks.grouped), ("Largest of them", "\(ByteSize(map.largestFreeBlock))"),
            ("Schema version", info.schemaVersion.map { "\($0)" } ?? "none"), ("Commit", "\(info.commitVersion)"),
            ("Versions in use", info.activeVersions.map { "\($0)" } ?? "unknown"),
            ("File format", "\(info.fileFormat)"), ("History", info.history.rawValue),
            ("Encryption", info.encrypted ? "key \(info.keyFingerprint ?? "")" : "none"),
            ("Objects", info.classes.reduce(0) { $0 + $1.objects }.grouped),
        ]
    }

    private func legend(_ colours: SpaceColours, in markup: inout Markup) {
        markup.element("ul", ["class": "legend"]) { markup in
            for (style, text, bytes) in colours.legend {
                markup.element("li") { markup in
                    markup.raw("<svg viewBox=\"0 0 12 12\"><path class=\"fill-\(style)\" d=\"M0 0h12v12h-12z\"/></svg>")
                    markup.element("span", text: "\(text) ")
                    markup.element("small", text: "\(ByteSize(bytes))")
                }
            }
        }
    }

    /// The classes from the largest on.
    private func classes(_ colours: SpaceColours, in markup: inout Markup) {
        var bytes: [String: Int] = [:]
        var styles: [String: String] = [:]
        for (owner, style) in zip(map.owners, colours.styles) {
            guard let name = owner.className else { continue }
            bytes[name] = owner.bytes
            styles[name] = style
        }
        let sorted = info.classes.sorted { (bytes[$0.name] ?? 0, $1.name) > (bytes[$1.name] ?? 0, $0.name) }
        let largest = max(1, bytes.values.max() ?? 0)
        markup.element("table") { markup in
            markup.element("tr") { markup in
                for (title, style) in FileReportPage.columns { markup.element("th", ["class": style], text: title) }
            }
            for found in sorted {
                let count = bytes[found.name] ?? 0
                let each = found.objects == 0 ? "" : (count / found.objects).grouped
                let bar =
                    "class=\"fill-\(styles[found.name] ?? "other")\" d=\"M0 0h"
                    + (160 * Double(count) / Double(largest)).svg + "v10H0z\""
                markup.element("tr") { markup in
                    markup.element("td", text: found.embedded ? "\(found.name) (embedded)" : found.name)
                    for number in [found.objects.grouped, found.properties.grouped, "\(ByteSize(count))", each] {
                        markup.element("td", ["class": "number"], text: number)
                    }
                    markup.element("td") { markup in
                        markup.raw("<svg class=\"bar\" viewBox=\"0 0 160 10\"><path \(bar)/></svg>")
                    }
                }
            }
        }
    }

    private static let columns = [
        ("Class", "text"), ("Objects", "number"), ("Properties", "number"), ("Bytes", "number"),
        ("Bytes per object", "number"), ("", "text"),
    ]
}
