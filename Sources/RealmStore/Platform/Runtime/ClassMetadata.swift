import Synchronization

/// The Swift runtime's metadata of the classes of the program.
///
/// Source: the Swift ABI, "Type Metadata"; the layout is stable as far as it is used here.
enum ClassMetadata {
    /// All direct and indirect subclasses of `base` but generic ones, in the order of the program's images.
    ///
    /// Classes declared inside a function are left out: only that function knows them.
    ///
    /// - Complexity: O(number of images) once they are known; at first, and after more were loaded, O(number of types
    ///   in the program and its libraries), touching only those it returns
    static func subclasses(of base: AnyClass) -> [AnyClass] {
        let images = Images()
        enumerateMetadataSections(
            { sections, context in
                guard let sections, let context else { return true }
                Unmanaged<Images>.fromOpaque(context).takeUnretainedValue().all.append(sections)
                return true
            }, Unmanaged.passUnretained(images).toOpaque())
        if let known = known.withLock({ $0[ObjectIdentifier(base)] }), known.imageCount == images.all.count {
            return known.classes
        }
        let descriptor = Descriptor(of: base)
        let classes = images.all.flatMap { subclasses(of: descriptor, in: MetadataSections($0)) }
            .filter { !isLocal($0) }
        let found = Found(imageCount: images.all.count, classes: classes)
        known.withLock { $0[ObjectIdentifier(base)] = found }
        return classes
    }

    /// What was found last. Images are loaded while the program runs, and Swift's stay.
    private static let known = Mutex<[ObjectIdentifier: Found]>([:])

    private struct Found: Sendable {
        let imageCount: Int
        let classes: [AnyClass]
    }

    private final class Images {
        var all: [UnsafeRawPointer] = []
    }

    private static func subclasses(of base: Descriptor, in sections: MetadataSections) -> [AnyClass] {
        sections.types.filter { $0.isPlainClass && $0 != base && $0.isBelow(base) }.map(\.type)
    }

    /// Two nameless contexts in a row are a function and its scope; one is the file of a private class.
    private static func isLocal(_ type: AnyClass) -> Bool {
        let parts = String(reflecting: type).split(separator: ".(unknown context at ")
        return parts.dropFirst().dropLast().contains { $0.hasSuffix(")") }
    }
}

/// The type records of one image of the program.
private struct MetadataSections {
    private let records: UnsafeRawBufferPointer

    /// After four words, a start and a byte count for each section; the third one lists the types.
    private static let typesOffset = 4 * MemoryLayout<Int>.size + 2 * 2 * MemoryLayout<Int>.size

    init(_ sections: UnsafeRawPointer) {
        let start = sections.load(fromByteOffset: MetadataSections.typesOffset, as: UnsafeRawPointer?.self)
        let byteCount = sections.load(
            fromByteOffset: MetadataSections.typesOffset + MemoryLayout<Int>.size, as: Int.self)
        records = UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : byteCount)
    }

    /// The descriptors, of types of every kind.
    var types: some Sequence<Descriptor> {
        stride(from: 0, to: records.count, by: MemoryLayout<Int32>.size).lazy.compactMap { [records] position in
            Descriptor.target(of: records.baseAddress! + position)
        }
    }
}

/// The compiler's description of a type.
private struct Descriptor: Equatable {
    private let address: UnsafeRawPointer

    private static let classKind: UInt32 = 16
    private static let kindMask: UInt32 = 0x1F
    private static let genericFlag: UInt32 = 0x80
    private static let accessorOffset = 12
    private static let superclassOffset = 20
    /// The descriptor in a class's metadata.
    private static let descriptorOffset = 40

    private init(_ address: UnsafeRawPointer) { self.address = address }

    init(of type: AnyClass) {
        let metadata = unsafeBitCast(type, to: UnsafeRawPointer.self)
        address = metadata.load(fromByteOffset: Descriptor.descriptorOffset, as: UnsafeRawPointer.self)
    }

    /// The descriptor that a relative reference leads to; an odd one leads to its address.
    static func target(of reference: UnsafeRawPointer) -> Descriptor? {
        let distance = Int(reference.loadUnaligned(as: Int32.self))
        if distance & 1 == 0 { return distance == 0 ? nil : Descriptor(reference + distance) }
        return (reference + (distance & ~1)).load(as: UnsafeRawPointer?.self).map(Descriptor.init)
    }

    private var flags: UInt32 { address.load(as: UInt32.self) }

    /// A class without type parameters.
    var isPlainClass: Bool {
        flags & Descriptor.kindMask == Descriptor.classKind && flags & Descriptor.genericFlag == 0
    }

    /// The class itself, made ready for use.
    var type: AnyClass {
        // The second returned word, the state of the metadata, is not needed: complete metadata was requested.
        typealias Accessor = @convention(c) (_ request: Int) -> UnsafeRawPointer
        let place = address + Descriptor.accessorOffset
        let accessor = unsafeBitCast(place + Int(place.load(as: Int32.self)), to: Accessor.self)
        return unsafeBitCast(accessor(0), to: AnyClass.self)
    }

    /// The superclass, if it is named by its descriptor, as every class of Swift is.
    private var superclass: Descriptor? {
        let place = address + Descriptor.superclassOffset
        let distance = Int(place.load(as: Int32.self))
        guard distance != 0 else { return nil }
        let name = place + distance
        let reference = name + 1
        let target = reference + Int(reference.loadUnaligned(as: Int32.self))
        let above: Descriptor? =
            switch name.load(as: UInt8.self) {
            case 1: Descriptor(target)
            case 2: target.load(as: UnsafeRawPointer?.self).map(Descriptor.init)
            default: nil
            }
        return above.flatMap { $0.flags & Descriptor.kindMask == Descriptor.classKind ? $0 : nil }
    }

    func isBelow(_ base: Descriptor) -> Bool {
        var above = superclass
        while let descriptor = above {
            if descriptor == base { return true }
            above = descriptor.superclass
        }
        return false
    }
}

@_silgen_name("swift_enumerateAllMetadataSections")
private func enumerateMetadataSections(
    _ body: @convention(c) (_ sections: UnsafeRawPointer?, _ context: UnsafeMutableRawPointer?) -> Bool,
    _ context: UnsafeMutableRawPointer?)
