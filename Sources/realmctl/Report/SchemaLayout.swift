import RealmTools

/// The positions of the boxes of a schema diagram: classes that link to others to the left of those, classes without
/// links at the bottom.
struct SchemaLayout {
    /// A class.
    struct Box {
        let schema: ObjectSchema
        var x = 0.0
        var y = 0.0
        let width: Double
        let height: Double

        /// The middle of the line of a property.
        func line(_ property: Int) -> Double {
            y + SchemaLayout.titleHeight + (Double(property) + 0.5) * SchemaLayout.lineHeight
        }
    }

    /// A property that leads to objects.
    struct Link {
        let from: Int
        let property: Int
        let to: Int
    }

    private(set) var boxes: [Box]
    let links: [Link]
    private(set) var width = 0.0
    private(set) var height = 0.0

    static let titleHeight = 26.0
    static let lineHeight = 18.0
    static let padding = 10.0
    /// Width of a letter of the diagram's monospaced font.
    static let letterWidth = 7.3
    private static let columnGap = 90.0
    private static let rowGap = 22.0
    /// A higher column is continued next to it.
    private static let columnHeight = 1600.0
    private static let margin = 12.0
    private static let sweeps = 6

    init(_ schema: Schema) {
        let classes = schema.objectSchema
        let positions = Dictionary(uniqueKeysWithValues: classes.enumerated().map { ($1.className, $0) })
        boxes = classes.map(SchemaLayout.box)
        links = classes.enumerated().flatMap { from, found in
            found.properties.enumerated().compactMap { property, value in
                value.objectClassName.flatMap { positions[$0] }.map { Link(from: from, property: property, to: $0) }
            }
        }
        let linked = Set(links.flatMap { [$0.from, $0.to] })
        let columns = SchemaLayout.columns(of: layers(linked), heights: boxes.map(\.height))
        place(columns)
        placeBelow(boxes.indices.filter { !linked.contains($0) })
        width += SchemaLayout.margin
        height += SchemaLayout.margin
    }

    private static func box(_ schema: ObjectSchema) -> Box {
        let lines = [title(of: schema)] + schema.properties.map { text(of: $0, in: schema) }
        return Box(
            schema: schema, width: Double(lines.map(\.count).max() ?? 0) * letterWidth + 2 * padding,
            height: titleHeight + Double(schema.properties.count) * lineHeight + padding / 2)
    }

    static func title(of schema: ObjectSchema) -> String {
        schema.isEmbedded ? "\(schema.className) (embedded)" : schema.className
    }

    /// Name and type of a property; the key and indexed properties are marked.
    static func text(of property: Property, in schema: ObjectSchema) -> String {
        let isKey = schema.primaryKeyProperty?.name == property.name
        let mark = isKey ? " (key)" : property.isIndexed ? " (indexed)" : ""
        return "\(property.name): \(property.typeNotation)\(mark)"
    }
}

extension SchemaLayout {
    /// The linked classes by layers: every link leads to a later layer, except those that close a cycle.
    private func layers(_ linked: Set<Int>) -> [[Int]] {
        let targets = Dictionary(grouping: links.filter { $0.from != $0.to }, by: \.from).mapValues { $0.map(\.to) }
        let (order, forward) = SchemaLayout.walk(linked.sorted(), targets)
        var ranks: [Int: Int] = [:]
        for box in order {
            for next in forward[box] ?? [] { ranks[next] = max(ranks[next] ?? 0, (ranks[box] ?? 0) + 1) }
        }
        var layers: [[Int]] = Array(repeating: [], count: (ranks.values.max() ?? 0) + 1)
        for box in order { layers[ranks[box] ?? 0].append(box) }
        var sources: [Int: [Int]] = [:]
        for (from, next) in forward { for box in next { sources[box, default: []].append(from) } }
        for sweep in 0..<SchemaLayout.sweeps {
            let isForward = sweep % 2 == 0
            for layer in isForward ? Array(layers.indices) : layers.indices.reversed() {
                SchemaLayout.sort(&layers, layer, by: isForward ? sources : forward)
            }
        }
        return layers
    }

    /// Follows all links, depth first, without recursion.
    ///
    /// - Returns: the boxes, each before those that it links to, and the links without those that close a cycle.
    private static func walk(_ boxes: [Int], _ targets: [Int: [Int]]) -> (order: [Int], forward: [Int: [Int]]) {
        var finished: [Int] = []
        var forward: [Int: [Int]] = [:]
        var isOpen: [Int: Bool] = [:]
        for start in boxes where isOpen[start] == nil {
            var path = [(box: start, next: 0)]
            isOpen[start] = true
            while let (box, next) = path.last {
                guard let all = targets[box], next < all.count else {
                    path.removeLast()
                    isOpen[box] = false
                    finished.append(box)
                    continue
                }
                path[path.count - 1].next += 1
                let target = all[next]
                if isOpen[target] != true { forward[box, default: []].append(target) }
                if isOpen[target] == nil {
                    isOpen[target] = true
                    path.append((target, 0))
                }
            }
        }
        return (finished.reversed(), forward)
    }

    /// Sorts the boxes of a layer by the mean position of their neighbours, so that few lines cross.
    private static func sort(_ layers: inout [[Int]], _ layer: Int, by neighbours: [Int: [Int]]) {
        var places: [Int: Double] = [:]
        for boxes in layers {
            for (place, box) in boxes.enumerated() { places[box] = (Double(place) + 0.5) / Double(boxes.count) }
        }
        let keys = layers[layer].map { box in
            let near = (neighbours[box] ?? []).compactMap { places[$0] }
            return near.isEmpty ? places[box] ?? 0 : near.reduce(0, +) / Double(near.count)
        }
        let sorted = layers[layer].indices.sorted { (keys[$0], $0) < (keys[$1], $1) }
        layers[layer] = sorted.map { layers[layer][$0] }
    }

    /// The layers as columns of limited height.
    private static func columns(of layers: [[Int]], heights: [Double]) -> [[Int]] {
        var columns: [[Int]] = []
        for layer in layers where !layer.isEmpty {
            var height = Double.infinity
            for box in layer {
                if height + heights[box] > columnHeight {
                    columns.append([])
                    height = 0
                }
                columns[columns.count - 1].append(box)
                height += heights[box] + rowGap
            }
        }
        return columns
    }

    private mutating func place(_ columns: [[Int]]) {
        let heights = columns.map { column in
            column.reduce(-SchemaLayout.rowGap) { $0 + boxes[$1].height + SchemaLayout.rowGap }
        }
        let tallest = heights.max() ?? 0
        var x = SchemaLayout.margin
        for (column, columnHeight) in zip(columns, heights) {
            var y = SchemaLayout.margin + (tallest - columnHeight) / 2
            for box in column {
                (boxes[box].x, boxes[box].y) = (x, y)
                y += boxes[box].height + SchemaLayout.rowGap
            }
            width = x + (column.map { boxes[$0].width }.max() ?? 0)
            x = width + SchemaLayout.columnGap
        }
        height = columns.isEmpty ? 0 : SchemaLayout.margin + tallest
        // Room for lines that lead back.
        if !columns.isEmpty { width += SchemaLayout.columnGap / 2 }
    }

    /// Rows of boxes below the others, no wider than those, or than a page.
    private mutating func placeBelow(_ others: [Int]) {
        let limit = max(width, 1000)
        var x = SchemaLayout.margin
        var y = height + (height > 0 ? 2 * SchemaLayout.rowGap : SchemaLayout.margin)
        var rowHeight = 0.0
        for box in others {
            if x > SchemaLayout.margin, x + boxes[box].width > limit {
                x = SchemaLayout.margin
                y += rowHeight + SchemaLayout.rowGap
                rowHeight = 0
            }
            (boxes[box].x, boxes[box].y) = (x, y)
            rowHeight = max(rowHeight, boxes[box].height)
            width = max(width, x + boxes[box].width)
            height = y + rowHeight
            x += boxes[box].width + SchemaLayout.rowGap
        }
    }
}
