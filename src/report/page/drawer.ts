/** The place beside a sequence in which the script of a page shows an entry. */
import { html } from '../html.ts'

export const drawerHtml = html`<aside id="drawer" aria-label="Entry" aria-live="polite"></aside>`

export const drawerCss = `
#drawer{display:none;flex:0 0 430px;flex-direction:column;min-width:0;border-left:1px solid var(--line);background:var(--raised)}
body[data-open] #drawer{display:flex}
.drawer-head{display:flex;justify-content:space-between;gap:8px;padding:12px 12px 10px 18px;border-bottom:1px solid var(--line)}
.drawer-head p{margin:0;font-size:12px}.close{width:28px;height:28px;text-align:center;font-size:18px;line-height:26px;color:inherit;text-decoration:none}
.drawer-body{flex:1;padding:12px 18px 32px;overflow:auto}
@media (max-width:900px){#drawer{position:fixed;inset:auto 0 0 0;z-index:5;max-height:64vh;border-top:1px solid var(--line);box-shadow:var(--shadow)}}
`
