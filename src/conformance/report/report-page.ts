/** The frame of reports in HTML: one file without requests, in light and dark, with buttons that copy text. */
import { escapeMarkup } from './markup.ts'

/** The severity of a badge or a cell: its color in the style sheet. */
export type ReportSeverity = 'ok' | 'note' | 'bad' | 'none'

interface ReportPage {
  readonly title: string
  /** HTML for the element `main`, after the title. */
  readonly body: string
  /** Style rules besides those of the frame. */
  readonly style?: string
}

/** Creates the text of an HTML file. */
export const formatReportPage = ({ title, body, style = '' }: ReportPage): string =>
  `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
<title>${escapeMarkup(title)}</title>
<style>${baseStyle}${style}</style>
</head>
<body>
<main>
<h1>${escapeMarkup(title)}</h1>
${body}
</main>
<p id="status" role="status"></p>
<script>${copyScript}</script>
</body>
</html>
`

/** Formats a button that copies a text. */
export const formatCopyButton = (text: string, label = 'Copy'): string =>
  `<button type="button" data-copy="${escapeMarkup(text)}">${escapeMarkup(label)}</button>`

/** Formats a part that scrolls, also with the keyboard. */
export const formatScrollBox = (label: string, html: string): string =>
  `<div class="scroll" tabindex="0" role="region" aria-label="${escapeMarkup(label)}">${html}</div>`

/** Formats a badge. It ends with a space, which separates it from the next word where the style does not count. */
export const formatBadge = (text: string, severity: ReportSeverity): string =>
  `<span class="badge ${severity}">${escapeMarkup(text)}</span> `

const baseStyle = `
:root{color-scheme:light dark;--paper:#faf9f6;--raised:#fff;--line:#dcd8ce;--ink:#1f1e1b;--faint:#5f5b53;--accent:#0f6b63;--ok:#d5ecdf;--on-ok:#14543e;--note:#fae7bd;--on-note:#6b4500;--bad:#f6c3b8;--on-bad:#7e1b0c}
@media (prefers-color-scheme:dark){:root{--paper:#141517;--raised:#1c1e21;--line:#3a3e43;--ink:#e9e7e2;--faint:#a5a299;--accent:#6cc7bb;--ok:#183d30;--on-ok:#a5dcc4;--note:#4a3813;--on-note:#f2d38f;--bad:#642218;--on-bad:#ffc9bd}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:15px/1.5 system-ui,sans-serif}
main{max-width:1360px;margin:0 auto;padding:28px 24px 80px}
h1{margin:0 0 4px;font-size:26px}h2{margin:36px 0 10px;font-size:19px}h3{margin:22px 0 8px;font-size:15px}
code,pre,.mono{font:13px/1.5 ui-monospace,monospace}
pre{margin:0;white-space:pre-wrap;overflow-wrap:anywhere}
a{color:var(--accent)}.quiet{color:var(--faint)}
.badge{display:inline-block;margin-right:2px;padding:1px 9px;border-radius:10px;font-size:13px;font-weight:600}
.ok{background:var(--ok);color:var(--on-ok)}.note{background:var(--note);color:var(--on-note)}.bad{background:var(--bad);color:var(--on-bad)}
.badge.none{border:1px solid var(--line)}
.card{margin:14px 0;padding:16px 20px;border:1px solid var(--line);border-radius:8px;background:var(--raised)}
.card h2{margin-top:0}.card>:last-child{margin-bottom:0}
.scroll{overflow:auto;max-height:78vh;border:1px solid var(--line);border-radius:8px;background:var(--raised)}
table{border-collapse:collapse}th,td{padding:4px 10px;text-align:left;vertical-align:top;font-weight:400}
thead th{position:sticky;top:0;background:var(--raised);font-weight:600}
button{padding:3px 12px;border:1px solid var(--line);border-radius:6px;background:var(--raised);color:var(--ink);font:inherit;font-size:13px;cursor:pointer}
:focus-visible{outline:2px solid var(--accent);outline-offset:1px}
summary{cursor:pointer}
#status{position:fixed;right:20px;bottom:14px;margin:0;padding:6px 14px;border-radius:6px;background:var(--ink);color:var(--paper)}#status:empty{display:none}
@media print{.scroll{max-height:none;overflow:visible}button,#status{display:none}}
`

const copyScript = `
addEventListener('click', async (event) => {
  const text = event.target.closest('[data-copy]')?.dataset.copy
  if (text === undefined) return
  const status = document.getElementById('status')
  try {
    await navigator.clipboard.writeText(text)
    status.textContent = 'Copied: ' + text.split('\\n')[0]
  } catch {
    status.textContent = 'Could not copy. The text is: ' + text
  }
})
`
