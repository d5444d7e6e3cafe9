/** The script of a page: folds, details of an entry, causes, search and the keyboard. */
import type { Story } from '../../engine/journal/story.ts'
import { formatTimestamp } from '../format.ts'
import { html } from '../html.ts'
import { detailsHtml, shownEntry } from '../sequence/details-html.ts'
import {
  focusDetails,
  handleDetails,
  moveWithArrows,
  openerOf,
  showCauses,
  watchKeys,
} from '../sequence/interaction.ts'
import { causeIndexOf, entryViewOf } from '../sequence/sequence-html.ts'
import { isFailure, outcomePill } from '../sequence/severity.ts'

const stories: readonly Story[] = JSON.parse(document.getElementById('data')?.textContent ?? '[]')
const drawer = document.getElementById('drawer')
const status = document.getElementById('status') as HTMLElement

/** The entry that the address names: `#STORY-NUMBER`. */
function chosenEntry(): { readonly story: number; readonly number: number } | undefined {
  const [, story, number] = /^#(\d+)-(\d+)$/.exec(location.hash) ?? []
  return story === undefined ? undefined : { story: Number(story), number: Number(number) }
}

function showChosen(): void {
  const chosen = chosenEntry()
  const story = chosen && stories[chosen.story]
  const view = story && entryViewOf(story, chosen.number)
  document.body.toggleAttribute('data-open', view !== undefined)
  for (const row of document.querySelectorAll<HTMLElement>('[data-numbers]')) {
    const owner = row.closest<HTMLElement>('[data-story]')?.dataset['story']
    const numbers = row.dataset['numbers']?.split(' ') ?? []
    const isChosen =
      view !== undefined && owner === `${chosen?.story}` && numbers.includes(`${view.entry.number}`)
    row.toggleAttribute('data-chosen', isChosen)
    if (isChosen) row.scrollIntoView({ block: 'nearest' })
  }
  if (!drawer || !view || !chosen) return
  const entry = shownEntry(view)
  const hrefOf = (number: number): string => `#${chosen.story}-${number}`
  const heading = html`<header class="drawer-head">
    <div>
      <p class="quiet">#${entry.number} · ${formatTimestamp(entry.at)}</p>
      <h2>${entry.title} ${outcomePill(entry.severity, entry.outcome)}</h2>
    </div>
    <a class="close" href="#" aria-label="Close">×</a>
  </header>`
  drawer.innerHTML = html`${heading}
    <div class="drawer-body">${detailsHtml(view, { hrefOf })}</div>`.text
  focusDetails(drawer)
}

/** Closes the details, and returns the focus to their entry. */
function closeByKey(): void {
  const opener = openerOf('#drawer')
  location.hash = ''
  opener?.focus()
}

/** Shows the rows that a button opens, or hides them. */
function toggleFold(button: HTMLElement): void {
  const isOpen = button.getAttribute('aria-expanded') === 'true'
  button.setAttribute('aria-expanded', String(!isOpen))
  const list = button.closest('.rows')
  for (const row of list?.querySelectorAll<HTMLElement>('[data-fold]') ?? []) {
    if (row.dataset['fold'] === button.dataset['open']) row.hidden = isOpen
  }
}

/** Hides the rows without a text, or without a failure. */
function filterRows(text: string, failuresOnly: boolean): void {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  for (const sequence of document.querySelectorAll<HTMLElement>('.sequence[data-story]')) {
    const story = stories[Number(sequence.dataset['story'])]
    const found = new Set(
      story?.entries
        .filter((entry) => !failuresOnly || isFailure(entry))
        .filter((entry) => {
          const all = JSON.stringify(entry).toLowerCase()
          return words.every((word) => all.includes(word))
        })
        .map(({ number }) => `${number}`),
    )
    const isFiltered = words.length > 0 || failuresOnly
    for (const row of sequence.querySelectorAll<HTMLElement>('.rows > .seq-row')) {
      const numbers = row.dataset['numbers']?.split(' ') ?? []
      row.hidden = isFiltered
        ? !numbers.some((number) => found.has(number))
        : row.dataset['fold'] !== undefined
    }
    for (const button of sequence.querySelectorAll('[data-open]'))
      button.setAttribute('aria-expanded', 'false')
  }
}

document.addEventListener('click', (event) => {
  const target = event.target as HTMLElement
  const button = target.closest<HTMLElement>('[data-open]')
  if (button) toggleFold(button)
  if (event.detail > 0 || !target.closest('.close')) return
  event.preventDefault()
  closeByKey()
})
watchKeys()
handleDetails(document.body, (text) => (status.textContent = text))
const updates = [...document.querySelectorAll<HTMLElement>('.sequence[data-story]')].map(
  (sequence) => {
    moveWithArrows(sequence)
    const index = Number(sequence.dataset['story'])
    const pinned = (): number | undefined => {
      const chosen = chosenEntry()
      return chosen?.story === index ? chosen.number : undefined
    }
    return showCauses(sequence, causeIndexOf(stories[index]?.entries ?? []), pinned)
  },
)
const update = (): void => {
  showChosen()
  for (const each of updates) each()
}
addEventListener('hashchange', update)
addEventListener('keydown', ({ key }) => {
  if (key === 'Escape') closeByKey()
})
const search = document.querySelector<HTMLInputElement>('input[type=search]')
const failures = document.querySelector<HTMLInputElement>('#failures')
const filter = (): void => filterRows(search?.value ?? '', failures?.checked ?? false)
search?.addEventListener('input', filter)
failures?.addEventListener('change', filter)
update()
