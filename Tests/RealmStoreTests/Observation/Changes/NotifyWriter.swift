import TestSupport

@testable import RealmStore

/// Runs the operations of notification cases through the API.
struct NotifyWriter {
    struct Failure: Error {
        let what: String
    }

    let realm: Realm

    func run(_ operation: JSONText) throws {
        let kind = operation["op"]?.text ?? ""
        let isOther = operation["class"]?.text == "Other"
        switch kind {
        case "create":
            if isOther { try createOther(operation) } else { try createItem(operation) }
        case "delete":
            if isOther { realm.delete(try other(operation)) } else { realm.delete(try item(operation["id"])) }
        case "set" where isOther:
            let object = try other(operation)
            if operation["prop"]?.text == "m" {
                object.m = try int(operation["value"])
            } else {
                object.item = try link(operation["value"])
            }
        case "set": try set(operation)
        case "partSet": try setPart(operation)
        default: try edit(kind, operation)
        }
    }

    // MARK: Values

    func int(_ json: JSONText?) throws -> Int {
        guard let number = json?.digits.flatMap({ Int($0) }) else {
            throw Failure(what: "no int: \(String(describing: json))")
        }
        return number
    }

    func item(_ id: JSONText?) throws -> NotifyItem {
        guard let found = realm.object(ofType: NotifyItem.self, forPrimaryKey: try int(id)) else {
            throw Failure(what: "no item \(String(describing: id))")
        }
        return found
    }

    private func other(_ operation: JSONText) throws -> NotifyOther {
        guard let found = realm.object(ofType: NotifyOther.self, forPrimaryKey: try int(operation["id"])) else {
            throw Failure(what: "no other")
        }
        return found
    }

    private func link(_ json: JSONText?) throws -> NotifyItem? {
        if json == nil || json == .null { return nil }
        return try item(json)
    }

    private func part(_ json: JSONText?) throws -> NotifyPart {
        let part = NotifyPart()
        part.x = try int(json?["x"])
        part.item = try link(json?["item"])
        return part
    }

    private func mixed(_ json: JSONText?) throws -> AnyRealmValue {
        switch json {
        case nil, .null?: return .none
        case .string(let text)?: return .string(text)
        case .number?: return .int(try int(json))
        default: break
        }
        if let link = json?["link"] { return .object(try item(link)) }
        if let list = json?["list"] {
            let made = List<AnyRealmValue>()
            for element in list.items { made.append(try mixed(element)) }
            return .list(made)
        }
        guard let map = json?["map"] else { throw Failure(what: "no mixed value") }
        let made = Map<String, AnyRealmValue>()
        for member in map.members { made[member.name] = try mixed(member.value) }
        return .dictionary(made)
    }

    // MARK: Objects

    private func createItem(_ operation: JSONText) throws {
        let made = realm.create(NotifyItem.self, value: ["_id": try int(operation["id"])])
        if let n = operation["values"]?["n"] { made.n = try int(n) }
        if let s = operation["values"]?["s"]?.text { made.s = s }
    }

    private func createOther(_ operation: JSONText) throws {
        let made = realm.create(NotifyOther.self, value: ["_id": try int(operation["id"])])
        if let m = operation["values"]?["m"] { made.m = try int(m) }
        made.item = try link(operation["values"]?["item"])
    }

    private func set(_ operation: JSONText) throws {
        let (object, value) = (try item(operation["id"]), operation["value"])
        switch operation["prop"]?.text {
        case "n": object.n = try int(value)
        case "s": object.s = value?.text ?? ""
        case "next": object.next = try link(value)
        case "any": object.any = try mixed(value)
        case "part": object.part = value == nil || value == .null ? nil : try part(value)
        default: throw Failure(what: "set \(operation)")
        }
    }

    private func setPart(_ operation: JSONText) throws {
        let object = try item(operation["id"])
        let part = try operation["index"].map { object.parts[try int($0)] } ?? object.part
        guard let part else { throw Failure(what: "no part") }
        if operation["prop"]?.text == "x" {
            part.x = try int(operation["value"])
        } else {
            part.item = try link(operation["value"])
        }
    }

    // MARK: Collections

    private func edit(_ kind: String, _ operation: JSONText) throws {
        let object = try item(operation["id"])
        let value = operation["value"]
        switch operation["prop"]?.text {
        case "items": try edit(object.items, kind, operation) { try item(value) }
        case "ints": try edit(object.ints, kind, operation) { try int(value) }
        case "strs": try edit(object.strs, kind, operation) { value?.text ?? "" }
        case "parts": try edit(object.parts, kind, operation) { try part(value) }
        case "iset": try edit(object.iset, kind) { try int(value) }
        case "oset": try edit(object.oset, kind) { try item(value) }
        case "imap": try edit(object.imap, kind, operation) { try int(value) }
        case "omap": try edit(object.omap, kind, operation) { try link(value) }
        case "any":
            var found = object.any
            for step in operation["path"]?.items ?? [] {
                switch (found, step) {
                case (.list(let list), .number): found = list[try int(step)]
                case (.dictionary(let map), .string(let key)): found = map[key] ?? .none
                default: throw Failure(what: "no way \(operation)")
                }
            }
            switch found {
            case .list(let list): try edit(list, kind, operation) { try mixed(value) }
            case .dictionary(let map): try edit(map, kind, operation) { try mixed(value) }
            default: throw Failure(what: "no collection \(operation)")
            }
        default: throw Failure(what: "\(operation)")
        }
    }

    private func edit<Element>(
        _ list: List<Element>, _ kind: String, _ operation: JSONText, _ value: () throws -> Element
    ) throws {
        switch kind {
        case "insert": list.insert(try value(), at: try int(operation["index"]))
        case "setAt": list[try int(operation["index"])] = try value()
        case "erase": list.remove(at: try int(operation["index"]))
        case "move": list.move(from: try int(operation["from"]), to: try int(operation["to"]))
        case "swap": list.swapAt(try int(operation["a"]), try int(operation["b"]))
        case "clear": list.removeAll()
        default: throw Failure(what: kind)
        }
    }

    private func edit<Element>(_ set: MutableSet<Element>, _ kind: String, _ value: () throws -> Element) throws {
        switch kind {
        case "setInsert": set.insert(try value())
        case "setErase": set.remove(try value())
        case "clear": set.removeAll()
        default: throw Failure(what: kind)
        }
    }

    private func edit<Element>(
        _ map: Map<String, Element>, _ kind: String, _ operation: JSONText, _ value: () throws -> Element
    ) throws {
        let key = operation["key"]?.text ?? ""
        switch kind {
        case "put": map.updateValue(try value(), forKey: key)
        case "removeKey": map.removeObject(for: key)
        case "clear": map.removeAll()
        default: throw Failure(what: kind)
        }
    }
}
