import RealmStore

/// The source of a step's new values: one value for all, or one generated for each object.
struct NewValues: Sendable {
    enum Generator: String, CaseIterable, Sendable {
        case uuid, objectId, now, counter
    }

    private enum Kind: Sendable {
        case literal(DocumentLiteral)
        case generator(Generator, SourcePlace)
    }

    private let kind: Kind

    /// Reads `value` or `generate`; nil if there is neither, or an invalid one.
    init?(_ fields: inout StepFields) {
        let literal = fields.scalar("value")
        let generator = fields.word("generate", Generator.self)
        let place = fields.entry("generate").map { fields.reader.document.place($0.value) }
        if let place, fields.entry("value") != nil {
            fields.problem(place, "'value' and 'generate' exclude each other")
        }
        if let literal {
            kind = .literal(literal)
        } else if let generator, let place {
            kind = .generator(generator, place)
        } else {
            return nil
        }
    }

    var summary: String {
        switch kind {
        case .literal(let literal): "to \(literal.text)"
        case .generator(let generator, _): "to a generated \(generator.rawValue)"
        }
    }

    /// Reports if the values do not fit the property.
    func check(for property: Property, of className: String, _ sketch: inout SchemaSketch) {
        switch kind {
        case .literal(let literal): sketch.check(literal, for: property, of: className)
        case .generator(let generator, let place):
            guard property.isCollection || !generator.types.contains(property.type) else { return }
            sketch.problem(
                place,
                "'\(className).\(property.name)' is of type \(property.typeNotation), which 'generate: "
                    + "\(generator.rawValue)' does not make")
        }
    }

    /// The value that all objects get; nil if each gets another, or it does not fit the property.
    func constant(for property: Property, in scratch: ValueScratch) -> Value? {
        if case .literal(let literal) = kind { literal.value(of: property, in: scratch) } else { nil }
    }

    /// Sets the property of all these objects.
    func set(
        _ column: Column, _ property: Property, of keys: [ObjectKey], _ table: TableEditor, _ run: StepRun
    ) throws {
        switch kind {
        case .literal(let literal):
            let scratch = ValueScratch()
            guard let value = constant(for: property, in: scratch) else {
                throw run.failure("'\(property.name)' cannot become '\(literal.text)'")
            }
            for key in keys { try run.set(value, of: column, of: key, in: table) }
        case .generator(let generator, _):
            for (index, key) in keys.enumerated() {
                var value = generator.value(index, run)
                if property.type == .string, let text = ValueText.text(value) { value = run.scratch.string(text) }
                try run.set(value, of: column, of: key, in: table)
            }
        }
    }
}

extension NewValues.Generator {
    /// The types of properties that can have such values; ids may also be texts.
    fileprivate var types: [PropertyType] {
        switch self {
        case .uuid: [.UUID, .string, .any]
        case .objectId: [.objectId, .string, .any]
        case .now: [.date, .any]
        case .counter: [.int, .any]
        }
    }

    fileprivate func value(_ index: Int, _ run: StepRun) -> Value {
        switch self {
        case .uuid: .uuid(.random())
        case .objectId:
            .objectId(ObjectIdGenerator.shared.next(in: UInt32(clamping: run.now.seconds)))
        case .now: .timestamp(run.now)
        case .counter: .int(Int64(index) + 1)
        }
    }
}

extension UUIDBits {
    /// Random bits with the marks of version 4. Source: RFC 9562, section 5.4.
    fileprivate static func random() -> UUIDBits {
        let (high, low) = (UInt64.random(in: .min ... .max), UInt64.random(in: .min ... .max))
        return UUIDBits(high: (high & ~0xF000) | 0x4000, low: (low & ~(3 << 62)) | (2 << 62))
    }
}
