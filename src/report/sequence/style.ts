/** The style of a sequence and of the details of its entries, in a page and in the inspector. */

import { allColumnsMax } from './columns.ts'

/** The height of a row, in pixels. All rows have it, so that a list can place rows without measuring them. */
export const rowHeight = 26

/** The width of a sequence, in pixels, below which the lanes are narrow and the text stands beside them. */
const wideMin = 760

/** The width of the line of a lane, in pixels: more than one, so that it has the middle of a pixel wherever it is. */
const laneWidth = 1.1

/** The width of a sequence, in pixels, on a phone. */
const phoneMax = 480

/** The height of a line of a name above narrow lanes, in pixels: the names stand below each other. */
const nameHeight = 17

/** The vertical lines of the lanes. */
const lanesImage = `repeating-linear-gradient(to right,transparent 0 calc(var(--col) / 2),var(--line-strong) calc(var(--col) / 2) calc(var(--col) / 2 + ${laneWidth}px),transparent calc(var(--col) / 2 + ${laneWidth}px) var(--col))`

const monospace = `ui-monospace,'SF Mono',Menlo,Consolas,monospace`

/** The places of columns as attributes. Note: the policy of the inspector allows no `style` in HTML. */
const placesCss = Array.from(
  { length: allColumnsMax + 1 },
  (_, i) =>
    `[data-a="${i}"]{--a:${i}}[data-b="${i}"]{--b:${i}}[data-c="${i}"]{--c:${i}}[data-columns="${i}"]{--n:${i}}`,
).join('')

export const sequenceCss = `${placesCss}
.sequence{container-type:inline-size;--g:104px;font-size:13px;line-height:1.35;font-variant-numeric:tabular-nums}
.sequence .rows{margin:0;padding:0;list-style:none}
.seq-row{--bg:var(--paper);contain:layout style;position:relative;background:var(--bg);height:${rowHeight}px;--col:min(280px,(100cqw - var(--g) - 12px) / var(--n))}
.seq-row[hidden]{display:none}
.seq-row>time{position:absolute;left:10px;top:0;line-height:${rowHeight}px;color:var(--faint)}
.heads{position:sticky;top:0;z-index:3;height:34px;border-bottom:1px solid var(--line);background:var(--paper);--col:min(280px,(100cqw - var(--g) - 12px) / var(--n))}
.head{position:absolute;left:calc(var(--g) + var(--c) * var(--col));display:flex;align-items:center;justify-content:center;width:var(--col);height:34px;padding:0 4px;line-height:15px;text-align:center;font-weight:600}
.head>span{display:-webkit-box;min-width:0;overflow:hidden;overflow-wrap:anywhere;-webkit-box-orient:vertical;-webkit-line-clamp:2}
.head.receiver,.head.client{font-weight:500}
.lanes{position:absolute;inset:0 auto 0 var(--g);width:calc(var(--col) * var(--n));pointer-events:none;background:${lanesImage}}
.lanes i{position:absolute}.lanes :is(.active,.retry){top:0;bottom:0}
.lanes .fault{top:0;bottom:0;left:calc((var(--c) + .2) * var(--col));width:calc(var(--col) * .6);background:linear-gradient(var(--severity-fault),var(--severity-fault)) center/1px 100% no-repeat var(--soft-fault)}
.lanes .active{left:calc((var(--c) + .5) * var(--col) - 3.5px);width:7px;border:solid var(--line-strong);border-width:0 1px;background:var(--raised)}
.lanes .upper{bottom:50%}.lanes .lower{top:50%}
.lanes .retry{left:calc((var(--c) + .5) * var(--col) - 1.5px);width:3px;background:repeating-linear-gradient(to bottom,var(--severity-refused) 0 4px,transparent 4px 8px)}
.lanes .dot{top:50%;left:calc((var(--c) + .5) * var(--col) - 4px);width:8px;height:8px;margin-top:-4px;border-radius:50%;background:var(--faint)}
.arrow{top:50%;left:calc((var(--a) + .5) * var(--col));width:calc((var(--b) - var(--a)) * var(--col));border-top:1.5px solid var(--arrow,var(--faint))}
.stopped{--stop:min(26px,.35 * var(--col))}.arrow.stopped{width:calc((var(--b) - var(--a)) * var(--col) - var(--stop))}
.entry.plain{--reserve:30px}
.arrow.inferred{border-top-style:dotted}
.arrow::after{position:absolute;top:-5px;width:0;height:0;border:4.5px solid transparent;content:''}
.arrow.right::after{right:0;border-right-width:0;border-left:7px solid var(--arrow,var(--faint))}
.arrow.left::after{left:0;border-left-width:0;border-right:7px solid var(--arrow,var(--faint))}
.entry.ok{--arrow:var(--severity-ok)}.entry.refused{--arrow:var(--severity-refused)}.entry.failed{--arrow:var(--severity-failed)}.entry.fault{--arrow:var(--severity-fault)}
.entry.failed .label,.entry.refused .label,.entry.fault .label{font-weight:600}
.seq-line{position:absolute;inset:0;color:inherit;text-decoration:none}
.seq-line .label{position:absolute;top:4px;left:calc(var(--g) + (var(--a) + var(--b) + 1) / 2 * var(--col) + (var(--a) + var(--b) - 2 * var(--c)) / (var(--b) - var(--a)) * 9px - var(--stop,0px) / 2);max-width:calc((var(--b) - var(--a)) * var(--col) - var(--reserve,44px) - var(--stop,0px) / 2);padding:0 5px;overflow:hidden;background:var(--bg);line-height:18px;text-overflow:ellipsis;white-space:nowrap;translate:-50%}
.seq-line .pill,.seq-line>.dot{position:absolute;top:50%;left:calc(var(--g) + (var(--c) + .5) * var(--col) - var(--stop,0px));translate:-50% -50%}
.seq-line>.dot{width:8px;height:8px;border-radius:50%;background:var(--faint)}
.pill{padding:0 7px;border:1px solid var(--line-strong);border-radius:9px;background:var(--raised);font-size:12px;line-height:17px;white-space:nowrap}
.pill b{margin-right:3px}
.pill.ok{border-color:var(--severity-ok);background:var(--soft-ok);color:var(--text-ok)}
.pill.refused{border-color:var(--severity-refused);background:var(--soft-refused);color:var(--text-refused)}
.pill.failed{border-color:var(--severity-failed);background:var(--soft-failed);color:var(--text-failed);font-weight:600}
.pill.fault{border-color:var(--severity-fault);background:var(--soft-fault);color:var(--text-fault);font-weight:600}
.seq-line.self{inset:0 0 0 calc(var(--g) + (var(--c) + .5) * var(--col) + 9px);display:flex;align-items:center;gap:5px;overflow:hidden;white-space:nowrap}
.seq-line.self .label{position:static;max-width:none;min-width:0;padding:0 4px 0 0;translate:none}
.seq-line.self .pill{position:static;translate:none}
.seq-chip{display:inline-block;min-width:0;max-width:46ch;height:19px;padding:0 7px;overflow:hidden;border:1px solid var(--line);border-radius:5px;background:var(--raised);color:inherit;font:inherit;font-size:12px;line-height:17px;text-decoration:none;text-overflow:ellipsis;white-space:nowrap}
.seq-chip.events{border-color:transparent;background:var(--accent-soft);color:var(--accent)}
button.seq-chip{flex:none;cursor:pointer}
.seq-row.section{border-top:1px solid var(--line)}
.seq-line.section{left:var(--g)}.seq-line.section .label{left:8px;max-width:calc(100% - 16px);translate:none;font-weight:600}
.gap-text{position:absolute;left:10px;top:0;line-height:${rowHeight}px;color:var(--faint);white-space:nowrap}
.gap-text button{height:20px;padding:0 4px;border:0;border-radius:4px;background:none;color:inherit;font:inherit;cursor:pointer}
.gap-text button:hover{background:var(--sunken)}
.seq-row.gap .lanes{opacity:.55}
.seq-row.gap{background:repeating-linear-gradient(135deg,transparent 0 6px,var(--sunken) 6px 7px) var(--paper)}
.fault-key{display:inline-flex;align-items:baseline;gap:6px}.fault-key::before{width:14px;height:14px;margin-bottom:-2px;background:linear-gradient(var(--severity-fault),var(--severity-fault)) center/1px 100% no-repeat var(--soft-fault);content:''}
.seq-row.now{border-top:2px solid var(--accent)}.seq-line.now .label{left:calc(var(--g) + 4px);max-width:none;translate:none;color:var(--accent);font-weight:600}
.seq-line.self .label.task{padding:0 7px;border:1px dashed var(--line-strong);border-radius:5px;color:var(--faint)}
.seq-row:is(.entry,.chips,.section):hover{--bg:var(--sunken)}
.seq-row[data-lit]{--bg:color-mix(in srgb,var(--accent-soft) 55%,var(--paper))}
.seq-row[data-chosen]{--bg:var(--accent-soft);box-shadow:inset 3px 0 var(--accent)}
.sequence[data-dim] .seq-row:not([data-lit]){--arrow:var(--line-strong)}
.sequence[data-dim] .seq-row:not([data-lit]) :is(.label,.pill,.seq-chip){border-color:var(--line);background:var(--bg);color:var(--faint);font-weight:400}
.sequence[data-dim] .seq-row:not([data-lit]) .dot{background:var(--line-strong)}
.seq-line:focus-visible,.seq-chip:focus-visible{outline:2px solid var(--accent);outline-offset:-2px}
.vh{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
@container (max-width:${wideMin}px){
.seq-row,.heads{--col:min(20px,32cqw / var(--n))}
.sequence,.seq-row,.heads{--g:100px}
.heads{height:auto;padding:0 0 4px;background:${lanesImage} var(--g) 0/calc(var(--col) * var(--n)) 100% no-repeat var(--paper)}
.head{position:static;display:block;width:auto;height:auto;margin-left:calc(var(--g) + (var(--c) + .5) * var(--col));padding:0 4px 0 5px;border-left:${laneWidth}px solid var(--line-strong);background:var(--paper);line-height:${nameHeight}px;text-align:left;font-size:12px}
.seq-line,.seq-line.self{inset:0 8px 0 calc(var(--g) + var(--n) * var(--col) + 8px);display:flex;align-items:center;gap:6px;overflow:hidden;white-space:nowrap}
.seq-line .label,.seq-line.self .label{position:static;max-width:none;min-width:0;translate:none}
.seq-line .pill{position:static;flex:none;translate:none}
.seq-line>.dot{display:none}
.seq-line.section{left:8px}.seq-row.section>time{display:none}
.seq-line.now .label{left:auto}
.lanes .retry{width:2px}
.seq-chip.events{flex-shrink:.2}
}
@container (max-width:${phoneMax}px){
.sequence,.seq-row,.heads{--g:86px}
.seq-row>time{left:6px;font-size:12px}
}
`

export const detailsCss = `
.crumbs{margin:0 0 10px;color:var(--faint);font-size:12px;overflow-wrap:anywhere}
.crumbs span{color:var(--ink);font-weight:600}
.tabs{display:flex;flex-wrap:wrap;gap:2px;margin:0 0 12px;border-bottom:1px solid var(--line)}
.tabs button{height:30px;padding:0 7px;border:0;border-bottom:2px solid transparent;border-radius:0;background:none;color:var(--faint);font:inherit;font-size:13px;cursor:pointer}
@media (max-width:${phoneMax}px){.tabs button{padding:0 5px}}
.tabs button[aria-selected=true]{border-bottom-color:var(--accent);color:var(--ink);font-weight:600}
.why{margin:0 0 12px;padding:8px 12px;border-left:3px solid var(--severity-plain);border-radius:4px;background:var(--sunken);overflow-wrap:anywhere}
.why.ok{border-color:var(--severity-ok)}.why.refused{border-color:var(--severity-refused);background:var(--soft-refused)}.why.failed{border-color:var(--severity-failed);background:var(--soft-failed)}.why.fault{border-color:var(--severity-fault);background:var(--soft-fault)}
.facts{display:grid;grid-template-columns:minmax(84px,max-content) minmax(0,1fr);gap:4px 16px;margin:10px 0}
.facts dt{max-width:170px;color:var(--faint);overflow-wrap:anywhere}.facts dd{margin:0;overflow-wrap:anywhere}
.headers{font:12px/1.5 ${monospace}}
.linked,.behaviours{margin:0;padding:0;list-style:none}
.linked a{display:flex;align-items:center;gap:8px;margin:0 -8px;padding:3px 8px;border-radius:5px;color:inherit;text-decoration:none}
.linked a:hover{background:var(--sunken)}
.cut{min-width:0;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.behaviours li{padding:6px 0;border-top:1px solid var(--line)}.behaviours p{margin:0}
.badge{display:inline-block;padding:0 7px;border-radius:5px;background:var(--accent-soft);color:var(--accent);font-size:12px;line-height:19px;white-space:nowrap}
.snippet{position:relative}.snippet h3{margin:14px 0 5px}.snippet [data-copy]{position:absolute;top:-4px;right:0}
.fields{width:100%;border-collapse:collapse}.fields th,.fields td{padding:4px 8px;border-bottom:1px solid var(--line);text-align:left;vertical-align:top;overflow-wrap:anywhere}
.fields th{font-weight:500;overflow-wrap:break-word}.fields thead th{color:var(--faint);font-size:12px}
.fields .before{color:var(--text-failed);text-decoration:line-through;text-decoration-color:color-mix(in srgb,currentcolor 45%,transparent)}.fields .after{color:var(--text-ok)}
`
