import Foundation
import RealmStore
import Testing

/// Objects as JSON, beside plain structs with the same properties.
struct ModelCodingTests {
    @Test(arguments: CodingStrategy.all)
    func `dates and data are encoded as those of a struct`(_ strategy: CodingStrategy) throws {
        let encoder = strategy.encoder
        let (object, plain) = (try encoder.encode(CodedEvent.filled), try encoder.encode(PlainEvent()))
        #expect(String(decoding: object, as: UTF8.self) == String(decoding: plain, as: UTF8.self))
    }

    @Test(arguments: CodingStrategy.all.filter { $0.decoder != nil })
    func `dates and data come back by the strategy they were written with`(_ strategy: CodingStrategy) throws {
        let decoder = try #require(strategy.decoder)
        let event = try decoder.decode(CodedEvent.self, from: strategy.encoder.encode(CodedEvent.filled))
        let plain = PlainEvent()
        #expect((event.at, event.maybeAt, Array(event.times)) == (plain.at, plain.maybeAt, plain.times))
        #expect((event.data, event.maybeData, Array(event.blobs)) == (plain.data, plain.maybeData, plain.blobs))
        #expect((event.byName["firstName"], event.size) == (plain.byName["firstName"], plain.size))
    }

    @Test func `the keys of a map are not spelt another way`() throws {
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        let json = String(decoding: try encoder.encode(CodedEvent.filled.byName), as: UTF8.self)
        #expect(json.contains("firstName"))
    }
}

/// A way to write dates, data and numbers that JSON does not have.
struct CodingStrategy: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let encoder: JSONEncoder
    /// Reads the encoder's output; nil if it does not determine the value.
    let decoder: JSONDecoder?

    private init(
        _ name: String, _ date: JSONEncoder.DateEncodingStrategy, _ decoding: JSONDecoder.DateDecodingStrategy?,
        _ data: JSONEncoder.DataEncodingStrategy = .base64, _ dataDecoding: JSONDecoder.DataDecodingStrategy = .base64
    ) {
        testDescription = name
        encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        encoder.dateEncodingStrategy = date
        encoder.dataEncodingStrategy = data
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        decoder = decoding.map { strategy in
            let decoder = JSONDecoder()
            decoder.dateDecodingStrategy = strategy
            decoder.dataDecodingStrategy = dataDecoding
            decoder.nonConformingFloatDecodingStrategy = .convertFromString(
                positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
            return decoder
        }
    }

    static let all = [
        CodingStrategy("default", .deferredToDate, .deferredToDate),
        CodingStrategy("iso8601", .iso8601, .iso8601),
        CodingStrategy("seconds", .secondsSince1970, .secondsSince1970),
        CodingStrategy("milliseconds", .millisecondsSince1970, .millisecondsSince1970),
        CodingStrategy("data as numbers", .deferredToDate, .deferredToDate, .deferredToData, .deferredToData),
        CodingStrategy(
            "custom", .custom { date, encoder in try "at \(date.timeIntervalSince1970)".encode(to: encoder) }, nil,
            .custom { data, encoder in try "\(data.count) bytes".encode(to: encoder) }),
    ]
}

private struct PlainEvent: Encodable {
    var at = Date(timeIntervalSince1970: 1)
    var maybeAt: Date? = Date(timeIntervalSince1970: 2)
    var times = [Date(timeIntervalSince1970: 3)]
    var byName = ["firstName": Date(timeIntervalSince1970: 4)]
    var data = Data([1, 2])
    var maybeData: Data? = Data([3])
    var blobs = [Data([4])]
    var size = Double.infinity
}

private final class CodedEvent: TestObject, Codable {
    @Persisted var at = Date(timeIntervalSince1970: 1)
    @Persisted var maybeAt: Date?
    @Persisted var times: List<Date>
    @Persisted var byName: Map<String, Date>
    @Persisted var data = Data([1, 2])
    @Persisted var maybeData: Data?
    @Persisted var blobs: List<Data>
    @Persisted var size = Double.infinity

    static var filled: CodedEvent {
        let (event, plain) = (CodedEvent(), PlainEvent())
        event.maybeAt = plain.maybeAt
        event.times.append(objectsIn: plain.times)
        for (name, time) in plain.byName { event.byName[name] = time }
        event.maybeData = plain.maybeData
        event.blobs.append(objectsIn: plain.blobs)
        return event
    }
}
