import Foundation
import RealmStore

extension FileDiagnosis {
    /// Returns the diagnosis as a `.tar.zst` archive to send to somebody who helps: structure, sizes, versions and
    /// findings, and nothing of the objects.
    ///
    /// The archive holds `diagnosis.json`, `schema.json` and `system.json`. Without names, classes are called `Class1`,
    /// their properties `property1`; paths, names of programs, the key's fingerprint and the sentences of findings,
    /// which may name classes, are left out.
    ///
    /// - Parameters:
    ///   - includingNames: whether names and paths stay as they are.
    ///   - tool: the program that makes it, for `system.json`.
    /// - Throws: `addressSpaceExhausted` if memory is short.
    public func bundle(includingNames: Bool = false, tool: String? = nil) throws -> Data {
        let names = Pseudonyms(
            schema, classes: salvage?.classes.map(\.name) ?? [], keepsNames: includingNames)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        var documents = [
            ("diagnosis.json", try encoder.encode(DiagnosisDocument(self, names, includingNames))),
            ("system.json", try encoder.encode(SystemDocument(tool: tool))),
        ]
        if let schema { documents.append(("schema.json", try encoder.encode(schemaDocument(schema, names)))) }
        let now = Int(Date().timeIntervalSince1970)
        var archive: [UInt8] = []
        for (name, document) in documents {
            archive += TarHeader(name: name, byteCount: document.count + 1, modified: now).bytes
            archive += document + [UInt8(ascii: "\n")]
            archive += [UInt8](repeating: 0, count: TarHeader.padding(document.count + 1))
        }
        do { return Data(try ZstdBytes.compressed(archive + TarHeader.end)) } catch {
            throw RLMError(StorageError(error, path))
        }
    }

    private func schemaDocument(_ schema: Schema, _ names: Pseudonyms) -> [DiagnosisDocument.ClassSchema] {
        schema.objectSchema.map { found in
            DiagnosisDocument.ClassSchema(
                name: names.name(ofClass: found.className), embedded: found.isEmbedded,
                primaryKey: found.primaryKeyProperty.map { names.name(of: $0.name, in: found.className) },
                properties: found.properties.map { property in
                    DiagnosisDocument.PropertySchema(
                        name: names.name(of: property.name, in: found.className), type: names.type(of: property),
                        indexed: property.isIndexed, fullText: property.isFullTextIndexed)
                })
        }
    }
}

/// The machine and the libraries, as `system.json` of a bundle.
private struct SystemDocument: Encodable {
    let tool: String?
    let libraries: [String: String]
    let readableFormats: [Int]
    let system: String
    let processors: Int
    let memoryBytes: UInt64

    init(tool: String?) {
        self.tool = tool
        libraries = Dictionary(RealmStoreInformation.toolLibraries.map { ($0.name, $0.version) }) { first, _ in first }
        readableFormats = RealmStoreInformation.readableFileFormats
        system = HostIdentity.system
        processors = ProcessInfo.processInfo.activeProcessorCount
        memoryBytes = ProcessInfo.processInfo.physicalMemory
    }
}
