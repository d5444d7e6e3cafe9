/** Renders a story as one HTML file without requests. */
import { assertArgumentCount } from '../../engine/errors/argument-count.ts'
import { isObject } from '../../engine/errors/argument-checks.ts'
import { EmulatorError } from '../../engine/errors/errors.ts'
import type { Story } from '../../engine/journal/story.ts'
import { formatTimestamp, pluralize } from '../format.ts'
import { html } from '../html.ts'
import { faultKey } from '../sequence/row-html.ts'
import { sequenceHtml } from '../sequence/sequence-html.ts'
import { isFailure } from '../sequence/severity.ts'
import { detailsCss, sequenceCss } from '../sequence/style.ts'
import { drawerCss, drawerHtml } from './drawer.ts'
import { formatPage } from './page-frame.ts'
import { pageScript } from './page-script-text.ts'

/** The largest number of entries in a page. It shows the latest ones. */
const entriesMax = 2_000

/**
 * Renders a story as one HTML file that needs no network: the sequence of calls, changes and deliveries, with the
 * messages, causes and code of each entry. Of a long story, it has the latest 2,000 entries. Throws if the value is
 * no story of this version of the package.
 *
 * @example
 * writeFileSync('story.html', storyToHTML(emulator.story()))
 */
export function storyToHTML(story: Story): string {
  assertArgumentCount('storyToHTML', 1, arguments)
  assertStory(story)
  const omitted = Math.max(0, story.entries.length - entriesMax)
  const shown = omitted === 0 ? story : { ...story, entries: story.entries.slice(omitted) }
  const { title = 'Story', now, entries, dropped } = shown
  const failed = entries.filter(isFailure).length
  const labels = new Set(shown.faults.map(({ label }) => label))
  const notes = [
    pluralize(entries.length, 'entry', 'entries'),
    ...(failed > 0 ? [pluralize(failed, 'failure')] : []),
    `until ${formatTimestamp(now)}`,
    ...(omitted > 0 ? [`${pluralize(omitted, 'earlier entry', 'earlier entries')} left out`] : []),
    ...(dropped.entries > 0
      ? [`the journal dropped ${pluralize(dropped.entries, 'entry', 'entries')}`]
      : []),
    ...(dropped.bodies > 0
      ? [`the journal dropped ${pluralize(dropped.bodies, 'body', 'bodies')}`]
      : []),
  ]
  const body = html`<header class="top">
      <div>
        <h1>${title}</h1>
        <p class="quiet">
          ${notes.join(' · ')}${shown.faults.length > 0 && html` · ${faultKey}: ${[...labels].join(', ')}`}
        </p>
      </div>
      <span class="space"></span
      ><label class="check"><input type="checkbox" id="failures" /> failures only</label
      ><input
        type="search"
        placeholder="Search titles and bodies"
        aria-label="Search titles and bodies"
      />
    </header>
    <div class="split">
      <main tabindex="0" aria-label="Sequence">
        ${entries.length === 0 ? html`<p class="quiet none">The journal is empty.</p>` : sequenceHtml(shown, 0)}
      </main>
      ${drawerHtml}
    </div>`
  const css = sequenceCss + detailsCss + drawerCss + splitCss
  return formatPage({ title, body, css, script: pageScript, data: [shown] })
}

const version: Story['version'] = 1

function assertStory(story: unknown): asserts story is Story {
  if (isObject(story) && story['version'] === version) return
  const reason = `the value is no story of version ${version}`
  const advice = 'Pass the result of `emulator.story()`.'
  throw new EmulatorError('bad_story', { action: 'render a story', reason, advice })
}

const splitCss = `
body{display:flex;flex-direction:column}
.top{display:flex;flex-wrap:wrap;align-items:center;gap:6px 14px;padding:10px 16px;border-bottom:1px solid var(--line);background:var(--raised)}
.top p{margin:0}.space{flex:1}.check{display:inline-flex;align-items:center;gap:6px}.check input{height:auto}
.top input[type=search]{width:240px;max-width:100%}
.split{display:flex;flex:1;min-height:0}
main{position:relative;flex:1;min-width:0;overflow:auto;outline-offset:-2px}
.none{padding:40px;text-align:center}
@media print{main,.drawer-body{overflow:visible}}
`
