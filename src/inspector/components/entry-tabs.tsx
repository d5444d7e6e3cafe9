/** The details of one entry of the story, as in a story file, with what a page can do about it. */
import { useEffect, useRef } from 'preact/hooks'
import type { StoryEntryView } from '../../engine/journal/story.ts'
import { html, type Html } from '../../report/html.ts'
import { faultRuleOf, snippetsOf } from '../../report/sequence/code.ts'
import { detailsHtml, shownEntry } from '../../report/sequence/details-html.ts'
import { focusDetails, handleDetails } from '../../report/sequence/interaction.ts'
import { acts, runActOn } from '../act-store.ts'
import { callApi, get, hasRoute } from '../api-client.ts'
import { copyText } from '../clipboard.ts'
import { linkTo } from '../router.ts'
import { storyVersion } from '../story-store.ts'
import { runAction, showToast } from '../toast.ts'
import { useLoaded } from '../use-loaded.ts'
import { Markup } from './markup.tsx'

export const useEntry = (number: number) =>
  useLoaded(`entries/${number}`, () => get<StoryEntryView>(`entries/${number}`), storyVersion.value)

export function EntryTabs({ view }: { readonly view: StoryEntryView }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const details = box.current as HTMLElement
    handleDetails(details, (text) => showToast(text))
    focusDetails(details.closest('.panel'))
  }, [])
  const entry = shownEntry(view)
  const run = (event: Event): void => {
    const name = (event.target as HTMLElement).closest<HTMLElement>('[data-act]')?.dataset['act']
    if (name) void actions[name]?.({ ...view, entry })
  }
  const context = {
    hrefOf: (number: number): string => linkTo('story', number),
    recordHref: (table: string, id: string | number): string => linkTo('records', table, id),
    actions: actionsHtml({ ...view, entry }),
  }
  return (
    <div ref={box} onClick={run}>
      <Markup html={detailsHtml(view, context)} />
    </div>
  )
}

/** What a page can do about a call or a delivery. */
function actionsHtml({ entry }: StoryEntryView): Html {
  const { notification, severity } = entry
  const button = (name: string, label: string): Html =>
    html`<button type="button" data-act="${name}">${label}</button>`
  const isFailed = severity === 'failed' || severity === 'fault'
  return html`<p class="row actions">
    ${notification !== undefined && isFailed && acts.value.has('redeliver') && button('redeliver', 'Redeliver')}${entry.request && button('curl', 'Copy as curl')}${entry.request && button('test', 'Copy as test')}${hasRoute('POST faults') && faultRuleOf(entry) && button('fault', 'Make a fault of it')}
  </p>`
}

const actions: Readonly<Record<string, (view: StoryEntryView) => Promise<unknown>>> = {
  redeliver: ({ entry }) =>
    runAction(
      () => runActOn('redeliver', entry.notification ?? ''),
      'The notification is queued again.',
    ),
  curl: (view) => copySnippet(view, 'curl'),
  test: (view) => copySnippet(view, 'Vitest test'),
  fault: ({ entry }) =>
    runAction(
      () => callApi('POST', 'faults', faultRuleOf(entry)),
      'The next one like this fails. Faults lists the rule.',
    ),
}

async function copySnippet({ entry, baseUrl }: StoryEntryView, title: string): Promise<void> {
  const snippet = snippetsOf(entry, baseUrl).find((each) => each.title === title)
  if (snippet) await copyText(snippet.text, title)
}
