/// The style of a file report's page, in light and dark mode.
enum FileReportStyle {
    static let sheet = colours + layout + drawings

    private static let colours = """
        :root { --ink: #1c2430; --dim: #667085; --page: #ffffff; --card: #f4f6f9; --line: #d5dae2; --free: #e6e9ee;
          --c0: #3b6fd4; --c1: #e0873a; --c2: #3f9d5b; --c3: #b3539f; --c4: #c9a227; --c5: #2a9d9d; --c6: #8a6bd1;
          --c7: #d1604d; --c8: #7a8f2b; --c9: #5a7f9f; --other: #9aa3b0; --book: #4a5361; --bad: #d11a2a; }
        @media (prefers-color-scheme: dark) { :root { --ink: #e4e8ee; --dim: #98a2b3; --page: #14181f;
          --card: #1e242e; --line: #39424f; --free: #2a313c; --book: #b6bfcc; } }

        """

    private static let layout = """
        body { margin: 2rem auto; padding: 0 1.5rem; max-width: 1080px; background: var(--page); color: var(--ink);
          font: 15px/1.5 system-ui, sans-serif; }
        h1 { font-size: 1.5rem; overflow-wrap: anywhere; } h2 { margin-top: 2.2rem; font-size: 1.15rem; }
        p, footer, small { color: var(--dim); } footer { margin: 3rem 0 1rem; }
        .figures { display: grid; grid-template-columns: repeat(auto-fill, minmax(150px, 1fr)); gap: .6rem; }
        .figures div { background: var(--card); border-radius: 6px; padding: .5rem .8rem; }
        .figures strong { overflow-wrap: anywhere; }
        .figures span { display: block; color: var(--dim); font-size: .8rem; }
        .legend { display: flex; flex-wrap: wrap; gap: .3rem 1.4rem; padding: 0; list-style: none; }
        .legend li { display: flex; align-items: center; gap: .4rem; } .legend svg { width: 12px; height: 12px; }
        table { border-collapse: collapse; } td, th { padding: .25rem .9rem .25rem 0; text-align: left; }
        tr { border-bottom: 1px solid var(--line); } .number { text-align: right; font-variant-numeric: tabular-nums; }
        .bar { width: 160px; height: 10px; } .scroll { overflow-x: auto; }

        """

    private static let drawings = """
        .map { width: 100%; display: block; }
        .fill-class0 { fill: var(--c0); } .fill-class1 { fill: var(--c1); } .fill-class2 { fill: var(--c2); }
        .fill-class3 { fill: var(--c3); } .fill-class4 { fill: var(--c4); } .fill-class5 { fill: var(--c5); }
        .fill-class6 { fill: var(--c6); } .fill-class7 { fill: var(--c7); } .fill-class8 { fill: var(--c8); }
        .fill-class9 { fill: var(--c9); } .fill-other { fill: var(--other); } .fill-free { fill: var(--free); }
        .fill-header, .fill-bookkeeping { fill: var(--book); } .fill-history { fill: var(--dim); }
        .fill-unaccounted { fill: var(--bad); }
        .schema text { font: 12px ui-monospace, monospace; fill: var(--ink); } .schema .title { font-weight: 600; }
        .box rect { fill: var(--card); stroke: var(--line); } .box path { stroke: var(--line); }
        .embedded rect { stroke-dasharray: 5 3; stroke: var(--dim); }
        .link { fill: none; stroke: var(--c0); stroke-width: 1.3; opacity: .75; } .owned { stroke-dasharray: 5 3; }
        .link:hover { stroke: var(--c1); stroke-width: 2.5; opacity: 1; } .head { fill: var(--c0); }

        """
}
