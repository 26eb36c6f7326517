/// The floors and their rooms as a picture, made of the compiler's index: `docs/rooms.svg`.
///
/// The picture also contains its content as text, one line for each room, for comparison.
struct RoomPicture {
    static let path = "docs/rooms.svg"

    private static let width = 1400
    /// The position at which the names of floors end and their rooms begin.
    private static let margin = 150
    private static let boxWidth = 108
    private static let boxHeight = 38
    private static let boxGap = 12
    private static let noteHeight = 12
    private static let passingHeight = 8

    let fileCounts: [SourceRoom: Int]
    let graph: RoomGraph

    init(_ files: [SourceFile], _ references: [SymbolReference]) {
        let rooms = files.filter(\.isSwift).compactMap { SourceRoom(path: $0.path) }
        fileCounts = Dictionary(grouping: rooms) { $0 }.mapValues(\.count)
        graph = RoomGraph(references)
    }

    /// A line for each room: its name, and those of its floor that it uses.
    var lines: [String] {
        fileCounts.keys.sorted().map { room in
            let used = graph.arrows.keys.filter { $0.from == room && $0.to.floor == room.floor }.map(\.to).sorted()
            return ([room.description + ":"] + used.map(\.description)).joined(separator: " ")
        }
    }

    /// The lines that a picture says it was made of.
    static func lines(of svg: String) -> [String] {
        guard let start = svg.range(of: "<desc>\n"), let end = svg.range(of: "\n</desc>") else { return [] }
        return svg[start.upperBound..<end.lowerBound].split(separator: "\n").map(String.init)
    }

    var svg: String {
        var elements: [String] = []
        var top = 40
        for floor in SourceFloor.allCases.reversed() { top = draw(floor, from: top, into: &elements) }
        let legend =
            "A room uses rooms to its right; arrows that follow from others are left out. In red: what a "
            + "room uses against that order. Each floor may use those below it."
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(Self.width) \(top)" \
            font-family="Helvetica, Arial, sans-serif">
            <title>Floors and rooms</title>
            <desc>
            \(lines.joined(separator: "\n"))
            </desc>
            <defs><marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" \
            orient="auto"><path d="M0,0.8 L8,4 L0,7.2 z" fill="#51616f"/></marker></defs>
            <rect width="100%" height="100%" fill="#ffffff"/>
            <text x="16" y="25" font-size="13" fill="#51616f">\(legend)</text>
            \(elements.joined(separator: "\n"))
            </svg>

            """
    }

    /// The position of a slot of a layout.
    private struct Place {
        let x: Int
        let top: Int
        let height: Int

        var middle: Int { top + height / 2 }
    }

    /// Draws a floor as a band and returns the start of the next one.
    private func draw(_ floor: SourceFloor, from top: Int, into elements: inout [String]) -> Int {
        let rooms = Set(fileCounts.keys.filter { $0.floor == floor })
        let layout = RoomLayout(of: floor, rooms, graph)
        let tallest = layout.columns.map { height(of: $0, in: layout) }.max() ?? 0
        let fill = floor.isOfEngine ? "#eef3f8" : "#f6f1e7"
        let band = max(tallest + 24, 62)
        elements.append(box(8, top, Self.width - 16, band, "rx=\"6\" fill=\"\(fill)\""))
        let title = floor.isOfEngine ? "\(floor.rawValue + 1) \(floor.name)" : floor.name
        let fileCount = rooms.reduce(0) { $0 + (fileCounts[$1] ?? 0) }
        elements.append(text(title, 20, top + 28, "font-size=\"16\" font-weight=\"bold\" fill=\"#22303c\""))
        elements.append(text("\(fileCount) files", 20, top + 46, "font-size=\"12\" fill=\"#51616f\""))
        let places = places(in: layout, from: top, band)
        for arrow in layout.arrows {
            let way = layout.way(of: arrow).compactMap { places[$0.slot] }
            let count = graph.arrows[arrow]?.count ?? 0
            elements.append(path(through: way, "\(arrow.from) → \(arrow.to): \(count) references"))
        }
        for room in rooms.sorted() {
            if let place = places[.room(room)] { elements += draw(room, at: place, notes(of: room, in: layout)) }
        }
        return top + band + 8
    }

    private func height(of slot: RoomLayout.Slot, in layout: RoomLayout) -> Int {
        switch slot {
        case .room(let room): Self.boxHeight + notes(of: room, in: layout).count * Self.noteHeight
        case .passing: Self.passingHeight
        }
    }

    private func height(of column: [RoomLayout.Slot], in layout: RoomLayout) -> Int {
        column.reduce(-Self.boxGap) { $0 + height(of: $1, in: layout) + Self.boxGap }
    }

    /// Spreads the columns over the band, and centres the slots of each.
    private func places(in layout: RoomLayout, from top: Int, _ band: Int) -> [RoomLayout.Slot: Place] {
        var places: [RoomLayout.Slot: Place] = [:]
        let share = (Self.width - Self.margin - 16) / max(layout.columns.count, 5)
        for (column, index) in zip(layout.columns, 0...) {
            var next = top + (band - height(of: column, in: layout)) / 2
            for slot in column {
                let slotHeight = height(of: slot, in: layout)
                places[slot] = Place(x: Self.margin + share * index + share / 2, top: next, height: slotHeight)
                next += slotHeight + Self.boxGap
            }
        }
        return places
    }

    private func path(through way: [Place], _ tooltip: String) -> String {
        var data = ""
        for (from, to) in zip(way, way.dropFirst()) {
            let start = from.x + Self.boxWidth / 2
            let end = to.x - Self.boxWidth / 2
            let middle = (start + end) / 2
            data += "\(data.isEmpty ? "M" : " L")\(start),\(from.middle)"
            data += " C\(middle),\(from.middle) \(middle),\(to.middle) \(end),\(to.middle)"
        }
        return "<path d=\"\(data)\" fill=\"none\" stroke=\"#51616f\" marker-end=\"url(#head)\">"
            + "<title>\(tooltip)</title></path>"
    }

    private func draw(_ room: SourceRoom, at place: Place, _ notes: [String]) -> [String] {
        let parts = room.description.split(separator: "/").map(String.init)
        let count = fileCounts[room] ?? 0
        let files = count == 1 ? "1 file" : "\(count) files"
        let anchor = "text-anchor=\"middle\""
        let left = place.x - Self.boxWidth / 2
        var elements = [
            box(left, place.top, Self.boxWidth, place.height, "rx=\"4\" fill=\"#ffffff\" stroke=\"#51616f\""),
            text(
                parts[parts.count - 1], place.x, place.top + 16,
                "\(anchor) font-size=\"13\" font-weight=\"bold\" fill=\"#22303c\""),
            text(
                parts.count > 2 ? "\(parts[1]): \(count)" : files, place.x, place.top + 31,
                "\(anchor) font-size=\"11\" fill=\"#51616f\""),
        ]
        for (note, line) in zip(notes, 0...) {
            let y = place.top + Self.boxHeight + 5 + line * Self.noteHeight
            elements.append(text(note, place.x, y, "\(anchor) font-size=\"10\" fill=\"#b3261e\""))
        }
        return elements
    }

    /// The rooms that the room uses against the order, in lines that fit its box.
    private func notes(of room: SourceRoom, in layout: RoomLayout) -> [String] {
        let rooms = layout.against[room] ?? []
        let names = rooms.map { $0.description.split(separator: "/").last.map(String.init) ?? "" }
        return names.reduce(into: [String]()) { lines, name in
            if let last = lines.last, last.count + name.count < 19 {
                lines[lines.count - 1] = last + ", " + name
            } else {
                lines.append(name)
            }
        }
    }

    private func text(_ text: String, _ x: Int, _ y: Int, _ style: String) -> String {
        "<text x=\"\(x)\" y=\"\(y)\" \(style)>\(text)</text>"
    }

    private func box(_ x: Int, _ y: Int, _ width: Int, _ height: Int, _ style: String) -> String {
        "<rect x=\"\(x)\" y=\"\(y)\" width=\"\(width)\" height=\"\(height)\" \(style)/>"
    }
}
