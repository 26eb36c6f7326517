import Foundation

/// Runs as charts, one below the other: bytes of the file and of its used part, and commits a second, over time.
struct SpaceChart {
    let runs: [SpaceRun]

    private static let (width, height, left, top, gap) = (420.0, 150.0, 70.0, 34.0, 64.0)
    private static let colours = ["#1667b7", "#c2571a", "#3a8f3a", "#7d4fa0"]

    /// A chart has one line for each engine.
    private struct Plot {
        let title: String
        let unit: String
        let lines: [(name: String, points: [(x: Double, y: Double)], isDashed: Bool)]
    }

    var svg: String {
        let groups = Dictionary(grouping: runs) { "\($0.workload.rawValue), \($0.mode.rawValue)" }
        let rows = groups.sorted { $0.key < $1.key }.map { title, runs in
            [SpaceChart.sizes(title, runs), SpaceChart.speeds(title, runs)]
        }
        let rowHeight = SpaceChart.height + SpaceChart.gap
        let columnWidth = SpaceChart.width + SpaceChart.left + 20
        var body = ""
        for (row, plots) in rows.enumerated() {
            for (column, plot) in plots.enumerated() {
                let x = Double(column) * columnWidth + SpaceChart.left
                let y = Double(row) * rowHeight + SpaceChart.top
                body += "<g transform=\"translate(\(x) \(y))\">\n\(SpaceChart.drawing(of: plot))</g>\n"
            }
        }
        let (width, height) = (2 * columnWidth, Double(rows.count) * rowHeight + 10)
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height)" font-family="sans-serif" \
            font-size="11">
            <rect width="100%" height="100%" fill="white"/>
            \(body)</svg>

            """
    }

    private static func sizes(_ title: String, _ runs: [SpaceRun]) -> Plot {
        Plot(
            title: "\(title): file and used (dashed)", unit: "MB",
            lines: runs.flatMap { run in
                [
                    (run.engine, run.samples.map { (Double($0.commits), Double($0.fileBytes) / 1e6) }, false),
                    (run.engine, run.samples.map { (Double($0.commits), Double($0.usedBytes) / 1e6) }, true),
                ]
            })
    }

    private static func speeds(_ title: String, _ runs: [SpaceRun]) -> Plot {
        Plot(
            title: "\(title): commits a second", unit: "",
            lines: runs.map { run in
                (run.engine, run.samples.map { (Double($0.commits), $0.commitsPerSecond) }, false)
            })
    }

    private static func drawing(of plot: Plot) -> String {
        let points = plot.lines.flatMap(\.points)
        let (right, high) = (max(points.map(\.x).max() ?? 1, 1), max(points.map(\.y).max() ?? 1, 1e-9))
        var text = "<text y=\"-14\" font-weight=\"bold\">\(plot.title)</text>\n"
        text += "<path d=\"M0 0V\(height)H\(width)\" fill=\"none\" stroke=\"#888\"/>\n"
        for share in [0.0, 0.5, 1.0] {
            let y = height * (1 - share)
            text += "<text x=\"-6\" y=\"\(y + 4)\" text-anchor=\"end\">\(number(high * share)) \(plot.unit)</text>\n"
            text +=
                "<text x=\"\(width * share)\" y=\"\(height + 15)\" text-anchor=\"middle\">"
                + "\(number(right * share))</text>\n"
        }
        let names = plot.lines.map(\.name).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
        for line in plot.lines {
            let colour = colours[(names.firstIndex(of: line.name) ?? 0) % colours.count]
            let places = line.points.map { "\(rounded($0.x / right * width)),\(rounded(height * (1 - $0.y / high)))" }
            let dash = line.isDashed ? " stroke-dasharray=\"4 3\"" : ""
            text +=
                "<polyline points=\"\(places.joined(separator: " "))\" fill=\"none\" stroke=\"\(colour)\"\(dash)/>\n"
        }
        for (index, name) in names.enumerated() {
            text += "<text x=\"\(8 + 90 * index)\" y=\"12\" fill=\"\(colours[index % colours.count])\">\(name)</text>\n"
        }
        return text
    }

    private static func rounded(_ value: Double) -> Double { (value * 10).rounded() / 10 }

    private static func number(_ value: Double) -> String {
        value >= 10 || value == 0 ? "\(Int(value.rounded()))" : String(format: "%.2f", value)
    }
}
