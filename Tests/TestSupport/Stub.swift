enum StubS {}
