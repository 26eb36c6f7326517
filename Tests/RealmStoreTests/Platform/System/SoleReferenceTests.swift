import Testing

@testable import RealmStore

@Suite struct SoleReferenceTests {
    private final class Thing { var number = 1 }

    @Test func `an object that nobody else refers to is sole`() {
        var thing = Thing()
        #expect(SoleReference.isSole(&thing))
    }

    @Test func `a second reference counts while it lives`() {
        var thing = Thing()
        var others = [thing]
        #expect(!SoleReference.isSole(&thing))
        others.removeAll()
        #expect(SoleReference.isSole(&thing))
    }

    @Test func `a closure counts`() {
        var thing = Thing()
        let closure = { [thing] in thing.number }
        #expect(!SoleReference.isSole(&thing))
        #expect(closure() == 1)
    }

    @Test func `a weak reference counts, even one that is gone`() {
        var thing = Thing()
        weak var reference = thing
        #expect(!SoleReference.isSole(&thing))
        #expect(reference != nil)
        reference = nil
        #expect(!SoleReference.isSole(&thing))
    }

    @Test func `an unowned reference counts`() {
        final class Holder {
            unowned let thing: Thing
            init(_ thing: Thing) { self.thing = thing }
        }
        var thing = Thing()
        let holder = Holder(thing)
        #expect(!SoleReference.isSole(&thing))
        #expect(holder.thing.number == 1)
    }
}
