/** What a sequence does in a page: causes on hover, tabs, copying, and the keyboard. It needs no framework. */

/** Finds the causes of entries. */
export interface CauseIndex {
  causeOf(number: number): number | undefined
  /** The entries that an entry caused. */
  effectsOf(number: number): readonly number[]
}

/** The time after which a list that was scrolled is at rest. */
const scrollRestMs = 120

/** The largest number of entries in a chain that are marked. */
const chainMax = 2_000

/** Returns an entry, its causes and its effects. */
function chainOf(number: number, index: CauseIndex): ReadonlySet<number> {
  const chain = new Set<number>()
  for (let each: number | undefined = number; each !== undefined && !chain.has(each);) {
    chain.add(each)
    each = index.causeOf(each)
  }
  const open = [number]
  for (let each = open.pop(); each !== undefined && chain.size < chainMax; each = open.pop()) {
    for (const effect of index.effectsOf(each)) {
      if (chain.has(effect)) continue
      chain.add(effect)
      open.push(effect)
    }
  }
  return chain
}

const entryOf = (target: EventTarget | null): number | undefined => {
  const number = (target as Element | null)?.closest<HTMLElement>('[data-n]')?.dataset['n']
  return number === undefined ? undefined : Number(number)
}

/** Marks the rows of a chain, and dims the others. Without a chain, no row is marked. */
function markChain(sequence: HTMLElement, chain: ReadonlySet<number> | undefined): void {
  if (!chain && !sequence.hasAttribute('data-dim')) return
  sequence.toggleAttribute('data-dim', chain !== undefined)
  for (const row of sequence.querySelectorAll<HTMLElement>('.seq-row')) {
    const numbers = row.dataset['numbers']?.split(' ').map(Number) ?? []
    row.toggleAttribute('data-lit', chain !== undefined && numbers.some((each) => chain.has(each)))
  }
}

/**
 * Shows the chain of the entry under the pointer or with the focus; else that of the pinned entry. Returns a function
 * that shows the chain again after the rows or the pinned entry changed.
 */
export function showCauses(
  sequence: HTMLElement,
  index: CauseIndex,
  pinned: () => number | undefined,
): () => void {
  let hovered: number | undefined
  /** The hovered entry whose chain is shown. */
  let shown: number | undefined
  let frame = 0
  let scrolledAt = -Infinity
  const update = (): void => {
    const number = shown ?? pinned()
    markChain(sequence, number === undefined ? undefined : chainOf(number, index))
  }
  /** Note: while a list is scrolled, other rows come under the pointer with each frame. */
  const updateAtRest = (now: number): void => {
    const isMoving = now - scrolledAt < scrollRestMs
    frame = isMoving ? requestAnimationFrame(updateAtRest) : 0
    if (isMoving) return
    shown = hovered
    update()
  }
  const hover = (number: number | undefined): void => {
    if (number === hovered) return
    hovered = number
    frame ||= requestAnimationFrame(updateAtRest)
  }
  const rows = sequence.querySelector<HTMLElement>('.rows') ?? sequence
  rows.addEventListener('pointerover', ({ target }) => hover(entryOf(target)))
  rows.addEventListener('pointerleave', () => hover(undefined))
  rows.addEventListener('focusin', ({ target }) => hover(entryOf(target)))
  rows.addEventListener('focusout', () => hover(undefined))
  const noteScroll = ({ timeStamp }: Event): void => void (scrolledAt = timeStamp)
  sequence.addEventListener('scroll', noteScroll, { capture: true, passive: true })
  return update
}

/** Moves the focus between the entries of a sequence with the arrow keys. */
export function moveWithArrows(sequence: HTMLElement): void {
  sequence.addEventListener('keydown', (event) => {
    const step = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }[event.key]
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    const links = [...sequence.querySelectorAll<HTMLElement>('.seq-row:not([hidden]) [data-n]')]
    const at = links.indexOf(document.activeElement as HTMLElement)
    const top = sequence.querySelector('.heads')?.getBoundingClientRect().bottom ?? 0
    const isInSight = (link: HTMLElement): boolean => link.getBoundingClientRect().top >= top
    const next = at < 0 ? links.find(isInSight) : links[at + step]
    if (!next) return
    event.preventDefault()
    next.focus()
  })
}

/** Whether the last key opened a link of the page. */
let isOpenedByKey = false

/** Notes whether the keyboard opens an entry, so that its details get the focus. */
export function watchKeys(): void {
  const note = ({ key, target }: Pick<KeyboardEvent, 'key' | 'target'>): void => {
    isOpenedByKey = key === 'Enter' && (target as Element).closest('a[href^="#"]') !== null
  }
  addEventListener('keydown', note, { capture: true })
  addEventListener('pointerdown', () => (isOpenedByKey = false), { capture: true })
}

/** Moves the focus to details that the keyboard opened. */
export function focusDetails(panel: HTMLElement | null): void {
  if (!isOpenedByKey || !panel) return
  isOpenedByKey = false
  const tab = panel.querySelector<HTMLElement>('[role=tab][aria-selected=true]')
  const first = tab ?? panel.querySelector<HTMLElement>('[aria-label=Close]')
  first?.focus()
}

/** The link outside a panel that opened the item of the address. */
export const openerOf = (panel: string): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>('main a[href]')].find(
    (link) => link.getAttribute('href') === location.hash && !link.closest(panel),
  )

/** Handles the tabs and the copy buttons below an element. `onCopy` gets the result. */
export function handleDetails(root: HTMLElement, onCopy: (text: string) => void): void {
  root.addEventListener('click', (event) => {
    const target = event.target as HTMLElement
    const tab = target.closest<HTMLElement>('[role=tab]')
    if (tab) selectTab(tab)
    const button = target.closest<HTMLElement>('[data-copy]')
    if (button) void copy(button.dataset['copy'] ?? '', onCopy)
  })
  root.addEventListener('keydown', (event) => {
    const tab = (event.target as HTMLElement).closest<HTMLElement>('[role=tab]')
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (!tab || step === undefined) return
    const tabs = [...(tab.parentElement?.querySelectorAll<HTMLElement>('[role=tab]') ?? [])]
    const next = tabs[(tabs.indexOf(tab) + step + tabs.length) % tabs.length] as HTMLElement
    event.preventDefault()
    selectTab(next)
    next.focus()
  })
}

function selectTab(tab: HTMLElement): void {
  for (const each of tab.parentElement?.querySelectorAll<HTMLElement>('[role=tab]') ?? []) {
    const isSelected = each === tab
    each.setAttribute('aria-selected', String(isSelected))
    each.tabIndex = isSelected ? 0 : -1
    const panel = document.getElementById(each.getAttribute('aria-controls') ?? '')
    panel?.toggleAttribute('hidden', !isSelected)
  }
}

async function copy(text: string, onCopy: (text: string) => void): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    onCopy(`Copied: ${text.split('\n')[0]}`)
  } catch {
    // Note: a page from a file or another host has no clipboard.
    onCopy(`Could not copy. The text is: ${text}`)
  }
}
