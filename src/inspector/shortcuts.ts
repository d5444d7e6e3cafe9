/** The keyboard shortcuts of the page. The story handles its own keys. */
import { signal } from '@preact/signals'
import { advanceClock, advanceToNextTask, togglePlay } from './clock-controls.ts'

export const isHelpShown = signal(false)

export const shortcuts: readonly (readonly [key: string, description: string])[] = [
  ['n', 'run the next pending task'],
  ['5 · h · d', 'advance 5 minutes, an hour, a day'],
  ['p', 'play or stop the clock'],
  ['/', 'search'],
  ['↑ ↓ or k j', 'story: previous or next entry'],
  ['Enter', 'story: open the details of the entry'],
  ['← →', 'details: previous or next tab'],
  ['Escape', 'close the details'],
  ['?', 'show this help'],
]

const actions: Readonly<Record<string, () => void>> = {
  n: () => void advanceToNextTask(),
  5: () => void advanceClock('5m'),
  h: () => void advanceClock('1h'),
  d: () => void advanceClock('1d'),
  p: () => void togglePlay(),
  '/': () => document.querySelector<HTMLElement>('[type=search]')?.focus(),
  '?': () => (isHelpShown.value = !isHelpShown.value),
  Escape: () => (isHelpShown.value ? (isHelpShown.value = false) : closePanel()),
}

/** Closes the panel beside a view. An open dialog closes itself. */
function closePanel(): void {
  if (document.querySelector('dialog[open]')) return
  document.querySelector<HTMLElement>('.panel [aria-label=Close]')?.click()
}

/** The keys that act while the help covers the page. */
const helpKeys: ReadonlySet<string> = new Set(['?', 'Escape'])

export function listenForShortcuts(): void {
  addEventListener('keydown', (event) => {
    const { key, ctrlKey, metaKey, altKey, target } = event
    const isTyping = target instanceof HTMLElement && target.closest('input,textarea,select')
    if (ctrlKey || metaKey || altKey || isTyping || event.defaultPrevented) return
    const action = actions[key]
    if (!action || (isHelpShown.value && !helpKeys.has(key))) return
    event.preventDefault()
    action()
  })
}
