import RealmTools

/// Classes as boxes with their properties, links as lines with an arrow; a line to embedded objects is dashed.
struct SchemaDiagram {
    private let layout: SchemaLayout

    init(_ schema: Schema) { layout = SchemaLayout(schema) }

    func draw(in markup: inout Markup) {
        let attributes: Markup.Attributes = [
            "viewBox": "0 0 \(layout.width.svg) \(layout.height.svg)", "width": layout.width.svg,
            "height": layout.height.svg, "class": "schema", "role": "img", "aria-label": "Diagram of the schema",
        ]
        markup.element("svg", attributes) { markup in
            markup.raw(SchemaDiagram.arrow)
            for link in layout.links { draw(link, in: &markup) }
            for box in layout.boxes { draw(box, in: &markup) }
        }
    }

    private static let arrow = """
        <defs><marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto">\
        <path d="M0 0L8 4L0 8z" class="head"></path></marker></defs>

        """

    private func draw(_ box: SchemaLayout.Box, in markup: inout Markup) {
        markup.element("g", ["class": box.schema.isEmbedded ? "box embedded" : "box"]) { markup in
            markup.element(
                "rect",
                [
                    "x": box.x.svg, "y": box.y.svg, "width": box.width.svg, "height": box.height.svg, "rx": "5",
                ], text: "")
            let left = (box.x + SchemaLayout.padding).svg
            markup.element(
                "text", ["x": left, "y": (box.y + 17).svg, "class": "title"],
                text: SchemaLayout.title(of: box.schema))
            let ruler = box.y + SchemaLayout.titleHeight - 2
            markup.element("path", ["d": "M\(box.x.svg) \(ruler.svg)h\(box.width.svg)"], text: "")
            for (line, property) in box.schema.properties.enumerated() {
                markup.element(
                    "text", ["x": left, "y": (box.line(line) + 4).svg],
                    text: SchemaLayout.text(of: property, in: box.schema))
            }
        }
    }

    private func draw(_ link: SchemaLayout.Link, in markup: inout Markup) {
        let (from, to) = (layout.boxes[link.from], layout.boxes[link.to])
        let property = from.schema.properties[link.property]
        let style = to.schema.isEmbedded ? "link owned" : "link"
        markup.element("path", ["class": style, "d": curve(link), "marker-end": "url(#arrow)"]) { markup in
            markup.element(
                "title", text: "\(from.schema.className).\(property.name): \(property.typeNotation)")
        }
    }

    /// From the line of the property to the title of the class; a line that does not lead to the right makes a detour.
    private func curve(_ link: SchemaLayout.Link) -> String {
        let (from, to) = (layout.boxes[link.from], layout.boxes[link.to])
        let (startX, startY) = (from.x + from.width, from.line(link.property))
        let endY = to.y + SchemaLayout.titleHeight / 2
        if to.x > startX {
            let middle = (to.x - startX) / 2
            return "M\(startX.svg) \(startY.svg)C\((startX + middle).svg) \(startY.svg) "
                + "\((to.x - middle).svg) \(endY.svg) \(to.x.svg) \(endY.svg)"
        }
        let endX = to.x + to.width
        let bend = max(startX, endX) + 40
        return "M\(startX.svg) \(startY.svg)C\(bend.svg) \(startY.svg) \(bend.svg) \(endY.svg) \(endX.svg) \(endY.svg)"
    }
}
