/** The frame of an HTML report: one file without external resources, for light and dark screens. */
import { escapeMarkup } from './escape-markup.ts'

/** The parts of a report. */
export interface ReportPage {
  readonly title: string
  /** HTML; its texts are escaped. */
  readonly main: string
  /** Further rules of the style sheet. Default: none. */
  readonly style?: string
  /** A script at the end of the page. Default: none. */
  readonly script?: string
}

const style = `:root{color-scheme:light dark;--text:#1b1f24;--muted:#57606a;--back:#fff;--panel:#f6f8fa;--line:#d0d7de;--good:#116329;--bad:#b3261e;--warn:#7d4e00;--accent:#0550ae}
@media(prefers-color-scheme:dark){:root{--text:#e6edf3;--muted:#9aa4af;--back:#0d1117;--panel:#161b22;--line:#3d444d;--good:#56d364;--bad:#ff8a80;--warn:#e3b341;--accent:#79c0ff}}
*{box-sizing:border-box}
body{margin:0 auto;padding:1.5rem;max-width:72rem;font:1rem/1.5 system-ui,sans-serif;color:var(--text);background:var(--back)}
h1{font-size:1.5rem}h2{font-size:1.125rem;margin:1.5rem 0 .5rem}h3{font-size:1rem}
a{color:var(--accent)}
pre,code{font-family:ui-monospace,monospace;font-size:.8125rem}
pre{overflow:auto;max-height:30rem;margin:.5rem 0;padding:.75rem;background:var(--panel);border:1px solid var(--line)}
summary{cursor:pointer}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.muted{color:var(--muted)}.good{color:var(--good)}.bad{color:var(--bad)}.warn{color:var(--warn)}`

export const formatReportPage = (page: ReportPage): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
<title>${escapeMarkup(page.title)}</title>
<style>
${style}${page.style === undefined ? '' : `\n${page.style}`}
</style>
</head>
<body>
<main>
${page.main}
</main>
${page.script === undefined ? '' : `<script>${page.script}</script>\n`}</body>
</html>
`

/** A text in a fixed-width font that the keyboard can scroll. */
export const formatPre = (label: string, text: string): string =>
  `<pre tabindex="0" role="region" aria-label="${escapeMarkup(label)}">${escapeMarkup(text)}</pre>`
