/** The frame of pages: one file without requests, in light and dark. */
import { colorsCss } from '../colors.ts'
import { html, Html } from '../html.ts'

interface PageParts {
  readonly title: string
  readonly body: Html
  /** Style rules besides those of the frame. */
  readonly css?: string
  /** The script of the page. */
  readonly script: string
  /** Data for the script, as JSON. */
  readonly data?: unknown
}

/** What a page may load: only what is in it. */
export const pagePolicy =
  "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'"

/** Creates the text of an HTML file. */
export function formatPage({ title, body, css = '', script, data }: PageParts): string {
  // Note: no text of the data can end the script element, or look like a comment of HTML.
  const json =
    data === undefined ? undefined : JSON.stringify(data).replaceAll('<', String.raw`\u003c`)
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta http-equiv="Content-Security-Policy" content="${pagePolicy}" />
        <title>${title}</title>
        <style>
          ${new Html(colorsCss + frameCss + css)}
        </style>
      </head>
      <body>
        ${body}
        <p id="status" role="status"></p>
        ${
          json !== undefined &&
          html`<script type="application/json" id="data">
            ${new Html(json)}
          </script>`
        }
        <script>
          ${new Html(script)}
        </script>
      </body>
    </html> `
  return page.text
}

const frameCss = `
*{box-sizing:border-box}
html,body{height:100%;margin:0}
body{background:var(--paper);color:var(--ink);font:14px/1.5 ui-sans-serif,system-ui,-apple-system,'Segoe UI',Roboto,sans-serif}
h1{margin:0;font-size:20px;letter-spacing:-.01em}h2{margin:0;font-size:16px;overflow-wrap:anywhere}h3{margin:18px 0 6px;color:var(--faint);font-size:12px}
code,pre,.mono,.number{font:12px/1.5 ui-monospace,'SF Mono',Menlo,Consolas,monospace}
pre{margin:0;padding:10px 12px;overflow:auto;border-radius:6px;background:var(--sunken);white-space:pre-wrap;overflow-wrap:anywhere}
a{color:var(--accent)}.quiet,.number{color:var(--faint)}
button,input{height:28px;padding:0 10px;border:1px solid var(--line-strong);border-radius:6px;background:var(--raised);color:inherit;font:inherit}
button{cursor:pointer}
::placeholder{color:var(--faint);opacity:1}
:focus-visible{outline:2px solid var(--accent);outline-offset:1px}
.scroll{overflow:auto}
#status{position:fixed;right:20px;bottom:14px;z-index:9;max-width:min(640px,90%);margin:0;padding:6px 14px;border-radius:6px;background:var(--ink);color:var(--paper);overflow-wrap:anywhere}#status:empty{display:none}
`
