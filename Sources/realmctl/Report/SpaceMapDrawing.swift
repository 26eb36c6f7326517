import RealmTools

/// The file as rows of cells, from its first byte to its last: with the owners of each cell's parts.
struct SpaceMapDrawing {
    let map: Realm.SpaceMap
    let colours: SpaceColours

    private static let cellsPerRow = 64
    private static let cellSize = 16.0
    private static let gap = 1.0

    /// An area of one owner.
    private struct Area {
        let x: Double
        let y: Double
        var width: Double
    }

    func draw(in markup: inout Markup) {
        let rows = (map.cells.count + SpaceMapDrawing.cellsPerRow - 1) / SpaceMapDrawing.cellsPerRow
        let columns = min(map.cells.count, SpaceMapDrawing.cellsPerRow)
        let (width, height) = (Double(columns) * SpaceMapDrawing.cellSize, Double(rows) * SpaceMapDrawing.cellSize)
        let attributes: Markup.Attributes = [
            "viewBox": "0 0 \(width.svg) \(height.svg)", "class": "map", "role": "img",
            "style": "max-width:\(width.svg)px", "aria-label": "Map of the file's bytes",
        ]
        markup.element("svg", attributes) { markup in
            for (owner, areas) in areas().enumerated() where !areas.isEmpty {
                markup.element("path", ["class": "fill-\(colours.styles[owner])", "d": path(areas)], text: "")
            }
        }
    }

    /// The areas of each owner, with adjacent ones in a row merged.
    private func areas() -> [[Area]] {
        var areas: [[Area]] = Array(repeating: [], count: map.owners.count)
        for (index, cell) in map.cells.enumerated() {
            let (row, column) = index.quotientAndRemainder(dividingBy: SpaceMapDrawing.cellsPerRow)
            let y = Double(row) * SpaceMapDrawing.cellSize
            var x = Double(column) * SpaceMapDrawing.cellSize
            for share in cell.shares {
                let width = SpaceMapDrawing.cellSize * Double(share.bytes) / Double(map.cellBytes)
                if let last = areas[share.owner].last, last.y == y, abs(last.x + last.width - x) < 0.01 {
                    areas[share.owner][areas[share.owner].count - 1].width += width
                } else {
                    areas[share.owner].append(Area(x: x, y: y, width: width))
                }
                x += width
            }
        }
        return areas
    }

    private func path(_ areas: [Area]) -> String {
        let height = SpaceMapDrawing.cellSize - SpaceMapDrawing.gap
        return areas.map {
            "M\($0.x.svg) \($0.y.svg)h\(max(0.2, $0.width).svg)v\(height.svg)h\((-max(0.2, $0.width)).svg)z"
        }
        .joined()
    }
}
