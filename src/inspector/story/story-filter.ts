/** The filter of the story, which the address keeps: a group, and a text that the server also looks for in bodies. */
import { signal } from '@preact/signals'
import type { StorySearchPage } from '../../engine/control/views/story-search.ts'
import type { StoryEntry } from '../../engine/journal/story.ts'
import { isFailure } from '../../report/sequence/severity.ts'
import { get, queryString } from '../api-client.ts'
import { currentRoute, setQuery } from '../router.ts'
import { showError } from '../toast.ts'

export const groups = [
  'everything',
  'failures',
  'requests',
  'deliveries',
  'changes',
  'events',
  'acts',
  'faults',
] as const

export const chosenGroup = (): string => currentRoute.value.query.get('show') ?? 'everything'
export const searchText = (): string => currentRoute.value.query.get('search') ?? ''

export const setGroup = (group: string): void =>
  setQuery('show', group === 'everything' ? '' : group)

/** The numbers of the entries whose bodies have the text; undefined until the server has answered. */
export const foundInBodies = signal<{
  readonly text: string
  readonly numbers: ReadonlySet<number>
}>({
  text: '',
  numbers: new Set(),
})

const searchDelayMs = 250
let timer: ReturnType<typeof setTimeout> | undefined

export function setSearchText(text: string): void {
  setQuery('search', text)
  searchBodies(text)
}

/** Asks the server for the entries whose bodies, headers or values have a text. */
export function searchBodies(text: string): void {
  clearTimeout(timer)
  if (text.trim() === '') return
  timer = setTimeout(() => {
    findInBodies(text).catch((error: Error) => showError(error))
  }, searchDelayMs)
}

/** Reads the journal from its end, a part with each request, until another text is searched. */
async function findInBodies(text: string): Promise<void> {
  const numbers = new Set<number>()
  for (let before: number | null | undefined; before !== null && text === searchText();) {
    const query = queryString({ text, before })
    const page: StorySearchPage = await get(`story-search${query}`)
    for (const number of page.numbers) numbers.add(number)
    foundInBodies.value = { text, numbers: new Set(numbers) }
    before = page.next
  }
}

/** Returns a predicate for the entries that the filter shows; undefined if it shows all. */
export function storyFilter(): ((entry: StoryEntry) => boolean) | undefined {
  const group = chosenGroup()
  const text = searchText().toLowerCase()
  const words = text.split(/\s+/).filter(Boolean)
  if (group === 'everything' && words.length === 0) return undefined
  const { text: searched, numbers } = foundInBodies.value
  const isInBody = ({ number }: StoryEntry): boolean =>
    searched === searchText() && numbers.has(number)
  const isInTitle = ({ number, title, outcome = '', test = '' }: StoryEntry): boolean => {
    const line = `#${number} ${title} ${outcome} ${test}`.toLowerCase()
    return words.every((word) => line.includes(word))
  }
  const isInGroup = (entry: StoryEntry): boolean =>
    group === 'everything' || (group === 'failures' ? isFailure(entry) : entry.track === group)
  return (entry) => isInGroup(entry) && (words.length === 0 || isInTitle(entry) || isInBody(entry))
}
