import Foundation
import ModelConversion

// Reads a request in JSON from standard input and writes the answer in JSON: `realmctl schema convert` runs this.
do {
    let bytes = try FileHandle.standardInput.readToEnd() ?? Data()
    let request = try JSONDecoder().decode(ConversionRequest.self, from: bytes)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    try FileHandle.standardOutput.write(contentsOf: encoder.encode(request.answer))
} catch {
    FileHandle.standardError.write(Data("realm-model-converter: \(error)\n".utf8))
    exit(1)
}
